import * as z from 'zod';
import type { ChannelActivity } from '../../../use-cases/ports/alerts.ts';
import { gateKey } from '../watches/dynamo-leases.ts';
import type { Table } from '../table/table.ts';

const lifeSchema = z.object({ sent: z.array(z.number()).default([]), knownSince: z.number().optional() });

/** The gate of a channel holds when it sent last; it also notes when it was first asked for a sign of life. */
export function dynamoChannelActivity(table: Table): ChannelActivity {
  return {
    async lastSign(channel, now) {
      const key = gateKey(channel);
      const gate = await table.get(key, lifeSchema);
      const known = gate?.sent.at(-1) ?? gate?.knownSince;
      if (known !== undefined) return known;
      const condition = 'attribute_not_exists(knownSince)';
      await table.update(key, { set: { knownSince: now }, condition }, lifeSchema);
      return now;
    },
  };
}
