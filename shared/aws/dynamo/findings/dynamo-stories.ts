import {
  similarityKeySchema,
  storyRecordSchema,
  writeStoryArticle,
} from '../../../contracts/stored/stored-story.ts';
import { openStorySchema, writeOpenStory } from '../../../contracts/stored/stored-story.ts';
import { dayOf, isoOf } from '../../../domain/time/instant.ts';
import { writeSignature } from '../../../domain/stories/signature-text.ts';
import { openUntil, type OpenStory } from '../../../domain/stories/open-story.ts';
import type { StoryArticle, StoryRecord } from '../../../domain/stories/story-record.ts';
import type { Signature } from '../../../domain/stories/similarity.ts';
import type { Stories } from '../../../use-cases/ports/stories.ts';
import { expiry, type Key, type Table } from '../table/table.ts';

const OPEN = 'OPEN#';

/** Stories and their similarity keys, a partition each; open stories with their watch. Stories are in the index of time by the day of their first article. */
export function dynamoStories(table: Table): Stories {
  return {
    async keys(keys) {
      const items = await table.getMany(keys.map(similarityKeyItem), similarityKeySchema);
      return new Map(items.map(({ band: key, story, until }) => [key, { story, until }]));
    },

    claimKey(key, { story, until }, was) {
      const item = { ...similarityKeyItem(key), band: key, story, until, ...expiry(until) };
      return was === undefined
        ? table.putIfAbsent(item)
        : table.putIf(item, {
            condition: 'attribute_not_exists(pk) OR story = :was',
            values: { ':was': was },
          });
    },

    found: (story) => table.putIfAbsent(itemOf(story)),

    join: (id, { articles, samples, seenAt, expiresAt }) =>
      table.update(
        keyOf(id),
        {
          set: { seenAt, expiresAt, ...expiry(expiresAt) },
          add: { prints: articleTexts(articles), samples: signatureTexts(samples) },
          condition: 'attribute_exists(pk)',
        },
        storyRecordSchema,
      ),

    async absorb(winner, loser) {
      const update = { set: {}, add: { absorbed: [loser] }, condition: 'attribute_exists(pk)' };
      await table.change(keyOf(winner), update);
    },

    redirect: (loser, winner) =>
      table.change(keyOf(loser), {
        set: { mergedInto: winner },
        condition: 'attribute_exists(pk) AND attribute_not_exists(mergedInto)',
      }),

    async records(ids) {
      const records = await table.getMany(ids.map(keyOf), storyRecordSchema);
      return new Map(records.map((record) => [record.id, record]));
    },

    async open(watchId) {
      const open: OpenStory[] = [];
      const query = { partition: `WATCH#${watchId}`, prefix: OPEN };
      for await (const items of table.pages(query, openStorySchema)) open.push(...items);
      return open;
    },

    putOpen: (watchId, stories) =>
      table.putMany(
        stories.map((story) => ({
          pk: `WATCH#${watchId}`,
          sk: `${OPEN}${story.id}`,
          ...writeOpenStory(story),
          ...expiry(openUntil(story)),
        })),
      ),

    madeOn: (day, limit) =>
      table.query({ index: 'time', partition: `STORIES#${day}`, limit }, storyRecordSchema),
  };
}

function similarityKeyItem(key: string): Key {
  return { pk: `BAND#${key}`, sk: 'BAND' };
}

function keyOf(id: string): Key {
  return { pk: `STORY#${id}`, sk: 'STORY' };
}

/** DynamoDB stores no empty sets, so an empty one is left out. */
function itemOf({ articles, samples, absorbed, signature, ...story }: StoryRecord) {
  return {
    ...keyOf(story.id),
    ...story,
    ...expiry(story.expiresAt),
    signature: writeSignature(signature),
    prints: new Set(articleTexts(articles)),
    samples: samples.length > 0 ? new Set(signatureTexts(samples)) : undefined,
    absorbed: absorbed.length > 0 ? new Set(absorbed) : undefined,
    timePk: `STORIES#${dayOf(story.madeAt)}`,
    timeSk: `${isoOf(story.madeAt)}#${story.id}`,
  };
}

function articleTexts(articles: readonly StoryArticle[]): string[] {
  return articles.map(writeStoryArticle);
}

function signatureTexts(signatures: readonly Signature[]): string[] {
  return signatures.map(writeSignature);
}
