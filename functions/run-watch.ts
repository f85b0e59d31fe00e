import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SFNClient } from '@aws-sdk/client-sfn';
import { SQSClient } from '@aws-sdk/client-sqs';
import { boundedRequests } from '../shared/aws/bounded-requests.ts';
import { sqsDecideQueue, sqsRunQueue } from '../shared/aws/sqs-queues.ts';
import { stepFunctionsWorkflow } from '../shared/aws/step-functions-workflow.ts';
import { readRunWatchEnvironment } from '../shared/contracts/environment.ts';
import { EVENTS, METRICS } from '../shared/contracts/names.ts';
import { watchOrderSchema } from '../shared/contracts/orders.ts';
import { loadedOnce } from '../shared/domain/lib/in-parallel.ts';
import type { RunOutcome } from '../shared/domain/runs/outcome.ts';
import { createEventsClient } from '../shared/providers/events/create-events-client.ts';
import { eventsSource } from '../shared/providers/events/events-source.ts';
import { feedsSource } from '../shared/providers/feeds/feeds-source.ts';
import { createNewsClient } from '../shared/providers/news/create-news-client.ts';
import { newsSource } from '../shared/providers/news/kinds.ts';
import { openArchive } from '../shared/providers/world/open-archive.ts';
import { worldSource } from '../shared/providers/world/world-source.ts';
import { composeDrillWithLinks } from '../shared/render/message/compose-drill.ts';
import { briefCall } from '../shared/use-cases/deliver/channel-gate.ts';
import { beginDrill } from '../shared/use-cases/deliver/run-drill.ts';
import type { RawStore } from '../shared/use-cases/ports/ports.ts';
import { runWatch, sourceByService } from '../shared/use-cases/collect/run-watch.ts';
import { clock, countMetric, countWork, logEvent, openTable, queueHandler, settingsOf } from './handler.ts';
import { openDelivery } from './open-delivery.ts';

const environment = readRunWatchEnvironment(process.env);
const { topic, news, events, worldUrl: url } = environment;
const secrets = new SecretsManagerClient(boundedRequests());
const table = openTable(environment.table);
/** The client of S3 is loaded with the first finding that has raw JSON. It is a tenth of a cold start. */
const raw = loadedOnce(async () => {
  const { s3RawStore } = await import('../shared/aws/s3-objects.ts');
  return s3RawStore(environment.bucket);
});
const orders = new SQSClient(boundedRequests());
const ports = {
  ...table,
  queue: sqsRunQueue(orders, environment.runsQueues),
  decideQueue: sqsDecideQueue(orders, environment.decideQueue),
  workflow: stepFunctionsWorkflow(new SFNClient(boundedRequests()), environment.workflow),
  raw: { put: async (...given: Parameters<RawStore['put']>) => (await raw()).put(...given) },
  source: sourceByService({
    ...(news && { news: newsSource(createNewsClient(settingsOf(news, secrets)), clock) }),
    feeds: feedsSource(table),
    world: worldSource(table.world, url === undefined ? undefined : openArchive({ url, clock })),
    ...(events && { events: eventsSource(createEventsClient(settingsOf(events, secrets))) }),
  }),
};
const delivery = openDelivery(ports, { topic, secrets });

/**
 * Runs one watch over its open windows: what it finds waits to be decided. Then it delivers the alerts of the run
 * itself, on its baseline and on incidents. Or it begins a drill.
 */
export const handler = queueHandler(watchOrderSchema, async (order, call) => {
  if ('kind' in order) {
    const links = await delivery.links();
    const drilling = { ...ports, ...delivery.sending, composeDrill: composeDrillWithLinks(links) };
    await beginDrill(order, drilling, call);
    return;
  }
  const outcome = await counted(runWatch(order, ports, call));
  logEvent(EVENTS.runEnded, { outcome });
  countWork(outcome);
  await delivery.deliver(outcome.channels, { ...call, ...briefCall(call, clock.now()) });
});

/** A run that throws counts as failed too. Its message comes again, so nothing else would show the failure. */
async function counted(run: Promise<RunOutcome>): Promise<RunOutcome> {
  countMetric(METRICS.runs, 1);
  try {
    const outcome = await run;
    countMetric(METRICS.failedRuns, outcome.status === 'failed' ? 1 : 0);
    return outcome;
  } catch (error) {
    countMetric(METRICS.failedRuns, 1);
    throw error;
  }
}
