import { wholeStore } from '../../store/memory-store.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { localCredentials } from '../../../infra/local/aws/local-account.ts';
import { startTableEngine } from '../../../infra/local/aws/table/start-table-engine.ts';
import type { CountedPart, PartName } from '../../../infra/cli/cost/counted-parts.ts';
import { dynamoTable } from '../../../shared/aws/dynamo/dynamo-table.ts';
import type { Finding } from '../../../shared/domain/findings/finding.ts';
import { daysBefore } from '../../../shared/domain/reports/period.ts';
import { DAY, MINUTE, SECOND } from '../../../shared/domain/time/instant.ts';
import type { Watch } from '../../../shared/domain/watches/watch.ts';
import { composeMessage } from '../../../shared/render/message/compose-message.ts';
import { deliverAlerts } from '../../../shared/use-cases/deliver/deliver-alerts.ts';
import { reconcile } from '../../../shared/use-cases/reconcile/reconcile.ts';
import { rollUpForReport } from '../../../shared/use-cases/reports/roll-up-days.ts';
import { writeReport } from '../../../shared/use-cases/reports/write-report.ts';
import { runWatch } from '../../../shared/use-cases/collect/run-watch.ts';
import { manyJobs } from '../../journeys/many-jobs.ts';
import { aChannel, aFinding, aReportPlan, aWatch, NOON } from '../../ports/examples.ts';
import {
  heldClock,
  memoryDecideQueue,
  memoryQueue,
  memoryRaw,
  memorySource,
  memorySubscriptions,
  memoryTopic,
  type Publication,
} from '../../ports/memory-services.ts';
import { memoryWorkflow } from '../../ports/memory-workflow.ts';
import { openTableMeter, type TableMeter, type TableUse } from '../../ports/table-meter.ts';
import { tableSpec } from '../../ports/table-spec.ts';
import { decideOrdered } from '../../shared/use-cases/decide-ordered.ts';
import { reportPorts } from '../../shared/use-cases/report-bench.ts';
import { countRounds } from './count-rounds.ts';
import { newsText, ownWords } from './news-text.ts';

/** Findings of one story in what these parts count: outlets that print one report. */
export const PER_STORY = 5;

/** The table of the stack on its engine, with what stands around a run, and a count of all that goes to the table. */
export async function openCounter(watches: readonly Partial<Watch>[] = [{}]) {
  const folder = await mkdtemp(join(tmpdir(), 'bellwether-cost-'));
  const engine = await startTableEngine({ folder, tables: [tableSpec('table')] });
  const meter = await openTableMeter(engine.url);
  const dynamo = new DynamoDBClient({ ...localCredentials, endpoint: meter.url, maxAttempts: 1 });
  const clock = heldClock(NOON);
  const store = wholeStore(dynamoTable(dynamo, 'table'));
  const corpus: Publication[] = [];
  const topic = memoryTopic();
  const workflow = memoryWorkflow();
  const ports = {
    ...store,
    clock,
    topic,
    workflow,
    executions: workflow,
    compose: composeMessage,
    queue: memoryQueue(),
    decideQueue: memoryDecideQueue(),
    raw: memoryRaw(),
    source: memorySource(corpus, clock),
    subscriptions: memorySubscriptions(),
    plans: {},
  };
  for (const changes of watches)
    await store.definitions.putWatch(
      aWatch({ alert: { when: 'story', channel: 'press-team' }, brand: 'acme', ...changes }),
    );
  for (const name of ['press-team', 'operators']) await store.definitions.putChannel(aChannel({ name }));
  let calls = 0;
  const call = () => ({ owner: `call-${(calls += 1)}`, deadline: clock.now() + 5 * MINUTE });
  const counted = async <T>(work: () => Promise<T>): Promise<{ result: T; use: TableUse }> => {
    meter.take();
    const result = await work();
    return { result, use: meter.take() };
  };
  return {
    store,
    clock,
    topic,
    /**
     * Runs the first watch 15 minutes later, with so many new findings in stories of `PER_STORY`, and decides them.
     */
    run: async (news: number) => {
      clock.at += 15 * MINUTE;
      for (let n = 0; n < news; n += 1) corpus.push({ finding: newsOf(corpus.length, clock.at - MINUTE) });
      const order = { watchId: 'acme-news', scheduledFor: clock.at, track: 'live', continuation: 0 } as const;
      return counted(async () => {
        await runWatch(order, ports, call());
        await decideOrdered(ports);
      });
    },
    deliver: (channels: readonly string[] | 'all') => counted(() => deliverAlerts(channels, ports, call())),
    reconcile: () => counted(() => reconcile(ports, call())),
    report: async () => {
      const plan = aReportPlan({ timezone: 'UTC' });
      const { ports: plain } = reportPorts(store, { now: clock.at });
      const reporting = plain;
      const watches = await store.definitions.watches();
      const rolled = await counted(() =>
        rollUpForReport(plan, { from: '2026-11-13', watches, ports: reporting, deadline: Infinity }),
      );
      const period = daysBefore(clock.at, plan);
      const written = await counted(() =>
        writeReport({ plan, period, notify: true }, reporting, { deadline: Infinity }),
      );
      return { rolledUp: rolled.use, written: written.use };
    },
    close: async () => {
      dynamo.destroy();
      await meter.close();
      await engine.stop();
      await rm(folder, { recursive: true });
    },
  };
}

