import { dayOf } from '../../../domain/time/instant.ts';
import { isKnownSecret } from '../../../domain/upstream/webhook-secret.ts';
import type { Clock } from '../../ports/clock.ts';
import type { WebhookQueue } from '../../ports/queues.ts';
import type { UpstreamResources, WebhookPayloads } from '../../ports/upstream.ts';

export interface ReceivePorts {
  clock: Clock;
  resources: Pick<UpstreamResources, 'monitor'>;
  bodies: WebhookPayloads;
  deliveries: WebhookQueue;
}

/** What was posted to the address of a watch. */
export interface PostedPayload {
  watchId: string;
  secret: string;
  body: Uint8Array;
  /** Hash of the body: the same body is stored once. */
  digest: string;
}

/**
 * Stores a webhook payload and queues it: the body first, so that whoever reads the queue finds it. Its content is read
 * later: the sender waits 5 s and no longer.
 */
export async function receiveWebhook(
  { watchId, secret, body, digest }: PostedPayload,
  ports: ReceivePorts,
): Promise<'kept' | 'refused'> {
  const resource = await ports.resources.monitor(watchId);
  if (!isKnownSecret(secret, resource?.secrets ?? [])) return 'refused';
  const receivedAt = ports.clock.now();
  const key = `deliveries/${watchId}/${dayOf(receivedAt)}/${digest}`;
  await ports.bodies.put(key, body);
  await ports.deliveries.send({ watchId, key, receivedAt });
  return 'kept';
}
