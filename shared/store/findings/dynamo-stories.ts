import * as z from 'zod';
import { channelDefinitionSchema } from '../../contracts/stored/definitions.ts';
import {
  keyOrStorySchema,
  openStorySchema,
  STORY_OUTLINE,
  storyOutlineSchema,
  storyRecordSchema,
  writeOpenStory,
  writeStoryArticle,
} from '../../contracts/stored/stored-story.ts';
import { inParallel, partsOf } from '../../domain/lib/in-parallel.ts';
import type { Channel } from '../../domain/channels/channel.ts';
import { dayOf, isoOf } from '../../domain/time/instant.ts';
import { writeSignature } from '../../domain/stories/signature-text.ts';
import { openUntil, type OpenStory } from '../../domain/stories/open-story.ts';
import type { StoryArticle, StoryOutline, StoryRecord } from '../../domain/stories/story-record.ts';
import type { Signature } from '../../domain/stories/similarity.ts';
import type { NewStories, SimilarityKey, Stories } from '../../use-cases/ports/stories.ts';
import { ABSENT, type Change, expiry, type Item, type Key, PRESENT, type Table } from '../table.ts';
import { channelKey } from '../watches/definitions.ts';
import { notifiedStoryItem } from './dynamo-notified-stories.ts';

const OPEN = 'OPEN#';
/** What is read together. */
const readWithSchema = z.union([keyOrStorySchema, channelDefinitionSchema]);

/**
 * Stories and their similarity keys, a partition each, with an item for each watch; open stories with their watch. Stories are
 * in the index of time by the day of their first article.
 */
export function dynamoStories(table: Table): Stories {
  const own = ownStories(table);
  return {
    async ofWatch(watchId, { keys, ids, channels: names = [] }) {
      const asked = [
        ...keys.flatMap((key) => [similarityKey(key, watchId), similarityKey(key)]),
        ...ids.flatMap((id) => [storyKey(id, watchId), storyKey(id)]),
        ...names.map(channelKey),
      ];
      const items = await table.getMany(asked, readWithSchema);
      // What the watch has of its own comes last, and counts.
      const isOwn = (item: z.infer<typeof readWithSchema>) => 'watchId' in item && item.watchId !== undefined;
      const inOrder = items.toSorted((a, b) => Number(isOwn(a)) - Number(isOwn(b)));
      const owners = new Map<string, SimilarityKey>();
      const records = new Map<string, StoryRecord>();
      const channels = new Map<string, Channel | undefined>(names.map((name) => [name, undefined]));
      for (const item of inOrder) {
        if ('band' in item) owners.set(item.band, { story: item.story, until: item.until });
        else if ('madeAt' in item) records.set(item.id, item);
        else channels.set(item.name, item);
      }
      return { owners, records, channels };
    },

    putNew: (watchId, fresh) => table.putMany(newItems(watchId, fresh)),

    join: (watchId, id, { articles, samples, title, seenAt, expiresAt }) =>
      own.changed(watchId, id, {
        set: { ...(title !== undefined && { title }), seenAt, expiresAt, ...expiry(expiresAt) },
        addTexts: { prints: articleTexts(articles), samples: signatureTexts(samples) },
        when: PRESENT,
      }),

    async absorb(watchId, winner, loser) {
      const update = { addTexts: { absorbed: [loser] }, when: PRESENT };
      await own.changed(watchId, winner, update);
    },

    redirect: (watchId, loser, winner) =>
      own.changed(watchId, loser, {
        set: { mergedInto: winner },
        when: { exists: true, is: { mergedInto: undefined } },
      }),

    async amend(watchId, id, { title, signature, mergedInto, ...lists }) {
      const set = { title, mergedInto, signature: writeSignature(signature), ...listItems(lists) };
      await own.changed(watchId, id, { set, when: PRESENT });
    },

    async parts(given, watches) {
      const ids = [...new Set(given)];
      const isByKey = watches !== undefined && watches.length < MOST_BY_KEY;
      return isByKey ? partsByKey(table, ids, watches) : partsByQuery(table, ids);
    },

    async open(watchId) {
      const open: OpenStory[] = [];
      const query = { partition: `WATCH#${watchId}`, prefix: OPEN };
      for await (const items of table.pages(query, openStorySchema)) open.push(...items);
      return open;
    },
  };
}

