import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import * as z from 'zod';
import { openStore } from '../shared/aws/dynamo/open-store.ts';
import { publishClient } from '../shared/aws/sns/publish-client.ts';
import { secretPageLinks } from '../shared/aws/secrets/secret-page-links.ts';
import { snsTopic } from '../shared/aws/sns/sns-topic.ts';
import { readDeliverEnvironment, readLinkEnvironment } from '../shared/contracts/environment.ts';
import { silenceOrderSchema } from '../shared/contracts/stored/stored-silence.ts';
import { composeWithLinks } from '../shared/render/message/compose-message.ts';
import { addSilence, expireSilence } from '../shared/use-cases/deliver/change-silences.ts';
import { deliverAlerts } from '../shared/use-cases/deliver/deliver-alerts.ts';
import { redriveMessages } from '../shared/use-cases/deliver/redrive-messages.ts';
import { clock, invokeHandler, linksOrNone, reportDelivery } from './edge.ts';

const environment = readDeliverEnvironment(process.env);
const ports = {
  ...openStore(new DynamoDBClient(), environment.table),
  clock,
  topic: snsTopic(publishClient(), environment.topic),
};
const links = secretPageLinks(new SecretsManagerClient(), { ...readLinkEnvironment(process.env), clock });

/**
 * `redrive` first brings dead deliveries back: one by its id, or `all`. `silence` first mutes alerts, and `expire` ends a
 * silence, by its id.
 */
const payloadSchema = z.looseObject({
  redrive: z.string().optional(),
  silence: silenceOrderSchema.optional(),
  expire: z.string().optional(),
});

/** Tells what is due on every channel. */
export const handler = invokeHandler(payloadSchema, async ({ redrive, silence, expire }, call) => {
  const added = silence && (await addSilence(silence, ports));
  const expired = expire === undefined ? undefined : await expireSilence(expire, ports);
  const redriven = redrive === undefined ? [] : await redriveMessages(redrive, ports);
  const compose = composeWithLinks(await linksOrNone(links));
  const outcome = await deliverAlerts('all', { ...ports, compose }, call);
  reportDelivery(outcome);
  return { ...outcome, redriven, silence: added, expired };
});
