import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import * as z from 'zod';
import { openStore } from '../shared/aws/open-store.ts';
import { publishClient } from '../shared/aws/publish-client.ts';
import { snsTopic } from '../shared/aws/sns-topic.ts';
import { readDeliverEnvironment } from '../shared/contracts/environment.ts';
import { composeMessage } from '../shared/render/compose-message.ts';
import { deliverAlerts } from '../shared/use-cases/deliver-alerts.ts';
import { redriveMessages } from '../shared/use-cases/redrive-messages.ts';
import { clock, invokeHandler, reportDelivery } from './edge.ts';

const environment = readDeliverEnvironment(process.env);
const ports = {
  ...openStore(new DynamoDBClient(), environment.table),
  clock,
  topic: snsTopic(publishClient(), environment.topic),
  compose: composeMessage,
};

/** `redrive` first brings dead deliveries back: one by its id, or `all`. */
const payloadSchema = z.looseObject({ redrive: z.string().optional() });

/** Tells what is due on every channel. */
export const handler = invokeHandler(payloadSchema, async ({ redrive }, call) => {
  const redriven = redrive === undefined ? [] : await redriveMessages(redrive, ports);
  const outcome = await deliverAlerts('all', ports, call);
  reportDelivery(outcome);
  return { ...outcome, redriven };
});
