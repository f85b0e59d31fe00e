import * as z from 'zod';
import { notifiedStorySchema } from '../../../contracts/stored/stored-story.ts';
import type { NotifiedStories } from '../../../use-cases/ports/stories.ts';
import { expiry, type Key, type Table } from '../table/table.ts';

/** What a watch has notified of a story: the finding that holds it, the milestones, and until when. */
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
          ...(milestones.length > 0 && { milestones: new Set(milestones) }),
          ...expiry(until),
        },
        {
          condition: 'attribute_not_exists(pk) OR #until < :now',
          names: { '#until': 'until' },
          values: { ':now': now },
        },
      );
      if (isFirst) return notified;
      const held = await table.get(key, notifiedStorySchema);
      return held?.fingerprint === fingerprint ? held : undefined;
    },

    async read(watchId, stories, now) {
      const keys = stories.map((story) => keyOf(watchId, story));
      const notified = await table.getMany(keys, notifiedStorySchema);
      return notified.filter(({ until }) => until >= now);
    },

    async note({ watchId, story }, milestone) {
      const update = { set: {}, add: { milestones: [milestone] }, condition: 'attribute_exists(pk)' };
      await table.update(keyOf(watchId, story), update, z.unknown());
    },
  };
}

function keyOf(watchId: string, story: string): Key {
  return { pk: `WATCH#${watchId}`, sk: `STORY#${story}` };
}
