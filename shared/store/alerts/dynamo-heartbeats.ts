import * as z from 'zod';
import type { ChannelActivity } from '../../use-cases/ports/alerts.ts';
import { gateKey } from './dynamo-channel-gate.ts';
import type { Table } from '../table.ts';

const activitySchema = z.object({ sent: z.array(z.number()).default([]), knownSince: z.number().optional() });

/** The gate item of a channel contains when the channel sent last, and when its heartbeat was first checked. */
export function dynamoChannelActivity(table: Table): ChannelActivity {
  return {
    async lastSign(channel, now) {
      const key = gateKey(channel);
      const gate = await table.get(key, activitySchema);
      const known = gate?.sent.at(-1) ?? gate?.knownSince;
      if (known !== undefined) return known;
      await table.change(key, { set: { knownSince: now }, when: { is: { knownSince: undefined } } });
      return now;
    },
  };
}
