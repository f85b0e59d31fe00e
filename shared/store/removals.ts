import * as z from 'zod';
import type { Alert } from '../domain/alerts/alert.ts';
import type { Message } from '../domain/alerts/message.ts';
import type { Silence } from '../domain/channels/silence.ts';
import type { Extraction } from '../domain/extraction/extraction.ts';
import type { StoredFinding } from '../domain/findings/finding.ts';
import { inParallel, partsOf } from '../domain/lib/in-parallel.ts';
import type { RollUpScope } from '../domain/reports/day-rollup.ts';
import { spaceOf } from '../domain/watches/watch.ts';
import {
  isStill,
  messageFields,
  messageKey,
  removeChannelStories,
  type StoredMessage,
} from './alerts/messages.ts';
import { findingItemSchema, watchPartition } from './findings/finding-item.ts';
import { FINDING } from './findings/findings.ts';
import { partitionOf, storyOrdersIn, storyOrdersPartition } from './stories/spaces.ts';
import { copyKey, openKey, storiesIn, storyKey } from './stories/stories.ts';
import type { Table } from './table.ts';
import { actionsPartition, readSilences, silenceItem, silenceKey } from './channels/sending.ts';
import { alertKey } from './alerts/alerts.ts';
import { claimKey, extractionKey } from './upstream/extractions.ts';
import { reportRecordKey, rollupMarkKey, rollupsPartition } from './reports.ts';

/** How many items lie below a watch. */
export interface WatchContent {
  findings: number;
  windows: number;
  quarantined: number;
  /** Its states, its parts, what it has seen, counted and recognised, and what its own space holds. */
  others: number;
}

/** Which count an item of a watch belongs to, by the beginning of its sort key. */
const COUNTED: readonly (readonly [string, keyof WatchContent])[] = [
  [FINDING, 'findings'],
  ['WINDOW#', 'windows'],
  ['QUARANTINE#', 'quarantined'],
];
/** The state of each track. Each contains the lease of a run. */
const STATES: readonly string[] = ['STATE', 'BACKFILL'];
/** Items that are deleted between two calls of `keep`: 20 requests. */
const AT_ONCE = 500;

const keySchema = z.object({ sk: z.string() });

/**
 * Deletes for good what is stored. No function has the right to: the command line does it with the rights of its
 * caller. Every removal can be repeated, and what is not there any more is no error.
 */
