import { isSecret } from '../../domain/upstream/webhook-secret.ts';
import { dayOf } from '../../domain/time/instant.ts';
import type { Clock } from '../ports/ports.ts';
import type { WebhookPayloads, WebhookQueue, UpstreamResources } from '../ports/upstream-ports.ts';

export interface ReceivePorts {
  clock: Clock;
  resources: Pick<UpstreamResources, 'monitor'>;
  bodies: WebhookPayloads;
  deliveries: WebhookQueue;
}

/** What came to the address of a watch. */
export interface ReceivedDelivery {
  watchId: string;
  secret: string;
  body: Uint8Array;
  /** Digest of the body: the same body is kept once. */
  digest: string;
}

/**
 * Keeps a delivery and queues it: the body first, so that whoever reads the queue finds it. What is in it is not looked
 * at; that is for later, for the sender waits 5 s and no longer.
 */
export async function receiveWebhook(
  { watchId, secret, body, digest }: ReceivedDelivery,
  ports: ReceivePorts,
): Promise<'kept' | 'refused'> {
  const resource = await ports.resources.monitor(watchId);
  if (!isSecret(secret, resource?.secrets ?? [])) return 'refused';
  const receivedAt = ports.clock.now();
  const key = `deliveries/${watchId}/${dayOf(receivedAt)}/${digest}`;
  await ports.bodies.put(key, body);
  await ports.deliveries.send({ watchId, key, receivedAt });
  return 'kept';
}
