import * as z from 'zod';
import { PROTOCOLS } from '../../domain/alerts/message.ts';
import type { NotifiedStory } from '../../domain/channels/message-plan.ts';
import { isoOf } from '../../domain/time/instant.ts';
import { SEVERITIES } from '../../domain/watches/watch.ts';
import type { ChannelStories } from '../../use-cases/ports/alerts.ts';
import { ABSENT, expiry, type Key, type Table } from '../table.ts';

/** A story that a channel was notified of. */
const notifiedSchema = z.object({
  alertIds: z.array(z.string()),
  watches: z.array(z.string()),
  spaces: z.array(z.string()),
  severity: z.enum(SEVERITIES),
  protocols: z.array(z.enum(PROTOCOLS)),
  keys: z.array(z.string()),
}) satisfies z.ZodType<NotifiedStory>;

const storiesSchema = z.object({
  messageId: z.string(),
  at: z.number(),
  stories: z.array(notifiedSchema),
});

const PREFIX = 'NOTIFIED#';

/** The stories of a channel's messages: one item for each message that has some, by its time. */
export function dynamoChannelStories(table: Table): ChannelStories {
  return {
    since: (channel, at, limit) =>
      table.query(
        {
          partition: partitionOf(channel),
          from: `${PREFIX}${isoOf(at)}`,
          upTo: `${PREFIX}\u{10FFFF}`,
          limit,
          newestFirst: true,
        },
        storiesSchema,
      ),

    async note(channel, { messageId, at, until, stories }) {
      const key = keyOf(channel, { messageId, at });
      // A repeat, after a death, writes the same.
      await table.putIf({ ...key, messageId, at, stories, ...expiry(until) }, ABSENT);
    },
  };
}

/** Deletes the records of a channel that have a story of one of these alerts. */
export async function removeChannelStories(
  table: Table,
  { channel, alertIds }: { channel: string; alertIds: ReadonlySet<string> },
): Promise<void> {
  const query = { partition: partitionOf(channel), prefix: PREFIX };
  for await (const page of table.pages(query, storiesSchema)) {
    const own = page.filter(({ stories }) =>
      stories.some((one) => one.alertIds.some((id) => alertIds.has(id))),
    );
    await table.removeMany(own.map((record) => keyOf(channel, record)));
  }
}

function partitionOf(channel: string): string {
  return `CHANNEL#${channel}`;
}

function keyOf(channel: string, { messageId, at }: { messageId: string; at: number }): Key {
  return { pk: partitionOf(channel), sk: `${PREFIX}${isoOf(at)}#${messageId}` };
}
