import * as z from 'zod';
import {
  notifiedStorySchema,
  openStorySchema,
  storyRecordSchema,
} from '../../shared/contracts/stored/stored-story.ts';
import { type MemoryTable, memoryTable } from '../../shared/store/memory-table.ts';
import { openStore } from '../../shared/store/open-store.ts';
import type { Key } from '../../shared/store/table.ts';

/** The store over a table in memory, and the table, to be looked into. */
export function memoryStore() {
  const table = memoryTable();
  return { ...openStore(table), table };
}

export type MemoryStore = ReturnType<typeof memoryStore>;

const keysSchema = z.object({ pk: z.string(), sk: z.string() });
const keySchema = z.object({ band: z.string(), story: z.string(), until: z.number() });
/** The sort key of what a watch has of a thing. */
const OF_WATCH = 'WATCH#';

/** What a table holds of stories, by the story, or the key, and the watch. */
export function heldStories(table: MemoryTable) {
  const items = table.items().map((item) => ({ item, ...keysSchema.parse(item) }));
  const held = <S extends z.ZodType>(schema: S, keyOf: (pk: string, sk: string) => string | undefined) =>
    new Map(
      items.flatMap(({ item, pk, sk }) => {
        const key = keyOf(pk, sk);
        return key === undefined ? [] : [[key, schema.parse(item)] as const];
      }),
    );
  const below = (prefix: string) => (pk: string, sk: string) =>
    pk.startsWith(prefix)
      ? `${pk.slice(prefix.length)}/${sk.startsWith(OF_WATCH) ? sk.slice(OF_WATCH.length) : ''}`
      : undefined;
  const ofWatch = (prefix: string) => (pk: string, sk: string) =>
    pk.startsWith(OF_WATCH) && sk.startsWith(prefix)
      ? `${pk.slice(OF_WATCH.length)}/${sk.slice(prefix.length)}`
      : undefined;
  return {
    stories: held(storyRecordSchema, below('STORY#')),
    keys: held(keySchema, below('BAND#')),
    open: held(openStorySchema, ofWatch('OPEN#')),
    notified: held(notifiedStorySchema, ofWatch('STORY#')),
  };
}

/** Removes the items whose keys begin so. */
export async function removeItems(table: MemoryTable, isWanted: (key: Key) => boolean): Promise<void> {
  const keys = table.items().map((item) => keysSchema.parse(item));
  await table.removeMany(keys.filter(isWanted));
}
