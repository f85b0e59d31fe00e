import { randomBytes } from 'node:crypto';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SFNClient } from '@aws-sdk/client-sfn';
import { SQSClient } from '@aws-sdk/client-sqs';
import * as z from 'zod';
import { boundedRequests } from '../shared/aws/bounded-requests.ts';
import { s3RawStore } from '../shared/aws/s3-objects.ts';
import { stepFunctionsExecutions, stepFunctionsWorkflow } from '../shared/aws/step-functions-workflow.ts';
import { sqsDecideQueue, sqsRunQueue } from '../shared/aws/sqs-queues.ts';
import { readReconcileEnvironment } from '../shared/contracts/environment.ts';
import { createEventsClient, eventsPlan } from '../shared/providers/events/create-events-client.ts';
import { extractionPlan } from '../shared/providers/extraction/source/single-calls.ts';
import { openUpstream } from '../shared/providers/extraction/source/open-upstream.ts';
import { createNewsClient, newsPlan } from '../shared/providers/news/create-news-client.ts';
import { reconcile } from '../shared/use-cases/reconcile/reconcile.ts';
import { invokeHandler, openSubscriptions, openTable, reportSweep, settingsOf } from './handler.ts';
import { openDelivery } from './open-delivery.ts';

const environment = readReconcileEnvironment(process.env);
const { stack, receiver, services, heartbeat } = environment;
const secrets = new SecretsManagerClient(boundedRequests());
const workflows = new SFNClient(boundedRequests());
const queues = new SQSClient(boundedRequests());
const news = services.news && settingsOf(services.news, secrets);
const events = services.events && settingsOf(services.events, secrets);
const extraction = services.extraction && settingsOf(services.extraction, secrets);
const ports = {
  ...openTable(environment.table),
  queue: sqsRunQueue(queues, environment.runsQueues),
  decideQueue: sqsDecideQueue(queues, environment.decideQueue),
  workflow: stepFunctionsWorkflow(workflows, environment.workflow),
  executions: stepFunctionsExecutions(workflows, environment.workflow),
  subscriptions: openSubscriptions(environment),
  plans: {
    ...(news && { news: newsPlan(createNewsClient(news)) }),
    ...(events && { events: eventsPlan(createEventsClient(events)) }),
    ...(extraction && { extraction: extractionPlan(extraction) }),
  },
};
const upstream = extraction && {
  ports: {
    ...ports,
    raw: s3RawStore(environment.bucket),
    ...openUpstream(extraction),
  },
  settings: { stack, receiver, newSecret: () => randomBytes(32).toString('base64url') },
};

const delivery = openDelivery(ports, { topic: environment.topic, secrets });

/**
 * Repairs what a single run cannot, and keeps the objects of the extraction service as the watches need them. It
 * delivers critical alerts at once; the sweep of the next minute delivers the others.
 */
export const handler = invokeHandler(z.looseObject({}), async (_payload, call) => {
  const outcome = await delivery.urgently(call, (alerts) => {
    const toUpstream = upstream && { ...upstream, ports: { ...upstream.ports, alerts } };
    return reconcile({ ...ports, alerts, ...(toUpstream && { upstream: toUpstream }) }, call);
  });
  await reportSweep(outcome, heartbeat);
  return outcome;
});
