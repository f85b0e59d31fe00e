import { expect, it } from 'vitest';
import { answerReportCall } from '../../../shared/use-cases/reports/answer-report-call.ts';
import { applyWatches } from '../../../shared/use-cases/apply/apply-watches.ts';
import type { Store } from '../../../shared/aws/dynamo/open-store.ts';
import type { Finding } from '../../../shared/domain/findings/finding.ts';
import type { Watch } from '../../../shared/domain/watches/watch.ts';
import { aChannel, aFinding, aReportPlan, aWatch } from '../../ports/examples.ts';
import { memoryReports, memoryReportSchedules } from '../../ports/memory-reports.ts';
import { heldClock, memorySchedules, memorySubscriptions } from '../../ports/memory-services.ts';
import { memoryStore } from '../../../infra/memory/memory-store.ts';
import { workbench } from '../../shared/use-cases/bench.ts';
import { aJobWatch, extractionBench, follow } from '../../shared/use-cases/extraction-bench.ts';
import { reportPorts } from '../../shared/use-cases/report-bench.ts';
import { frozen } from '../frozen.ts';
import { pageOf } from '../../ports/found-pages.ts';

// Identities that are made on the way of a run, out of what the run has in hand.

const folder = import.meta.dirname;
const NOON = 1_795_176_000_000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const DAYS = ['2026-11-19', '2026-11-20', '2026-11-21'];

/** The ids of all alerts. */
async function alertsIn(store: Pick<Store, 'alerts'>): Promise<string[]> {
  const stored = await Promise.all(DAYS.map((day) => store.alerts.madeOn(day, 100)));
  const ids = stored.flat().map(({ alert: { id } }) => id);
  return ids.toSorted((a, b) => (a < b ? -1 : 1));
}

const article = (n: number, more: Partial<Finding> = {}) => ({
  finding: aFinding(n, { fingerprint: `article-${n}`, indexedAt: NOON - n * MINUTE, ...more }),
});

/** Two runs of a watch, half an hour apart, over what the service has by then. */
async function alertsOf(
  changes: Partial<Watch>,
  {
    corpus = [article(1), article(2, { title: 'Globex hires a new chief', snippet: '' })],
    later = [],
  }: { corpus?: any[]; later?: any[] } = {},
): Promise<string[]> {
  const watch = aWatch({ id: 'acme-news', version: 'a-version', lookback: DAY, ...changes });
  const bench = await workbench({ watches: [watch], corpus, now: NOON });
  await bench.run();
  corpus.splice(0, later.length, ...later);
  bench.clock.at += 30 * MINUTE;
  await bench.run();
  return alertsIn(bench.store);
}

const channel = 'press-team';
const event = (people: string) => ({
  finding: aFinding(1, {
    fingerprint: 'event-1',
    service: 'events',
    type: 'event',
    indexedAt: NOON - HOUR,
    facts: { number_of_people_laid_off: people },
    contentHash: people,
  }),
});

it('of alerts, by each way of judging', async () => {
  const made = {
    'of each finding': await alertsOf({ alert: { when: 'finding', channel } }),
    'of each story': await alertsOf({ alert: { when: 'story', channel } }),
    'of a silent base': await alertsOf({ firstRun: 'silent', alert: { when: 'story', channel } }),
    'of what is seen first': await alertsOf({
      alert: { when: 'first_seen', channel, settings: { of: 'outlet' } },
    }),
    'of a sentiment': await alertsOf(
      { alert: { when: 'sentiment', channel, settings: { of: 'single', below: -0.5 } } },
      { corpus: [article(1, { sentiment: { content: -0.9 } })] },
    ),
    'of a changed fact': await alertsOf(
      { kind: 'events', alert: { when: 'change', channel } },
      { corpus: [event('100')], later: [event('250')] },
    ),
    'of many in an hour': await alertsOf({
      alert: { when: 'volume', channel, settings: { count: 2, within: 6 * HOUR, of: 'articles' } },
    }),
  };
  expect(made).toEqual(await frozen(made, { folder, file: 'of-alerts.json' }));
});

it('of jobs, as their executions are named', async () => {
  const bench = await extractionBench();
  await bench.run(aJobWatch(), { scheduledFor: NOON });
  const window = { from: NOON - 40 * DAY, to: NOON - DAY };
  await bench.run(aJobWatch(), { scheduledFor: NOON, track: 'backfill', window });
  await follow(bench);
  const made = { executions: [...bench.workflow.started], alerts: await alertsIn(bench.store) };
  expect(made).toEqual(await frozen(made, { folder, file: 'of-jobs.json' }));
});

it('of objects in the bucket', async () => {
  const bench = await workbench({ watches: [aWatch({ keep: 'full' })], now: NOON });
  const { finding } = article(1);
  bench.source.fetchPage = async () => pageOf([finding]);
  await bench.run();
  const keys = [...bench.ports.raw.objects.keys()];
  expect(keys).toEqual(await frozen(keys, { folder, file: 'of-objects.json' }));
});

it('of what the service counted for a report, and of the report itself', async () => {
  const store = memoryStore();
  const competitors = [{ id: 'globex', names: ['Globex'] }];
  const brand = { id: 'acme', names: ['Acme Corp', 'Acme'], exclude: ['acme comics'], competitors };
  const { ports, files } = reportPorts(store, { now: NOON });
  const asked: string[] = [];
  const counts = {
    ...ports.counts,
    get: async (key: string) => {
      asked.push(key);
      return ports.counts.get(key);
    },
  };
  await store.definitions.putWatch(aWatch({ brand: 'acme' }));
  await store.definitions.putChannel(aChannel());
  await ports.plans.putPlan(aReportPlan({ id: 'acme-weekly', brand, timezone: 'Europe/Paris' }));
  const order = { reportId: 'acme-weekly', scheduledFor: NOON };
  await answerReportCall(order, { ...ports, counts }, { deadline: NOON + HOUR });
  const made = { counts: asked, files: [...files.keys()], alerts: await alertsIn(store) };
  expect(made).toEqual(await frozen(made, { folder, file: 'of-reports.json' }));
});

it('of schedules: when a watch runs within its period', async () => {
  const store = memoryStore();
  const schedules = memorySchedules();
  const { plans } = memoryReports(store);
  const subscriptions = memorySubscriptions();
  const ports = { ...store, clock: heldClock(NOON), plans, schedules, subscriptions };
  const watches = ['acme-news', 'globex-watch', 'jane-doe'].map((id) => aWatch({ id }));
  await applyWatches(
    { watches, channels: [aChannel()], reports: [aReportPlan()] },
    { ...ports, reportSchedules: memoryReportSchedules() },
    { owner: 'test', deadline: NOON + MINUTE },
  );
  const made = [...schedules.schedules.values()].map(({ watchId, start = 0 }) => [watchId, start - NOON]);
  expect(made).toEqual(await frozen(made, { folder, file: 'of-schedules.json' }));
});