const FIELDS = { fields: STORY_OUTLINE };
/**
 * With fewer watches a request for the parts of many stories by their keys takes the place of one for each story. A key without a
 * part costs half a unit of reading, so that those of many watches would cost more than they save.
 */
const MOST_BY_KEY = 20;
/** DynamoDB takes so many keys in a request. */
const KEYS_AT_ONCE = 100;

async function partsByKey(table: Table, ids: readonly string[], watches: readonly string[]) {
  const keys = ids.flatMap((id) => [storyKey(id), ...watches.map((watchId) => storyKey(id, watchId))]);
  const parts = await inParallel(partsOf(keys, KEYS_AT_ONCE), (part) =>
    table.getMany(part, storyOutlineSchema, { ...FIELDS, lag: true }),
  );
  return Map.groupBy(parts.flat(), ({ id }) => id);
}

async function partsByQuery(table: Table, ids: readonly string[]) {
  const parts = await inParallel(ids, async (id) => {
    const outlines: StoryOutline[] = [];
    for await (const page of table.pages({ partition: partitionOf(id), ...FIELDS }, storyOutlineSchema))
      outlines.push(...page);
    return [id, outlines] as const;
  });
  return new Map(parts.filter(([, outlines]) => outlines.length > 0));
}

/** Changes of the stories of a watch. One that a version before shared is copied first, and stays as it is. */
function ownStories(table: Table) {
  const copied = async (watchId: string, id: string): Promise<boolean> => {
    const shared = await table.get(storyKey(id), storyRecordSchema);
    return shared !== undefined && table.putIf(storyItem({ ...shared, watchId }), ABSENT);
  };
  return {
    async changed(watchId: string, id: string, update: Change): Promise<boolean> {
      const change = () => table.change(storyKey(id, watchId), update);
      return (await change()) || ((await copied(watchId, id)) && change());
    },
  };
}

function newItems(watchId: string, { stories, keys, claims, open }: NewStories): Item[] {
  return [
    ...keys.map(({ key, story, until }) => ({
      ...similarityKey(key, watchId),
      band: key,
      watchId,
      story,
      until,
      ...expiry(until),
    })),
    ...stories.map((story) => storyItem({ ...story, watchId })),
    ...claims.map(notifiedStoryItem),
    ...open.map((story) => ({
      pk: `WATCH#${watchId}`,
      sk: `${OPEN}${story.id}`,
      ...writeOpenStory(story),
      ...expiry(openUntil(story)),
    })),
  ];
}

/** The key of a similarity key. Without a watch: as a version before stored it, for all watches. */
export function similarityKey(key: string, watchId?: string): Key {
  return { pk: `BAND#${key}`, sk: watchId === undefined ? 'BAND' : `WATCH#${watchId}` };
}

function partitionOf(id: string): string {
  return `STORY#${id}`;
}

/** The key of a story. Without a watch: as a version before stored it, for all watches. */
export function storyKey(id: string, watchId?: string): Key {
  return { pk: partitionOf(id), sk: watchId === undefined ? 'STORY' : `WATCH#${watchId}` };
}

function storyItem({ articles, samples, absorbed, apart, signature, ...story }: StoryRecord): Item {
  return {
    ...storyKey(story.id, story.watchId),
    ...story,
    ...expiry(story.expiresAt),
    signature: writeSignature(signature),
    ...listItems({ articles, samples, absorbed, apart }),
    timePk: `STORIES#${dayOf(story.madeAt)}`,
    timeSk: `${isoOf(story.madeAt)}#${story.id}`,
  };
}

/** DynamoDB stores no empty sets, so an empty one is left out. */
function listItems({
  articles,
  samples,
  absorbed,
  apart = [],
}: Pick<StoryRecord, 'articles' | 'samples' | 'absorbed' | 'apart'>) {
  const setOf = (texts: readonly string[]) => (texts.length > 0 ? new Set(texts) : undefined);
  return {
    prints: setOf(articleTexts(articles)),
    samples: setOf(signatureTexts(samples)),
    absorbed: setOf(absorbed),
    apart: setOf(apart),
  };
}

function articleTexts(articles: readonly StoryArticle[]): string[] {
  return articles.map(writeStoryArticle);
}

function signatureTexts(signatures: readonly Signature[]): string[] {
  return signatures.map(writeSignature);
}