/** The 1,500 characters that the code keeps around the matches. */
const SNIPPET = 1_500;

function newsOf(n: number, indexedAt: number): Finding {
  const story = Math.floor(n / PER_STORY);
  return aFinding(n, {
    indexedAt,
    publishedAt: indexedAt,
    title: `Acme ${ownWords(story, 6)}`,
    snippet: newsText(story, SNIPPET),
    outlet: { domain: `outlet-${n % 97}.example`, name: `Outlet ${n % 97}`, country: 'FR', rank: 1_000 },
    sentiment: { content: 0.2 },
  });
}

/**
 * Counts the parts of what a stack does at its table. Each part is a difference, so that sums of parts give the whole.
 */
export async function countParts({ large = 1_000 } = {}): Promise<Record<PartName, CountedPart>> {
  const counter = await openCounter();
  try {
    await counter.run(0);
    await counter.run(0);
    const quiet = (await counter.run(0)).use;
    const idle = (await counter.deliver('all')).use;
    const unserved = (await counter.deliver([])).use;
    // The first run with findings also writes items that later ones only change.
    await counter.run(10);
    await counter.deliver('all');
    const ten = (await counter.run(10)).use;
    counter.topic.published.length = 0;
    const alerts = (await counter.deliver(['press-team'])).use;
    const messages = counter.topic.published.length;
    if (messages !== 2) throw new Error(`Ten findings in two stories made ${messages} messages.`);
    const ofTwenty = (await counter.run(0)).use;
    const thousand = (await counter.run(large)).use;
    const finding = each(minus(thousand, ten), large - 10);
    counter.clock.at += DAY - 2 * 60 * MINUTE;
    const { rolledUp, written } = await counter.report();
    const swept = await countSweeps(1);
    const sweptMany = await countSweeps(21);
    const watchSwept = each(minus(sweptMany, swept), 20);
    const job = (await countJob()).use;
    return {
      quietRun: part(quiet),
      known: part(each(minus(ofTwenty, quiet), 20)),
      busyRun: part(minus(minus(ten, times(finding, 10)), quiet)),
      finding: part(finding),
      idleDelivery: part(unserved),
      // The counter has two channels.
      servedChannel: part(each(minus(idle, unserved), 2)),
      message: part(each(minus(alerts, idle), messages)),
      sweep: part(minus(swept, watchSwept)),
      sweptWatch: part(watchSwept),
      rolledUpFinding: part(each(rolledUp, large + 20)),
      report: part(written),
      job: part(job),
      feedRound: { ...part(each(await countRounds(60), 60)), bytes: 0 },
    };
  } finally {
    await counter.close();
  }
}

/** A sweep of `reconcile` in steady state: not the first of its day or hour. */
async function countSweeps(watches: number): Promise<TableUse> {
  const counter = await openCounter(
    Array.from({ length: watches }, (_, n) => ({ id: n === 0 ? 'acme-news' : `watch-${n}` })),
  );
  try {
    await counter.reconcile();
    counter.clock.at += 5 * MINUTE + SECOND;
    return (await counter.reconcile()).use;
  } finally {
    await counter.close();
  }
}

/** One job of the extraction service, from its order to its records, and the calls of functions that it took. */
export async function countJob(): Promise<{ use: TableUse; steps: number }> {
  let meter: TableMeter | undefined;
  let steps = 0;
  await manyJobs({
    count: 1,
    slots: 1,
    through: async (url) => {
      meter = await openTableMeter(url);
      return meter.url;
    },
    onStep: () => void (steps += 1),
  });
  const use = meter?.take() ?? NOTHING;
  await meter?.close();
  return { use, steps };
}

const NOTHING: TableUse = { requests: 0, reads: 0, writes: 0, bytes: 0, indexBytes: 0 };
const KEYS = ['requests', 'reads', 'writes', 'bytes', 'indexBytes'] as const;

function combine(a: TableUse, b: TableUse, by: (a: number, b: number) => number): TableUse {
  const [requests = 0, reads = 0, writes = 0, bytes = 0, indexBytes = 0] = KEYS.map((key) =>
    by(a[key], b[key]),
  );
  return { requests, reads, writes, bytes, indexBytes };
}

const minus = (a: TableUse, b: TableUse) => combine(a, b, (one, other) => one - other);
const times = (a: TableUse, factor: number) => combine(a, a, (one) => one * factor);
const each = (a: TableUse, count: number) => times(a, 1 / count);

/** To two decimals. */
function part(use: TableUse): CountedPart {
  return combine(use, use, (one) => Math.round(one * 100) / 100);
}
