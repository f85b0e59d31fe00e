import { describe, expect, it } from 'vitest';
import { GoneError } from '../../shared/domain/lib/errors.ts';
import type { Finding } from '../../shared/domain/findings/finding.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../shared/domain/time/instant.ts';
import type { Watch } from '../../shared/domain/watches/watch.ts';
import { runWatch } from '../../shared/use-cases/collect/run-watch.ts';
import { dies, dying, forEveryDeath } from '../ports/dying.ts';
import { aFinding, aWatch, NOON } from '../ports/examples.ts';
import { findingsOf, workbench } from '../shared/use-cases/bench.ts';
import { decideOrdered } from '../shared/use-cases/decide-ordered.ts';
import { pageOf } from '../ports/found-pages.ts';

// A run, or the decision after it, that dies at any port call, once for each way in which windows run. A first run
// lays the ground; the second one dies, comes again, and must leave what an unharmed one leaves.

type Bench = Awaited<ReturnType<typeof workbench>>;

interface Story {
  watch: Partial<Watch>;
  /** What can be found when the second run begins; windows are asked of it as the kind does. */
  second: (bench: Bench) => void;
  first?: (bench: Bench) => void;
}

const at = (n: number, indexedAt: number, changes: Partial<Finding> = {}) => ({
  finding: aFinding(n, { indexedAt, ...changes }),
});

const layoff = (n: number, people: string) =>
  at(n, NOON - 3 * HOUR, {
    service: 'events',
    type: 'event',
    title: 'Acme lays off',
    facts: { company_name: 'Acme', number_of_people_laid_off: people },
    contentHash: `digest-${people}`,
  });

/** A source that ignores the window, as breaking news does. */
function breaks(bench: Bench, ids: number[]): void {
  bench.source.fetchPage = async ({ window }) => {
    const findings = ids.map((n) => aFinding(n, { indexedAt: window.to - SECOND }));
    return pageOf(findings);
  };
}

function counts(bench: Bench, each: number): void {
  bench.source.fetchPage = async ({ window }) => {
    const counted = [0, HOUR, 2 * HOUR].map((after) => ({ from: window.from + after, count: each }));
    return pageOf([], { hits: 3 * each, counts: counted });
  };
}

const STORIES: Record<string, Story> = {
  'headlines, in one window until now': {
    watch: { kind: 'headlines', query: {} },
    first: (bench) => bench.corpus.push(at(1, NOON - HOUR)),
    second: (bench) => bench.corpus.push(at(2, NOON + MINUTE), at(3, NOON - 2 * DAY)),
  },
  'links, by the time of publication': {
    watch: { kind: 'links', query: { links: ['acme.example'] } },
    first: (bench) => bench.corpus.push(at(1, NOON - HOUR)),
    second: (bench) => bench.corpus.push(at(2, NOON - 20 * HOUR), at(3, NOON + MINUTE)),
  },
  'breaking news, by the time it is seen': {
    watch: { kind: 'breaking', query: {} },
    first: (bench) => breaks(bench, [1, 2]),
    second: (bench) => breaks(bench, [2, 3, 4]),
  },
  'volume, as counts of each day': {
    watch: { kind: 'volume', firstRun: 'silent' },
    first: (bench) => counts(bench, 5),
    second: (bench) => counts(bench, 6),
  },
  'events, of which one is corrected': {
    watch: { kind: 'events', query: { event_type: 'layoff' } },
    first: (bench) => bench.corpus.push(layoff(1, '50'), layoff(2, '10')),
    second: (bench) => bench.corpus.splice(0, 2, layoff(1, '80'), layoff(2, '10'), layoff(3, '7')),
  },
  'a service that is not on offer any more': {
    watch: { kind: 'similar' },
    second: (bench) => {
      const facts = { service: 'news', operation: 'POST /search_similar' } as const;
      bench.source.fail = () => new GoneError('There is no such path.', { ...facts, status: 410 });
    },
  },
};

/** A day later: a run that also looks again at the days before. */
const LATER = NOON + DAY;

async function prepared({ watch, first, second }: Story): Promise<Bench> {
  const bench = await workbench({ watches: [aWatch({ lookback: 3 * DAY, ...watch })], cap: 50, pageSize: 2 });
  first?.(bench);
  await bench.run();
  second(bench);
  bench.clock.at = LATER;
  return bench;
}

async function aftermath(bench: Bench) {
  const findings = await findingsOf(bench);
  const days = ['2026-11-20', '2026-11-21'];
  const alerts = (await Promise.all(days.map((day) => bench.store.alerts.madeOn(day, 1_000)))).flat();
  const windows = await bench.store.windows.latest('acme-news');
  const state = await bench.store.states.read('acme-news', 'live');
  return {
    findings: findings.map(({ finding, verdict, changes }) => [
      finding.fingerprint,
      finding.facts,
      verdict,
      changes,
    ]),
    alerts: alerts.map(({ alert }) => `${alert.id} ${alert.occasion.type}`).toSorted(),
    counts: windows.flatMap(({ from, matched, counts: frames }) => (frames ? [[from, matched, frames]] : [])),
    incidents: (await bench.store.incidents.open()).map(({ subject }) => subject),
    coveredUntil: state?.coveredUntil,
    restsUntil: state?.withdrawnUntil,
  };
}

describe('a run that dies at any port call ends with the same findings, changes, alerts and counts', () => {
  it.each(Object.entries(STORIES))('%s', async (_name, story) => {
    const unharmed = await prepared(story);
    await unharmed.run();
    const expected = await aftermath(unharmed);
    const deaths = await forEveryDeath(async (doom) => {
      const bench = await prepared(story);
      const order = bench.order();
      const work = async (ports: Bench['ports']) => {
        const call = { owner: 'message-2', deadline: LATER + 5 * MINUTE };
        const outcome = await runWatch(order, ports, call);
        await decideOrdered(ports);
        return outcome;
      };
      await dies(work(dying(bench.ports, doom)));
      expect(['done', 'skipped']).toContain((await work(bench.ports)).status);
      expect(await aftermath(bench)).toEqual(expected);
    });
    expect(deaths).toBeGreaterThan(4);
  });
});
