import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileWatches } from '../../../infra/watches-file/compile-watches.ts';
import { playFaults } from '../../../infra/local/services/kit/faults/faults.ts';
import { DEFAULT_PLAN } from '../../../infra/local/services/kit/plan/plan.ts';
import { startServices } from '../../../infra/local/services/start-services.ts';
import { nextStepOf } from '../../../shared/domain/extraction/extraction.ts';
import { createEventsClient } from '../../../shared/providers/events/create-events-client.ts';
import { eventsSource } from '../../../shared/providers/events/events-source.ts';
import { openExtractionSource } from '../../../shared/providers/extraction/source/extraction-source.ts';
import { createNewsClient } from '../../../shared/providers/news/create-news-client.ts';
import { newsSource } from '../../../shared/providers/news/news-source.ts';
import { composeMessage } from '../../../shared/render/message/compose-message.ts';
import { applyWatches } from '../../../shared/use-cases/apply/apply-watches.ts';
import { deliverAlerts } from '../../../shared/use-cases/deliver/deliver-alerts.ts';
import { runWatch } from '../../../shared/use-cases/run/run-watch.ts';
import { sourceByService } from '../../../shared/use-cases/context/source-by-service.ts';
import { memoryReportSchedules } from '../../ports/memory-reports.ts';
import {
  heldClock,
  memoryQueue,
  memoryRaw,
  memorySchedules,
  memorySubscriptions,
  memoryTopic,
} from '../../ports/memory-services.ts';
import { memoryWorkflow } from '../../ports/memory-workflow.ts';
import { STEPS } from '../../shared/use-cases/extraction-bench.ts';
import { openTables } from '../open-tables.ts';
import type { RawItem } from '../raw-items.ts';

const folder = import.meta.dirname;
const MINUTE = 60_000;

/** The items that `npm start -- --once --json --fresh` left of these watches and articles. */
export function itemsLeft(): RawItem[] {
  const lines = readFileSync(join(folder, 'items.ndjson'), 'utf8').trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as RawItem);
}

/** A stack that goes on from what an older program left, over the same services with two articles more. */
export async function goOn(start: number) {
  const clock = heldClock(start);
  const tables = await openTables(['left']);
  await tables.put('left', itemsLeft());
  let ids = 0;
  const services = await startServices({
    port: 0,
    corpus: [join(folder, 'articles.ndjson'), join(folder, 'later.ndjson')],
    shiftToNow: false,
    plan: DEFAULT_PLAN,
    faults: playFaults(),
    allowLoopback: true,
    extraction: { walk: { by: 'call' } },
    clock,
    chance: () => 0.5,
    newId: () => `id-${(ids += 1)}`,
    log: () => undefined,
  });
  const { news, events, jobs } = services;
  const newsClient = createNewsClient({ baseUrl: news.url, key: news.key, clock });
  const { reports, ...store } = tables.adapters('left');
  const [topic, workflow] = [memoryTopic(), memoryWorkflow()];
  const ports = {
    ...store,
    clock,
    topic,
    workflow,
    queue: memoryQueue(),
    raw: memoryRaw(),
    compose: composeMessage,
    plans: reports.plans,
    schedules: memorySchedules(),
    reportSchedules: memoryReportSchedules(),
    subscriptions: memorySubscriptions(),
    jobs: openExtractionSource({ baseUrl: jobs.url, prefix: jobs.prefix, key: async () => jobs.key, clock }),
    source: sourceByService({
      news: newsSource(newsClient, clock),
      events: eventsSource(createEventsClient({ baseUrl: events.url, key: events.key, clock })),
    }),
  };
  const call = (owner: string) => ({ owner, deadline: clock.at + 5 * MINUTE });
  /** Takes the steps of every job that was started, with time leaping over their waits. */
  const followJobs = async () => {
    for (const id of workflow.started.values()) {
      for (;;) {
        const job = await store.extractions.get(id);
        const { next, waitSeconds } = job
          ? nextStepOf(job, clock.at)
          : { next: 'end' as const, waitSeconds: 0 };
        if (next === 'end') break;
        clock.at += waitSeconds * 1_000;
        await STEPS[next](id, ports, call('workflow'));
      }
    }
  };
  return {
    clock,
    store,
    topic,
    read: () => tables.read('left'),
    /** Applies the file of watches, as each start and each deployment does. */
    apply() {
      const text = readFileSync(join(folder, 'watches.yaml'), 'utf8');
      const compiled = compileWatches(text, { file: 'watches.yaml', now: clock.at });
      if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
      return applyWatches(compiled.desired, ports, call('apply'));
    },
    deliver: () => deliverAlerts('all', ports, call(`deliver ${clock.at}`)),
    /** Runs every watch once, in the order of their names; gives back how each run ended. */
    async run() {
      const outcomes = [];
      for (const { id } of await store.definitions.watches()) {
        const order = { watchId: id, scheduledFor: clock.at, track: 'live', continuation: 0 } as const;
        outcomes.push(await runWatch(order, ports, call(`run ${id} ${clock.at}`)));
      }
      await followJobs();
      return outcomes;
    },
    async close() {
      await newsClient.close();
      await services.close();
      await tables.close();
    },
  };
}
