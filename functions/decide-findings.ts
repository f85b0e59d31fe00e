import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SQSClient } from '@aws-sdk/client-sqs';
import { boundedRequests } from '../shared/aws/bounded-requests.ts';
import { sqsDecideQueue } from '../shared/aws/sqs-queues.ts';
import { readDecideEnvironment } from '../shared/contracts/environment.ts';
import { EVENTS } from '../shared/contracts/names.ts';
import { decideOrderSchema } from '../shared/contracts/orders.ts';
import { decideSpace } from '../shared/use-cases/decide/decide-space.ts';
import { countWork, logEvent, openJudging, openTable, queueHandler } from './handler.ts';
import { lateModels } from './late-models.ts';
import { openDelivery } from './open-delivery.ts';

const { table, topic, decideQueue } = readDecideEnvironment(process.env);
const secrets = new SecretsManagerClient(boundedRequests());
const ports = {
  ...openTable(table),
  judging: openJudging(table),
  models: lateModels(secrets),
  decideQueue: sqsDecideQueue(new SQSClient(boundedRequests()), decideQueue),
};
const delivery = openDelivery(ports, { topic, secrets });

/**
 * Decides what waits in a space, which may be much: it delivers critical alerts while it goes on, and the others at
 * its end.
 */
export const handler = queueHandler(decideOrderSchema, async (order, call) => {
  const outcome = await delivery.urgently(call, (alerts) => decideSpace(order, { ...ports, alerts }, call));
  logEvent(EVENTS.findingsDecided, { outcome });
  countWork(outcome);
  await delivery.deliver(outcome.channels, call);
});
