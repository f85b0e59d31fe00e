import { notifiedStorySchema } from '../../../contracts/stored/stored-story.ts';
import type { NotifiedStories } from '../../../use-cases/ports/stories.ts';
import { expiry, type Key, type Table } from '../table/table.ts';

/** The alerts of a watch about a story: the finding that caused the first one, the milestones, and until when it counts. */
export function dynamoNotifiedStories(table: Table): NotifiedStories {
  return {
    async claim(notified, now) {
      const { watchId, story, fingerprint, milestones, until } = notified;
      const key = keyOf(watchId, story);
      const isFirst = await table.putIf(
        {
          ...key,
          watchId,
          story,
          fingerprint,
          until,
          milestones: milestones.length > 0 ? new Set(milestones) : undefined,
          ...expiry(until),
        },
        {
          condition: 'attribute_not_exists(pk) OR #until < :now',
          names: { '#until': 'until' },
          values: { ':now': now },
        },
      );
      if (isFirst) return notified;
      const stored = await table.get(key, notifiedStorySchema);
      return stored?.fingerprint === fingerprint ? stored : undefined;
    },

    async read(watchId, stories, now) {
      const keys = stories.map((story) => keyOf(watchId, story));
      const notified = await table.getMany(keys, notifiedStorySchema);
      return notified.filter(({ until }) => until >= now);
    },

    async note({ watchId, story }, milestone) {
      const update = { set: {}, add: { milestones: [milestone] }, condition: 'attribute_exists(pk)' };
      await table.change(keyOf(watchId, story), update);
    },
  };
}

function keyOf(watchId: string, story: string): Key {
  return { pk: `WATCH#${watchId}`, sk: `STORY#${story}` };
}
