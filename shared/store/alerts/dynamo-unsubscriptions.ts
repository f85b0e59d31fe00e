import * as z from 'zod';
import type { Unsubscription } from '../../domain/channels/unsubscribed.ts';
import type { Unsubscriptions } from '../../use-cases/ports/messages.ts';
import type { Key, Table } from '../table.ts';

/** More recipients than a lane may have, over years. */
const MOST = 10_000;

const PARTITION = 'UNSUBSCRIBED';

const unsubscriptionSchema = z.object({
  lane: z.string(),
  recipient: z.string(),
  at: z.number(),
  undoneAt: z.number().optional(),
}) satisfies z.ZodType<Unsubscription>;

/** Who has unsubscribed from a lane: one item for each recipient, without an end. */
export function dynamoUnsubscriptions(table: Table): Unsubscriptions {
  return {
    put: (record) => table.put({ ...keyOf(record), ...record }),
    of: (lane) =>
      table.query({ partition: PARTITION, prefix: `${lane}#`, limit: MOST }, unsubscriptionSchema),
    get: (lane, recipient) => table.get(keyOf({ lane, recipient }), unsubscriptionSchema),
  };
}

function keyOf({ lane, recipient }: Pick<Unsubscription, 'lane' | 'recipient'>): Key {
  return { pk: PARTITION, sk: `${lane}#${recipient}` };
}
