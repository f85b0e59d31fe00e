import * as z from 'zod';
import {
  channelDefinitionSchema,
  feedListSchema,
  reportPlanSchema,
  watchDefinitionSchema,
  watchlistDefinitionSchema,
} from '../../contracts/stored/definitions.ts';
import type { Channel } from '../../domain/channels/channel.ts';
import {
  type Edit,
  type Edited,
  fieldsOfChannel,
  fieldsOfReport,
  watchWithEdits,
  withEdits,
} from '../../domain/edits/edits.ts';
import type { FeedList } from '../../domain/feeds/feed.ts';
import type { ReportPlan } from '../../domain/reports/report-record.ts';
import type { Instant } from '../../domain/time/instant.ts';
import type { RemovedWatch, Watch } from '../../domain/watches/watch.ts';
import type { Watchlist } from '../../domain/watches/watchlist.ts';
import { parseAs } from '../../contracts/parse-as.ts';
import { expiry, type Key, type Table } from '../table.ts';

// What `watches.yaml` asks for, as `apply-watches` last wrote it: a partition for each kind of thing. Beside what the
// file says, an item has what people edited since. Whoever reads a definition reads it with its edits.

const WATCHLISTS = 'WATCHLISTS';
/** The lists of feeds lie beside the states of all feeds. */
const FEEDS = 'FEEDS';
const LIST = 'LIST#';
const REMOVED = 'REMOVED';

const editorSchema = z.object({ id: z.string(), name: z.string() });

const editsSchema = z.object({
  edits: z
    .array(
      z.object({
        id: z.string(),
        key: z.string(),
        act: z.enum(['add', 'remove', 'set']),
        value: z.union([z.string(), z.number(), z.boolean()]),
        by: editorSchema,
        at: z.number(),
        base: z.string(),
        undone: z.object({ by: editorSchema, at: z.number() }).optional(),
      }),
    )
    .default([]),
  revision: z.number().default(0),
});

/** Definitions as the file says them, each with its edits. */
export interface EditedIn<T> {
  get(id: string): Promise<Edited<T> | undefined>;
  all(): Promise<Edited<T>[]>;
  /** False: somebody has changed the edits since this revision, or the definition is gone. */
  putEdits(id: string, edits: readonly Edit[], revision: number): Promise<boolean>;
}

interface Kind<T> {
  partition: string;
  schema: z.ZodType<T> & { shape: object };
  idOf: (one: T) => string;
  withEdits: (edited: Edited<T>) => T;
}

const WATCH: Kind<Watch> = {
  partition: 'WATCHES',
  schema: watchDefinitionSchema,
  idOf: ({ id }) => id,
  withEdits: watchWithEdits,
};
const CHANNEL: Kind<Channel> = {
  partition: 'CHANNELS',
  schema: channelDefinitionSchema,
  idOf: ({ name }) => name,
  withEdits: (edited) => withEdits(edited, fieldsOfChannel),
};
const REPORT: Kind<ReportPlan> = {
  partition: 'REPORTS',
  schema: reportPlanSchema,
  idOf: ({ id }) => id,
  withEdits: (edited) => withEdits(edited, fieldsOfReport),
};

/** The definitions of one kind. `put` takes what the file says: edits stay. */
function kindIn<T extends object>(table: Table, { partition, schema, idOf, withEdits: effective }: Kind<T>) {
  const keyOf = (id: string): Key => ({ pk: partition, sk: id });
  const split = (item: unknown) => ({ base: parseAs(schema, item), ...parseAs(editsSchema, item) });
  const stored = z.unknown().transform(split);
  const shown = stored.transform((edited) => (edited.edits.length > 0 ? effective(edited) : edited.base));
  const ofFile: EditedIn<T> = {
    get: (id) => table.get(keyOf(id), stored),
    all: () => table.query({ partition }, stored),
    putEdits: (id, edits, revision) =>
      table.change(keyOf(id), {
        set: { edits, revision: revision + 1 },
        when: { exists: true, is: { revision: revision === 0 ? undefined : revision } },
      }),
  };
  return {
    get: (id: string): Promise<T | undefined> => table.get(keyOf(id), shown),
    all: (): Promise<T[]> => table.query({ partition }, shown),
    put: (one: T): Promise<boolean> =>
      table.change(keyOf(idOf(one)), { set: { ...withoutFields(schema), ...one } }),
    remove: (id: string): Promise<void> => table.remove(keyOf(id)),
    ofFile,
  };
}

/** A change that removes all fields of a schema. */
function withoutFields({ shape }: { shape: object }): Record<string, undefined> {
  return Object.fromEntries(Object.keys(shape).map((field) => [field, undefined]));
}

/** Watches and channels. */
export function definitionsIn(table: Table) {
  const [watches, channels] = [kindIn(table, WATCH), kindIn(table, CHANNEL)];
  return {
    watch: watches.get,
    watches: watches.all,
    putWatch: watches.put,
    removeWatch: watches.remove,
    channel: channels.get,
    channels: channels.all,
    putChannel: channels.put,
    removeChannel: channels.remove,
    ofFile: { watch: watches.ofFile, channel: channels.ofFile },
  };
}

export type Definitions = ReturnType<typeof definitionsIn>;

/** The reports that are asked for. */
export function reportPlansIn(table: Table) {
  const { get, all, put, remove, ofFile } = kindIn(table, REPORT);
  return { plan: get, plans: all, putPlan: put, removePlan: remove, ofFile };
}

export type ReportPlans = ReturnType<typeof reportPlansIn>;

/** Lists by name. */
export interface Lists<T> {
  all(): Promise<T[]>;
  put(list: T): Promise<void>;
  remove(name: string): Promise<void>;
}

export function watchlistsIn(table: Table): Lists<Watchlist> {
  return {
    all: () => table.query({ partition: WATCHLISTS }, watchlistDefinitionSchema),
    put: (list) => table.put({ pk: WATCHLISTS, sk: list.name, ...list }),
    remove: (name) => table.remove({ pk: WATCHLISTS, sk: name }),
  };
}

export function feedListsIn(table: Table): Lists<FeedList> {
  return {
    all: () => table.query({ partition: FEEDS, prefix: LIST }, feedListSchema),
    put: (list) => table.put({ pk: FEEDS, sk: LIST + list.name, ...list }),
    remove: (name) => table.remove({ pk: FEEDS, sk: LIST + name }),
  };
}

const removedWatchSchema = z.object({
  watchId: z.string(),
  brand: z.string().optional(),
  retention: z.number(),
  removedAt: z.number(),
  expiresAt: z.number(),
}) satisfies z.ZodType<RemovedWatch>;

/** Watches that the file does not name any more, and of which something may be stored. */
export function removedWatchesIn(table: Table) {
  return {
    /** Those that have not expired, in the order of their ids. One that was applied again may be among them. */
    async all(now: Instant): Promise<RemovedWatch[]> {
      const found = await table.query({ partition: REMOVED }, removedWatchSchema);
      return found.filter(({ expiresAt }) => expiresAt > now);
    },

    /** Notes a removal; a later one of the same watch replaces it. */
    note: (removed: RemovedWatch): Promise<void> =>
      table.put({ pk: REMOVED, sk: removed.watchId, ...removed, ...expiry(removed.expiresAt) }),

    forget: (watchId: string): Promise<void> => table.remove({ pk: REMOVED, sk: watchId }),
  };
}
