import type { Removals } from '../../use-cases/ports/removals/removals.ts';
import { alertKey } from '../alerts/alerts.ts';
import { readSilences, silenceItem, silenceKey } from '../channels/silences.ts';
import { isStill, messageFields, messageKey } from '../alerts/messages.ts';
import { removeChannelStories } from '../alerts/dynamo-channel-stories.ts';
import { similarityKey, storyKey } from '../findings/dynamo-stories.ts';
import { reportRecordKey, rollupMarkKey, rollupsPartition } from '../reports.ts';
import { claimKey, extractionKey } from '../upstream/extractions.ts';
import type { Table } from '../table.ts';
import { removePartition } from './remove-partition.ts';
import { removeSimilarityKeys, removeStory } from './remove-stories.ts';
import { countWatch, findingsOf, removeWatchItems } from './watch-items.ts';

/** Removes items for good. No function has the right to: the command line does it with the rights of its caller. */
export function dynamoRemovals(table: Table): Removals {
  return {
    contentOf: (watchId) => countWatch(table, watchId),
    findingsOf: (watchId) => findingsOf(table, watchId),
    watch: (watchId, keep) => removeWatchItems(table, { watchId, keep }),
    storiesOfWatch: (watchId, { ids, keys }) =>
      table.removeMany([
        ...ids.map((id) => storyKey(id, watchId)),
        ...keys.map((key) => similarityKey(key, watchId)),
      ]),
    story: (story) => removeStory(table, story),
    similarityKeys: (keys) => removeSimilarityKeys(table, keys),
    alerts: (alerts) => table.removeMany(alerts.map(({ id, channel }) => alertKey(id, channel))),
    channelStories: (channel, alertIds) => removeChannelStories(table, { channel, alertIds }),
    messages: (ids) => table.removeMany(ids.map(messageKey)),

    rewriteMessage: ({ message: { id }, delivery }, message) =>
      table.change(messageKey(id), {
        set: { message: messageFields(message) },
        when: isStill(delivery),
      }),

    async extractions(extractions) {
      const claimed = extractions.flatMap(({ upstreamId }) => upstreamId ?? []);
      await table.removeMany([...new Set(claimed)].map(claimKey));
      await table.removeMany(extractions.map(({ id }) => extractionKey(id)));
    },

    async silences(change) {
      const changed = (await readSilences(table, 0)).flatMap((before) => {
        const after = change(before);
        return after === before ? [] : [{ before, after }];
      });
      for (const { before, after } of changed)
        await (after ? table.put(silenceItem(after)) : table.remove(silenceKey(before)));
      return changed.length;
    },
    reports: (ids) => table.removeMany(ids.map(reportRecordKey)),
    rollups: (scope) => removePartition(table, rollupsPartition(scope)),
    rollupMark: (scope, foundDay) => table.remove(rollupMarkKey(scope, foundDay)),
  };
}
