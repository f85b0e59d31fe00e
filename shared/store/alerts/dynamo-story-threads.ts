import * as z from 'zod';
import { SEVERITIES } from '../../domain/watches/watch.ts';
import type { StoryThreads } from '../../use-cases/ports/messages.ts';
import { expiry, type Key, type Table } from '../table.ts';

const threadSchema = z.object({ ref: z.string(), severity: z.enum(SEVERITIES), at: z.number() });

/** What other services have of the stories of a lane: one item for each story. */
export function dynamoStoryThreads(table: Table): StoryThreads {
  return {
    find: (lane, story) => table.get(keyOf(lane, story), threadSchema),
    note: (lane, story, { until, ...thread }) =>
      table.put({ ...keyOf(lane, story), ...thread, ...expiry(until) }),
  };
}

function keyOf(lane: string, story: string): Key {
  return { pk: `CHANNEL#${lane}`, sk: `THREAD#${story}` };
}
