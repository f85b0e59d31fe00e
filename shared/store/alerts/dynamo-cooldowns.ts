import * as z from 'zod';
import type { Cooldowns } from '../../use-cases/ports/alerts.ts';
import { expiry, type Key, type Table } from '../table.ts';

const cooldownSchema = z.object({ topic: z.string(), at: z.number() });

/** When a channel last sent a group or a story: one item each, removed after its cooldown. */
export function dynamoCooldowns(table: Table): Cooldowns {
  return {
    async lastNotified(channel, topics) {
      const found = await table.getMany(
        [...new Set(topics)].map((topic) => keyOf(channel, topic)),
        cooldownSchema,
      );
      return new Map(found.map(({ topic, at }) => [topic, at]));
    },

    note: (channel, { topic, at, until }) =>
      table.put({ ...keyOf(channel, topic), topic, at, ...expiry(until) }),
  };
}

function keyOf(channel: string, topic: string): Key {
  return { pk: `CHANNEL#${channel}`, sk: `TOLD#${topic}` };
}
