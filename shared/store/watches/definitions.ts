import * as z from 'zod';
import {
  channelDefinitionSchema,
  feedListSchema,
  reportPlanSchema,
  watchDefinitionSchema,
  watchlistDefinitionSchema,
} from '../../contracts/stored/definitions.ts';
import type { Channel } from '../../domain/channels/channel.ts';
import type { FeedList } from '../../domain/feeds/feed.ts';
import type { ReportPlan } from '../../domain/reports/report-record.ts';
import type { Instant } from '../../domain/time/instant.ts';
import type { RemovedWatch, Watch } from '../../domain/watches/watch.ts';
import type { Watchlist } from '../../domain/watches/watchlist.ts';
import { expiry, type Key, type Table } from '../table.ts';

// What `watches.yaml` asks for, as `apply-watches` last wrote it: a partition for each kind of thing.

const WATCHES = 'WATCHES';
const CHANNELS = 'CHANNELS';
const REPORTS = 'REPORTS';
const WATCHLISTS = 'WATCHLISTS';
/** The lists of feeds lie beside the states of all feeds. */
const FEEDS = 'FEEDS';
const LIST = 'LIST#';
const REMOVED = 'REMOVED';

/** The key of a channel. */
function channelKey(name: string): Key {
  return { pk: CHANNELS, sk: name };
}

/** Watches and channels. */
export function definitionsIn(table: Table) {
  return {
    watch: (id: string): Promise<Watch | undefined> =>
      table.get({ pk: WATCHES, sk: id }, watchDefinitionSchema),
    watches: (): Promise<Watch[]> => table.query({ partition: WATCHES }, watchDefinitionSchema),
    putWatch: (watch: Watch): Promise<void> => table.put({ pk: WATCHES, sk: watch.id, ...watch }),
    removeWatch: (id: string): Promise<void> => table.remove({ pk: WATCHES, sk: id }),
    channel: (name: string): Promise<Channel | undefined> =>
      table.get(channelKey(name), channelDefinitionSchema),
    channels: (): Promise<Channel[]> => table.query({ partition: CHANNELS }, channelDefinitionSchema),
    putChannel: (channel: Channel): Promise<void> => table.put({ ...channelKey(channel.name), ...channel }),
    removeChannel: (name: string): Promise<void> => table.remove(channelKey(name)),
  };
}

export type Definitions = ReturnType<typeof definitionsIn>;

/** The reports that are asked for. */
export function reportPlansIn(table: Table) {
  return {
    plan: (id: string): Promise<ReportPlan | undefined> =>
      table.get({ pk: REPORTS, sk: id }, reportPlanSchema),
    plans: (): Promise<ReportPlan[]> => table.query({ partition: REPORTS }, reportPlanSchema),
    putPlan: (plan: ReportPlan): Promise<void> => table.put({ pk: REPORTS, sk: plan.id, ...plan }),
    removePlan: (id: string): Promise<void> => table.remove({ pk: REPORTS, sk: id }),
  };
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
