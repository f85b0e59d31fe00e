import { describe, expect, it } from 'vitest';
import type { Alert } from '../../shared/domain/alerts/alert.ts';
import { DAY, dayOf, HOUR, MINUTE } from '../../shared/domain/time/instant.ts';
import type { RaiseRule, Watch } from '../../shared/domain/watches/watch.ts';
import { aChannel, aFinding, aWatch, NOON } from '../ports/examples.ts';
import { workbench } from '../shared/use-cases/bench.ts';

/** One report in so many outlets, one every quarter of an hour. */
const WIRE = Array.from({ length: 14 }, (_, n) =>
  aFinding(n, {
    title: 'Acme closes its plant in Leipzig',
    snippet: 'The plant in Leipzig closes at the end of the year, and 1,200 people lose their work. '.repeat(
      4,
    ),
    indexedAt: NOON + n * 15 * MINUTE,
    publishedAt: NOON + n * 15 * MINUTE,
    outlet: { domain: `outlet-${n}.example`, country: ['US', 'FR', 'DE'][n % 3] ?? 'US', rank: 40_000 },
  }),
);
const RAISE: RaiseRule[] = [
  { to: 'warning', outlets: 3 },
  { to: 'critical', outlets: 10, countries: 3 },
];
const climbing = (changes: Partial<Watch> = {}) =>
  aWatch({
    severity: 'info',
    raise: RAISE,
    alert: { when: 'story', channel: 'press', channels: ['press', 'duty'] },
    ...changes,
  });
const PRESS = aChannel({ name: 'press', now: 'warning', brief: 'cron(0 8 * * ? *)' });
const DUTY = aChannel({ name: 'duty', email: ['duty@acme.example'], minSeverity: 'critical' });
const OPERATORS = aChannel({ name: 'operators', email: ['ops@acme.example'] });

type Bench = Awaited<ReturnType<typeof workbench>>;

const open = (watch: Watch, corpus = WIRE) =>
  workbench({
    watches: [watch],
    corpus: corpus.map((finding) => ({ finding })),
    channels: [PRESS, DUTY, OPERATORS],
  });

async function runUntil(bench: Bench, end: number) {
  for (; bench.clock.at <= end; bench.clock.at += 15 * MINUTE) {
    await bench.run();
    await bench.deliver();
  }
}

async function alertsOf(bench: Bench): Promise<Alert[]> {
  const days = await Promise.all([0, 1, 2].map((n) => bench.store.alerts.madeOn(dayOf(NOON + n * DAY), 100)));
  return days.flat().map(({ alert }) => alert);
}
const told = (alerts: readonly Alert[]) =>
  sorted(
    alerts.map(({ channel, severity, raised }) => [channel, severity, raised?.after ? 'climb' : 'first']),
  );
const sorted = (rows: readonly string[][]) => rows.toSorted((a, b) => (a.join(' ') < b.join(' ') ? -1 : 1));

describe('a story that grows', () => {
  it('climbs, and each channel has one alert for each severity that it takes', async () => {
    const bench = await open(climbing());
    await runUntil(bench, NOON + 5 * HOUR);
    const alerts = await alertsOf(bench);
    expect(told(alerts)).toEqual([
      ['duty', 'critical', 'first'],
      ['press', 'critical', 'climb'],
      ['press', 'info', 'first'],
      ['press', 'warning', 'climb'],
    ]);
    expect(alerts.find(({ raised }) => raised?.from === 'warning')?.raised).toMatchObject({
      from: 'warning',
      by: [
        { name: 'outlets', value: 10 },
        { name: 'countries', value: 3 },
      ],
    });
  });
});

describe('an event', () => {
  const cuts = (n: string) =>
    aFinding(1, {
      type: 'event',
      service: 'events',
      facts: { number_of_people_laid_off: n, company_name: 'Acme' },
      contentHash: `hash-${n}`,
      indexedAt: NOON + MINUTE,
    });
  const watch = climbing({
    kind: 'events',
    query: { event_type: 'layoff' },
    raise: [{ to: 'critical', where: { number_of_people_laid_off: { gte: 500 } } }],
    alert: { when: 'finding', channel: 'press' },
    overlap: DAY,
  });

  it.each(['finding', 'story'] as const)(
    'alerts at the severity that its facts reach, and climbs when one is corrected (%s)',
    async (when) => {
      const bench = await open({ ...watch, alert: { when, channel: 'press' } }, [cuts('120')]);
      bench.clock.at = NOON + HOUR;
      await bench.run();
      expect(told(await alertsOf(bench))).toEqual([['press', 'info', 'first']]);
      for (const n of ['650', '90', '700']) {
        bench.corpus.splice(0, 1, { finding: cuts(n) });
        bench.clock.at += HOUR;
        await bench.run();
      }
      const alerts = await alertsOf(bench);
      expect(told(alerts)).toEqual([
        ['press', 'critical', 'climb'],
        ['press', 'info', 'first'],
      ]);
      expect(alerts.at(-1)?.raised).toMatchObject({
        by: [{ name: 'number_of_people_laid_off', value: '650' }],
      });
    },
  );
});
