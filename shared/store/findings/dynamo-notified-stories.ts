import { notifiedStorySchema } from '../../contracts/stored/stored-story.ts';
import type { NotifiedStories, NotifiedStory } from '../../use-cases/ports/stories.ts';
import { expiry, type Item, type Key, PRESENT, type Table } from '../table.ts';

/** The alerts of a watch about a story: the finding that caused the first one, the severities, and until when it counts. */
export function dynamoNotifiedStories(table: Table): NotifiedStories {
  return {
    async read(watchId, stories, now) {
      const keys = stories.map((story) => keyOf(watchId, story));
      const notified = await table.getMany(keys, notifiedStorySchema);
      return notified.filter(({ until }) => until >= now);
    },

    async noteSeverity({ watchId, story }, severity) {
      const update = { addTexts: { severities: [severity] }, when: PRESENT };
      await table.change(keyOf(watchId, story), update);
    },
  };
}

/** What a watch notifies of a story, as it is stored first. */
export function notifiedStoryItem({
  watchId,
  story,
  fingerprint,
  severities = [],
  until,
}: NotifiedStory): Item {
  return {
    ...keyOf(watchId, story),
    watchId,
    story,
    fingerprint,
    until,
    severities: severities.length > 0 ? new Set(severities) : undefined,
    ...expiry(until),
  };
}

function keyOf(watchId: string, story: string): Key {
  return { pk: `WATCH#${watchId}`, sk: `STORY#${story}` };
}
