import { isName } from '../../domain/lib/fields.ts';
import { dayOf } from '../../domain/time/instant.ts';
import { isKnownSecret } from '../../domain/upstream/upstream-resource.ts';
import type { Ports } from '../ports/ports.ts';

export type ReceivePorts = Pick<Ports, 'clock' | 'webhookPayloads' | 'deliveries'> & {
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

/** The most bytes of a body: a function of AWS is called with at most 6 MB. */
const LARGEST_BODY = 6 * 1024 * 1024;

/** The most characters of a secret. Ours have 43. */
const LONGEST_SECRET = 4_096;

/**
 * What became of a payload: stored; refused without a secret that we issued; no address of a watch; more bytes than a
 * payload can have.
 */
export type ReceiveOutcome = 'kept' | 'refused' | 'unknown' | 'too large';

/**
 * Stores a webhook payload and queues it: the body first, so that whoever reads the queue finds it. Its content is
 * read later: the sender waits 5 s and no longer. The store is read only for the name of a watch.
 */
export async function receiveWebhook(
  { watchId, secret, body, digest }: PostedPayload,
  ports: ReceivePorts,
): Promise<ReceiveOutcome> {
  if (!isName(watchId)) return 'unknown';
  if (body.length > LARGEST_BODY) return 'too large';
  if (secret === '' || secret.length > LONGEST_SECRET) return 'refused';
  const resource = await ports.resources.monitor(watchId);
  if (!isKnownSecret(secret, resource?.secrets ?? [])) return 'refused';
  const receivedAt = ports.clock.now();
  const key = `deliveries/${watchId}/${dayOf(receivedAt)}/${digest}`;
  await ports.webhookPayloads.put(key, body);
  await ports.deliveries.send({ watchId, key, receivedAt });
  return 'kept';
}
