import { isDeepStrictEqual } from 'node:util';
import type { StoryOutline } from '../../shared/domain/stories/story-record.ts';
import type { Removals } from '../../shared/use-cases/ports/removals/removals.ts';
import type { StoredObjects } from '../../shared/use-cases/ports/removals/stored-objects.ts';
import { copyOf } from '../../infra/memory/copy-of.ts';
import type { MemoryReports } from './memory-reports.ts';
import type { MemoryStore } from '../../infra/memory/memory-store.ts';

/** What changes whenever a story does. */
const stateOf = ({ seenAt, articles, absorbed, mergedInto }: StoryOutline) => [
  seenAt,
  articles.length,
  absorbed.length,
  mergedInto,
];

/** Deletes what the stores in memory hold. */
export function memoryRemovals({ held }: MemoryStore, reports: MemoryReports): Removals {
  const { alerts, messages, silences } = held;
  return {
    contentOf: async (watchId) => {
      const findings = held.findings.get(watchId)?.all.size ?? 0;
      const windows = keysOf(held.windows, watchId).length;
      const quarantined = keysOf(held.quarantine, watchId).length;
      const others = otherKeys(held, watchId).reduce((sum, { keys }) => sum + keys.length, 0);
      return { findings, windows, quarantined, others };
    },
    async *findingsOf(watchId) {
      const all = [...(held.findings.get(watchId)?.all.values() ?? [])];
      for (let at = 0; at < all.length; at += 100) yield copyOf(all.slice(at, at + 100));
    },
    watch: async (watchId, keep) => {
      await keep();
      held.findings.delete(watchId);
      for (const map of [held.windows, held.quarantine])
        for (const key of keysOf(map, watchId)) map.delete(key);
      for (const { map, keys } of otherKeys(held, watchId)) for (const key of keys) map.delete(key);
    },
    storiesOfWatch: async (watchId, { ids, keys }) => {
      for (const id of ids) held.stories.stories.delete(`${id}/${watchId}`);
      for (const key of keys) held.stories.keys.delete(`${key}/${watchId}`);
    },
    story: async (story) => {
      const { stories } = held.stories;
      const stored = stories.get(`${story.id}/`);
      if (stored && !isDeepStrictEqual(stateOf(stored), stateOf(story))) return false;
      stories.delete(`${story.id}/`);
      return true;
    },
    similarityKeys: async (keys) => {
      for (const { key, story } of keys)
        if (held.stories.keys.get(`${key}/`)?.story === story) held.stories.keys.delete(`${key}/`);
    },
    alerts: async (gone) => {
      for (const { id, channel } of gone) alerts.delete(`${id}/${channel}`);
    },
    channelStories: async (channel, alertIds) => {
      for (const [key, { channel: of, noted }] of held.channelStories) {
        const isOwn = noted.stories.some((story) => story.alertIds.some((id) => alertIds.has(id)));
        if (of === channel && isOwn) held.channelStories.delete(key);
      }
    },
    messages: async (ids) => {
      for (const id of ids) messages.delete(id);
    },
    rewriteMessage: async ({ message: { id }, delivery }, message) => {
      const stored = messages.get(id);
      if (!stored || !isDeepStrictEqual(copyOf(stored.delivery), copyOf(delivery))) return false;
      messages.set(id, copyOf({ ...stored, message }));
      return true;
    },
    extractions: async (gone) => {
      for (const { id, upstreamId } of gone) {
        if (upstreamId !== undefined) held.extractions.claims.delete(upstreamId);
        held.extractions.extractions.delete(id);
      }
    },
    silences: async (change) => {
      let changed = 0;
      for (const before of silences.values()) {
        const after = change(before);
        if (after === before) continue;
        changed += 1;
        if (after) silences.set(before.id, copyOf(after));
        else silences.delete(before.id);
      }
      return changed;
    },
    reports: async (ids) => {
      for (const id of ids) reports.held.records.delete(id);
    },
    rollups: async ({ brand, timezone }) => {
      for (const map of [reports.held.marks, reports.held.rollups])
        for (const key of map.keys()) if (key.startsWith(`${brand} ${timezone} `)) map.delete(key);
    },
    rollupMark: async ({ brand, timezone }, foundDay) =>
      void reports.held.marks.delete(`${brand} ${timezone} ${foundDay}`),
  };
}

/** Keys `watch/…`; a name has no slash. */
function keysOf(map: ReadonlyMap<string, unknown>, watchId: string): string[] {
  return [...map.keys()].filter((key) => key.startsWith(`${watchId}/`));
}

function otherKeys(
  held: MemoryStore['held'],
  watchId: string,
): { map: Map<string, unknown>; keys: string[] }[] {
  const listed = (map: ReadonlyMap<string, unknown>) =>
    [...map.keys()].filter((key) => key.startsWith(`[${JSON.stringify(watchId)},`));
  return [
    ...[held.states, held.notified, held.runs, held.stories.open, held.readerActions, held.storyOrders].map(
      (map) => ({
        map,
        keys: keysOf(map, watchId),
      }),
    ),
    ...[held.seen, held.marks].map((map) => ({ map, keys: listed(map) })),
    { map: held.counts, keys: held.counts.has(watchId) ? [watchId] : [] },
  ];
}

/** The objects of twins of the bucket, each a map by key, and what stands before its keys in the bucket. */
export function memoryObjects(
  ...parts: readonly { objects: Map<string, unknown>; below?: string }[]
): StoredObjects {
  const keysBelow = (folder: string) =>
    parts.flatMap(({ objects, below = '' }) =>
      [...objects.keys()]
        .filter((key) => `${below}${key}`.startsWith(folder))
        .map((key) => ({ objects, key })),
    );
  return {
    count: async (folder) => keysBelow(folder).length,
    remove: async (folder) => {
      const found = keysBelow(folder);
      for (const { objects, key } of found) objects.delete(key);
      return found.length;
    },
  };
}
