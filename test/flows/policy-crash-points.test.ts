import { describe, expect, it } from 'vitest';
import type { Finding } from '../../shared/domain/findings/finding.ts';
import { DAY, HOUR, MINUTE } from '../../shared/domain/time/instant.ts';
import type { Settings } from '../../shared/domain/policies/parameter.ts';
import type { PolicyName } from '../../shared/domain/policies/registry.ts';
import type { Watch } from '../../shared/domain/watches/watch.ts';
import { runWatch } from '../../shared/use-cases/run/run-watch.ts';
import { dies, dying, forEveryDeath } from '../ports/dying.ts';
import { aFinding, aWatch, NOON } from '../ports/examples.ts';
import { findingsOf, workbench } from '../shared/use-cases/bench.ts';
import { newsOf } from '../shared/use-cases/news-of.ts';
import { pageOf } from '../ports/found-pages.ts';

// A run that dies at any port call, once for each policy. A first run lays the ground; the second dies, comes again or
// not, and an hour later the next one comes: together they must leave what unharmed runs leave, and tell nothing twice.

type Bench = Awaited<ReturnType<typeof workbench>>;

interface Case {
  when: PolicyName;
  settings: Settings;
  watch?: Partial<Watch>;
  /** What the runs find, by the run before which it appears. */
  appear: (bench: Bench, run: 'first' | 'second') => void;
  /** How many alerts unharmed runs leave. */
  alerts: number;
}

const event = (people: string) => ({
  finding: aFinding(1, {
    indexedAt: NOON - 2 * HOUR,
    service: 'events',
    type: 'event',
    facts: { number_of_people_laid_off: people },
    contentHash: people,
  }),
});

/** Articles of a quarter of an hour before noon and of the hours after it. */
function articles(each: (n: number) => Partial<Finding> = () => ({})): Case['appear'] {
  return (bench, run) => {
    const { article } = newsOf(run === 'first' ? 1 : 2);
    const times = run === 'first' ? [-15] : [5, 10, 65];
    const made = times.map((after, n) => article(NOON + after * MINUTE, each(n)));
    if (run === 'second') for (const [n, { finding }] of made.entries()) finding.fingerprint = `second-${n}`;
    bench.corpus.push(...made);
  };
}

const CASES: Record<string, Case> = {
  volume: {
    when: 'volume',
    settings: { count: 2, within: HOUR, of: 'stories' },
    appear: articles(),
    alerts: 1,
  },
  'volume of counts': {
    when: 'volume',
    settings: { count: 3, within: HOUR, of: 'articles' },
    watch: { kind: 'volume' },
    appear: (bench, run) => {
      const each = run === 'first' ? 1 : 4;
      bench.source.fetchPage = async ({ window }) => {
        const frames = [-1, 0, 1].map((hour) => ({ from: NOON + hour * HOUR, count: each }));
        const counts = frames.filter(({ from }) => from >= window.from && from < bench.clock.at);
        return pageOf([], { counts });
      };
    },
    alerts: 1,
  },
  spike: {
    when: 'spike',
    settings: { within: HOUR, least: 2, weeks: 1 },
    watch: { lookback: 8 * DAY },
    appear: articles(),
    alerts: 1,
  },
  silence: {
    when: 'silence',
    settings: { for: HOUR },
    appear: (bench, run) => run === 'first' && articles()(bench, run),
    alerts: 1,
  },
  'the mean of sentiment': {
    when: 'sentiment',
    settings: { of: 'mean', least: 2, within: 2 * HOUR },
    appear: articles(() => ({ sentiment: { content: -0.9 } })),
    alerts: 1,
  },
  'the sentiment of one': {
    when: 'sentiment',
    settings: { of: 'single' },
    appear: articles((n) => ({ sentiment: { content: n % 2 === 0 ? -0.9 : 0 } })),
    alerts: 2,
  },
  'first seen': {
    when: 'first_seen',
    settings: { of: 'outlet' },
    appear: articles((n) => ({ outlet: { domain: n < 2 ? 'new.example' : 'other.example' } })),
    alerts: 1,
  },
  change: {
    when: 'change',
    settings: {},
    watch: { kind: 'events', query: { event_type: 'layoff' } },
    appear: (bench, run) =>
      run === 'first' ? bench.corpus.push(event('50')) : bench.corpus.splice(0, 1, event('80')),
    alerts: 1,
  },
};

const SECOND = NOON + 90 * MINUTE;
const NEXT = SECOND + HOUR;

async function prepared({ when, settings, watch, appear }: Case): Promise<Bench> {
  const alert = { when, channel: 'press-team', settings };
  const bench = await workbench({
    watches: [aWatch({ firstRun: 'silent', alert, ...watch })],
  });
  appear(bench, 'first');
  await bench.run();
  appear(bench, 'second');
  bench.clock.at = SECOND;
  return bench;
}

async function aftermath(bench: Bench) {
  const alerts = (await bench.store.alerts.madeOn('2026-11-20', 1_000)).filter(
    ({ alert }) => alert.occasion.type !== 'base',
  );
  const hourlyCounts = await bench.store.hourlyCounts.get('acme-news');
  const state = await bench.store.states.read('acme-news', 'live');
  return {
    findings: (await findingsOf(bench)).map(({ finding, verdict }) => [finding.fingerprint, verdict]),
    alerts: alerts
      .map(({ alert: { id, occasion, items } }) => ({
        id,
        occasion,
        items: items.map((item) => item.fingerprint),
      }))
      .toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    hourlyCounts: hourlyCounts && {
      ...hourlyCounts,
      readAt: 0,
      detections: 0,
      recent: hourlyCounts.recent.length,
    },
    talliedUntil: state?.judgedUntil,
  };
}

async function next(bench: Bench): Promise<void> {
  bench.clock.at = NEXT;
  expect((await bench.run()).status).toBe('done');
}

describe('a run that dies at any port call: its detections are notified once, and its hours count once', () => {
  it.each(Object.entries(CASES))('%s', async (_name, given) => {
    const unharmed = await prepared(given);
    expect((await unharmed.run()).status).toBe('done');
    await next(unharmed);
    const expected = await aftermath(unharmed);
    expect(expected.alerts).toHaveLength(given.alerts);
    let deaths = 0;
    for (const comesAgain of [true, false]) {
      deaths += await forEveryDeath(async (doom) => {
        const bench = await prepared(given);
        const owner = { owner: 'message-2', deadline: SECOND + 5 * MINUTE };
        await dies(runWatch(bench.order(), dying(bench.ports, doom), owner));
        if (comesAgain) await runWatch(bench.order(), bench.ports, owner);
        await next(bench);
        expect(await aftermath(bench), `${doom.when} call ${doom.dieAt}`).toEqual(expected);
      });
    }
    expect(deaths).toBeGreaterThan(9);
  });
});
