import type { Ports } from '../../ports/ports.ts';
import { dayOf } from '../../../domain/time/instant.ts';
import { isKnownSecret } from '../../../domain/upstream/webhook-secret.ts';

export type ReceivePorts = Pick<Ports, 'clock' | 'bodies' | 'deliveries'> & {
  resources: Pick<Ports['resources'], 'monitor'>;
};

/** What was posted to the address of a watch. */
interface PostedPayload {
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
