import * as z from 'zod';
import { toldStorySchema } from '../../../contracts/stored/stored-story.ts';
import type { ToldStories } from '../../../use-cases/ports/story-ports.ts';
import { expiry, type Key, type Table } from '../table/table.ts';

/** What a watch has told about a story: which finding holds it, what of its growth was told, and until when. */
export function dynamoToldStories(table: Table): ToldStories {
  return {
    async claim(told, now) {
      const { watchId, story, fingerprint, milestones, until } = told;
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
      if (isFirst) return told;
      const held = await table.get(key, toldStorySchema);
      return held?.fingerprint === fingerprint ? held : undefined;
    },

    async read(watchId, stories, now) {
      const keys = stories.map((story) => keyOf(watchId, story));
      const told = await table.getMany(keys, toldStorySchema);
      return told.filter(({ until }) => until >= now);
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
