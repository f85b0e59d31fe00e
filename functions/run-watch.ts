import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SFNClient } from '@aws-sdk/client-sfn';
import { SQSClient } from '@aws-sdk/client-sqs';
import { openStore } from '../shared/aws/dynamo/open-store.ts';
import { publishClient } from '../shared/aws/sns/publish-client.ts';
import { s3RawStore } from '../shared/aws/s3/s3-raw-store.ts';
import { secretKey } from '../shared/aws/secrets/secret-key.ts';
import { secretPageLinks } from '../shared/aws/secrets/secret-page-links.ts';
import { snsTopic } from '../shared/aws/sns/sns-topic.ts';
import { stepFunctionsWorkflow } from '../shared/aws/workflow/step-functions-workflow.ts';
import { sqsRunQueue } from '../shared/aws/sqs/sqs-run-queue.ts';
import {
  readLinkEnvironment,
  readRunWatchEnvironment,
  type ServiceAccess,
} from '../shared/contracts/environment.ts';
import { EVENTS, METRICS } from '../shared/contracts/names.ts';
import { runOrderSchema } from '../shared/contracts/orders/run-order.ts';
import type { RunOutcome } from '../shared/domain/runs/outcome.ts';
import { createEventsClient } from '../shared/providers/events/create-events-client.ts';
import { eventsSource } from '../shared/providers/events/events-source.ts';
import { createNewsClient } from '../shared/providers/news/create-news-client.ts';
import { newsSource } from '../shared/providers/news/news-source.ts';
import { composeWithLinks } from '../shared/render/message/compose-message.ts';
import { deliverAlerts } from '../shared/use-cases/deliver/deliver-alerts.ts';
import { rememberPast } from '../shared/use-cases/findings/remember-past.ts';
import { runWatch } from '../shared/use-cases/run/run-watch.ts';
import { sourceByService } from '../shared/use-cases/context/source-by-service.ts';
import { clock, countMetric, linksOrNone, logger, queueHandler, reportDelivery } from './edge.ts';

const environment = readRunWatchEnvironment(process.env);
const store = openStore(new DynamoDBClient(), environment.table);
const secrets = new SecretsManagerClient();
const access = ({ url, keySecret }: ServiceAccess) => ({
  baseUrl: url,
  key: secretKey(secrets, { secretId: keySecret, clock }),
  clock,
});
const ports = {
  ...store,
  findings: rememberPast(store.findings, clock),
  clock,
  queue: sqsRunQueue(new SQSClient(), environment.runsQueues),
  workflow: stepFunctionsWorkflow(new SFNClient(), environment.workflow),
  raw: s3RawStore(new S3Client(), environment.bucket),
  source: sourceByService({
    news: newsSource(createNewsClient(access(environment.news)), clock),
    events: eventsSource(createEventsClient(access(environment.events))),
  }),
};
const delivery = {
  ...store,
  clock,
  topic: snsTopic(publishClient(), environment.topic),
};
const links = secretPageLinks(secrets, { ...readLinkEnvironment(process.env), clock });

/** Runs one watch over what is open, then tells what it found. */
export const handler = queueHandler(runOrderSchema, async (order, call) => {
  const outcome = await counted(runWatch(order, ports, call));
  logger.info(EVENTS.runEnded, { event: EVENTS.runEnded, outcome });
  countMetric(METRICS.findings, outcome.new);
  countMetric(METRICS.alerts, outcome.alerts);
  countMetric(METRICS.calls, outcome.calls);
  if (outcome.channels.length === 0) return;
  const compose = composeWithLinks(await linksOrNone(links));
  reportDelivery(await deliverAlerts(outcome.channels, { ...delivery, compose }, call));
});

/** A run that breaks off counts as failed too: its message comes again, and nobody would see it otherwise. */
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