export function removalsIn(table: Table) {
  return {
    /** Counts what lies below a watch, by reading its keys. */
    async contentOf(watchId: string): Promise<WatchContent> {
      const content = { findings: 0, windows: 0, quarantined: 0, others: 0 };
      for (const partition of [watchPartition(watchId), ...partitionsBeside(watchId)])
        for await (const page of table.pages({ partition, fields: ['sk'] }, keySchema))
          for (const { sk } of page) {
            const [, kind = 'others'] = COUNTED.find(([prefix]) => sk.startsWith(prefix)) ?? [];
            content[kind] += 1;
          }
      return content;
    },

    /** The findings of a watch, page by page, without what was decided. */
    findingsOf: (watchId: string): AsyncIterable<StoredFinding[]> =>
      table.pages({ partition: watchPartition(watchId), prefix: FINDING }, findingItemSchema),

    /**
     * Deletes all that lies below a watch, and its own space. Its states go last: while they exist, their leases keep
     * runs out. `keep` is called before each part, which takes seconds at most.
     */
    async watch(watchId: string, keep: () => Promise<void>): Promise<void> {
      const partition = watchPartition(watchId);
      for (const beside of partitionsBeside(watchId)) await removePartition(table, beside, { keep });
      await removePartition(table, partition, { isWanted: (sort) => !STATES.includes(sort), keep });
      await table.removeMany(STATES.map((sk) => ({ pk: partition, sk })));
    },

    /**
     * Deletes what a space holds beside its stories and copy keys: open stories, what waits, its lease, what people
     * ordered.
     */
    async space(space: string, keep: () => Promise<void>): Promise<void> {
      for (const partition of partitionsOfSpace(space)) await removePartition(table, partition, { keep });
    },

    /** Deletes stories of a space, and what people ordered about them. For the holder of its lease. */
    async stories(space: string, ids: readonly string[]): Promise<void> {
      const orders = (await storyOrdersIn(table).of(space)).filter(({ story }) => ids.includes(story));
      await table.removeMany([
        ...ids.flatMap((id) => [openKey(space, id), storyKey(id)]),
        ...orders.map(({ key }) => ({ pk: storyOrdersPartition(space), sk: key })),
      ]);
    },

    /**
     * Deletes those of these copy keys of a space that lead to no story. Another story may claim one meanwhile, and
     * keeps it.
     */
    async copyKeys(space: string, keys: readonly string[]): Promise<void> {
      const stories = storiesIn(table);
      const { owners } = await stories.inSpace(space, { keys: [...new Set(keys)], ids: [] });
      const ids = [...new Set(owners.map(({ story }) => story))];
      const { records } = await stories.inSpace(space, { keys: [], ids });
      const known = new Set(records.map(({ id }) => id));
      await inParallel(
        owners.filter(({ story }) => !known.has(story)),
        ({ key, story }) => table.removeIf(copyKey(space, key), { is: { story } }),
      );
    },

    alerts: (alerts: readonly Pick<Alert, 'id' | 'channel'>[]): Promise<void> =>
      table.removeMany(alerts.map(({ id, channel }) => alertKey(id, channel))),

    messages: (ids: readonly string[]): Promise<void> => table.removeMany(ids.map(messageKey)),

    /** Deletes what is remembered of a channel's messages that have a story of one of these alerts. */
    channelStories: (channel: string, alertIds: ReadonlySet<string>): Promise<void> =>
      removeChannelStories(table, { channel, alertIds }),

    /** Replaces a message under its id. False when its delivery has changed since it was read. */
    rewriteMessage: ({ message: { id }, delivery }: StoredMessage, message: Message): Promise<boolean> =>
      table.change(messageKey(id), { set: { message: messageFields(message) }, when: isStill(delivery) }),

    /** Deletes extractions, and the claims of their jobs before. */
    async extractions(extractions: readonly Pick<Extraction, 'id' | 'upstreamId'>[]): Promise<void> {
      const claimed = extractions.flatMap(({ upstreamId }) => upstreamId ?? []);
      await table.removeMany([...new Set(claimed)].map(claimKey));
      await table.removeMany(extractions.map(({ id }) => extractionKey(id)));
    },

    /**
     * Replaces or, where `change` returns undefined, deletes stored silences. Its id and end stay. Returns how many
     * changed.
     */
    async silences(change: (silence: Silence) => Silence | undefined): Promise<number> {
      const changed = (await readSilences(table, 0)).flatMap((before) => {
        const after = change(before);
        return after === before ? [] : [{ before, after }];
      });
      for (const { before, after } of changed)
        await (after ? table.put(silenceItem(after)) : table.remove(silenceKey(before)));
      return changed.length;
    },

    /** Deletes records of written reports. */
    reports: (ids: readonly string[]): Promise<void> => table.removeMany(ids.map(reportRecordKey)),

    /** Deletes all rollups of a brand in a time zone, with their marks. */
    rollups: (scope: RollUpScope): Promise<void> => removePartition(table, rollupsPartition(scope)),

    /** Deletes the mark that a day is rolled up. */
    rollupMark: (scope: RollUpScope, foundDay: string): Promise<void> =>
      table.remove(rollupMarkKey(scope, foundDay)),
  };
}

/** What readers did about the alerts of a watch, and the space that it has without a brand. */
function partitionsBeside(watchId: string): string[] {
  return [actionsPartition(watchId), ...partitionsOfSpace(spaceOf({ id: watchId }))];
}

function partitionsOfSpace(space: string): string[] {
  return [storyOrdersPartition(space), partitionOf(space)];
}

interface PartitionOptions {
  /** Which sort keys are deleted; all when left out. */
  isWanted?: (sort: string) => boolean;
  /** Called before each part. */
  keep?: () => Promise<void>;
}

/** Deletes the items of a partition, page by page. */
export async function removePartition(
  table: Table,
  partition: string,
  { isWanted = () => true, keep = async () => {} }: PartitionOptions = {},
): Promise<void> {
  for await (const page of table.pages({ partition, fields: ['sk'] }, keySchema)) {
    const wanted = page.filter(({ sk }) => isWanted(sk)).map(({ sk }) => ({ pk: partition, sk }));
    for (const part of partsOf(wanted, AT_ONCE)) {
      await keep();
      await table.removeMany(part);
    }
  }
}
