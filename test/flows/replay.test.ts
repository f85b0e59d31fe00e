import { describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE } from '../../shared/domain/time/instant.ts';
import { aFinding, aWatch, NOON } from '../ports/examples.ts';
import { findingsOf, workbench } from '../shared/use-cases/bench.ts';

/** Ten minutes, fifty minutes and twenty-six hours: within a run's overlap, at its edge, and only for the recount. */
const LATENESS = [0, 0, 0, 10 * MINUTE, 50 * MINUTE, 26 * HOUR];

describe('a corpus that is replayed in time', () => {
  it.each([15 * MINUTE, 7 * MINUTE, 6 * HOUR])(
    'every %i ms: the union of all runs is the corpus, and each finding is notified once',
    async (period) => {
      const start = NOON - 5 * DAY;
      const corpus = Array.from({ length: 600 }, (_, n) => {
        const indexedAt = start + n * 9 * MINUTE;
        return {
          finding: aFinding(n, { indexedAt, title: `Report ${n}` }),
          visibleAt: indexedAt + (LATENESS[n % LATENESS.length] ?? 0),
        };
      });
      const bench = await workbench({ watches: [aWatch({ lookback: HOUR })], corpus, now: start });
      let alerts = 0;
      for (bench.clock.at = start + 1; bench.clock.at < NOON + 3 * DAY; bench.clock.at += period) {
        const outcome = await bench.run();
        expect(outcome.status).toBe('done');
        alerts += outcome.alerts;
      }
      const found = await findingsOf(bench);
      expect(found).toHaveLength(600);
      expect(found.every(({ verdict }) => verdict && 'notified' in verdict)).toBe(true);
      expect(alerts).toBe(600);
    },
  );
});
