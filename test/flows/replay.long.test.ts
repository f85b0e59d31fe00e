import { describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE } from '../../shared/domain/time/instant.ts';
import { aFinding, aWatch, NOON } from '../ports/examples.ts';
import { findingsOf, workbench } from '../shared/use-cases/bench.ts';

/** Ten minutes, fifty minutes and twenty-six hours: within a run's overlap, at its edge, and only for the recount. */
const LATENESS = [0, 0, 0, 10 * MINUTE, 50 * MINUTE, 26 * HOUR];

/** How many articles come, nine minutes apart, and from how many days before noon on. */
const COUNT = 600;
const DAYS = 5;

describe('a corpus that is replayed in time', () => {
  it.each([15 * MINUTE, 7 * MINUTE, 6 * HOUR])(
    'every %i ms: the union of all runs is the corpus, and each finding is notified once',
    async (period) => {
      const start = NOON - DAYS * DAY;
      const corpus = Array.from({ length: COUNT }, (_, n) => {
        const indexedAt = start + n * 9 * MINUTE;
        return {
          finding: aFinding(n, { indexedAt, title: `Report ${n}` }),
          visibleAt: indexedAt + (LATENESS[n % LATENESS.length] ?? 0),
        };
      });
      const bench = await workbench({ watches: [aWatch({ lookback: HOUR })], corpus, now: start });
      let alerts = 0;
      for (
        bench.clock.at = start + 1;
        bench.clock.at < NOON + 3 * DAY;
        bench.clock.at += period
      ) {
        const outcome = await bench.run();
        expect(outcome.status).toBe('done');
        alerts += outcome.alerts;
      }
      const found = await findingsOf(bench);
      expect(found).toHaveLength(COUNT);
      expect(found.every(({ verdict }) => verdict && 'notified' in verdict)).toBe(true);
      expect(alerts).toBe(COUNT);
    },
  );
});
