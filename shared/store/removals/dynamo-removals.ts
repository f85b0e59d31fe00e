import type { Removals } from '../../use-cases/ports/removals/removals.ts';
import { alertItemKey } from '../alerts/dynamo-alerts.ts';
import { readSilences, silenceItem, silenceKey } from '../alerts/dynamo-silences.ts';
import { isStill, messageItemKey } from '../alerts/dynamo-messages.ts';
import { messageFields } from '../alerts/message-item.ts';
import { removeChannelStories } from '../alerts/dynamo-channel-stories.ts';
import { similarityKey, storyKey } from '../findings/dynamo-stories.ts';
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
    alerts: (alerts) => table.removeMany(alerts.map(({ id, channel }) => alertItemKey(id, channel))),
    channelStories: (channel, alertIds) => removeChannelStories(table, { channel, alertIds }),
    messages: (ids) => table.removeMany(ids.map(messageItemKey)),

    rewriteMessage: ({ message: { id }, delivery }, message) =>
      table.change(messageItemKey(id), {
        set: { message: messageFields(message) },
        when: isStill(delivery),
      }),

    async extractions(extractions) {
      const claimed = extractions.flatMap(({ upstreamId }) => upstreamId ?? []);
      await table.removeMany([...new Set(claimed)].map((id) => ({ pk: `UPSTREAM#${id}`, sk: 'CLAIM' })));
      await table.removeMany(extractions.map(({ id }) => ({ pk: `JOB#${id}`, sk: 'JOB' })));
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
    reports: (ids) => table.removeMany(ids.map((id) => ({ pk: `REPORT#${id}`, sk: 'REPORT' }))),
    rollups: ({ brand, timezone }) => removePartition(table, `FOLDS#${brand}#${timezone}`),
    rollupMark: ({ brand, timezone }, foundDay) =>
      table.remove({ pk: `FOLDS#${brand}#${timezone}`, sk: `FOLDED#${foundDay}` }),
  };
}
