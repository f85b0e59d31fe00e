import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import * as z from 'zod';
import { boundedRequests } from '../shared/aws/bounded-requests.ts';
import { readDeliverEnvironment } from '../shared/contracts/environment.ts';
import { feedOrderSchema, silenceOrderSchema } from '../shared/contracts/orders.ts';
import { addSilence, expireSilence, redriveMessages } from '../shared/use-cases/deliver/redrive-messages.ts';
import { revokeFeed, shareFeed } from '../shared/use-cases/pages/answer-feed.ts';
import { invokeHandler, openTable } from './handler.ts';
import { lateOpening } from './late-models.ts';
import { openDelivery } from './open-delivery.ts';

const { table, topic } = readDeliverEnvironment(process.env);
const ports = openTable(table);
const secrets = new SecretsManagerClient(boundedRequests());
const delivery = openDelivery(ports, { topic, secrets, opening: lateOpening(ports, { table, secrets }) });

/** What happens before the delivery: dead messages are redriven, one by its id or `all`; a silence begins or ends. A feed is shared or revoked, and nothing is delivered. */
const payloadSchema = z.looseObject({
  redrive: z.string().optional(),
  silence: silenceOrderSchema.optional(),
  /** Id of the silence to end. */
  expire: z.string().optional(),
  share: feedOrderSchema.optional(),
  /** Id of the shared feed to revoke. */
  revoke: z.string().optional(),
});

/** Delivers what is due on every channel. */
export const handler = invokeHandler(
  payloadSchema,
  async ({ redrive, silence, expire, share, revoke }, call) => {
    const feed = share ? await shareFeed(share, ports) : revoke && (await revokeFeed(revoke, ports));
    if (share ?? revoke) return { feed };
    const added = silence && (await addSilence(silence, ports));
    const expired = expire === undefined ? undefined : await expireSilence(expire, ports);
    const redriven = redrive === undefined ? [] : await redriveMessages(redrive, ports);
    const outcome = await delivery.deliver('all', call);
    return { ...outcome, redriven, silence: added, expired };
  },
);
