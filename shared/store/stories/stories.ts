import * as z from 'zod';
import { parseJson } from '../../contracts/parse-as.ts';
import { readSketch, writeSketch } from '../../domain/findings/embedding.ts';
import { defined } from '../../domain/lib/fields.ts';
import { inParallel, partsOf } from '../../domain/lib/in-parallel.ts';
import { type Headline, type OpenStory, openUntil } from '../../domain/stories/open-story.ts';
import { QUIET_FORMS } from '../../domain/stories/quiet-forms.ts';
import type { CopyKey } from '../../domain/stories/assign-stories.ts';
import type { StoryArticle, StoryRecord } from '../../domain/stories/story.ts';
import { dayOf, type Instant, isoOf } from '../../domain/time/instant.ts';
import { SEVERITIES } from '../../domain/watches/watch.ts';
import { expiry, type Item, type Key, type Table } from '../table.ts';
import { partitionOf } from './spaces.ts';

// The stories of a space. Only the holder of its lease writes them.

const OPEN = 'OPEN#';
const COPY = 'COPY#';
/** How many stories are read by key at a time. */
const READ = 100;

/** An article of a story as one text: its fields in order, null for those that are unknown. */
function writeArticle({ fingerprint, at, domain, country, rank, sentiment }: StoryArticle): string {
  return JSON.stringify([fingerprint, at, domain ?? null, country ?? null, rank ?? null, sentiment ?? null]);
}

const articleSchema = z
  .string()
  .transform(parseJson)
  .pipe(
    z.tuple([
      z.string(),
      z.number(),
      z.string().nullable(),
      z.string().nullable(),
      z.number().nullable(),
      z.number().nullable(),
    ]),
  )
  .transform(
    ([fingerprint, at, domain, country, rank, sentiment]): StoryArticle =>
      defined<StoryArticle>({
        fingerprint,
        at,
        domain: domain ?? undefined,
        country: country ?? undefined,
        rank: rank ?? undefined,
        sentiment: sentiment ?? undefined,
      }),
  );

const recordSchema = z.object({
  id: z.string(),
  space: z.string(),
  title: z.string(),
  madeAt: z.number(),
  seenAt: z.number(),
  expiresAt: z.number(),
  articles: z.array(articleSchema),
  watches: z.array(z.string()),
  notices: z.record(
    z.string(),
    z.object({
      severity: z.enum(SEVERITIES),
      at: z.number(),
      alerts: z.array(z.string()),
      watches: z.array(z.string()),
    }),
  ),
}) satisfies z.ZodType<StoryRecord>;

const FIELDS = Object.keys(recordSchema.shape);

const copyKeySchema = z.object({
  key: z.string(),
  story: z.string(),
  until: z.number(),
}) satisfies z.ZodType<CopyKey>;

/**
 * What the holder of the lease of a space puts before it notifies of anything; each item once, in place of what there
 * is.
 */
export interface StoriesToWrite {
  records: readonly StoryRecord[];
  keys: readonly CopyKey[];
  open: readonly OpenStory[];
}

export function storiesIn(table: Table) {
  return {
    /** The stories with these ids, and the owners of these keys, of a space; a hundred a read. */
    async inSpace(
      space: string,
      { keys, ids }: { keys: readonly string[]; ids: readonly string[] },
    ): Promise<{ owners: CopyKey[]; records: StoryRecord[] }> {
      const asked = [...keys.map((key) => copyKey(space, key)), ...ids.map(storyKey)];
      const items = await table.getMany(asked, z.union([copyKeySchema, recordSchema]));
      return {
        owners: items.flatMap((item) => ('key' in item ? item : [])),
        records: items.flatMap((item) => ('articles' in item ? item : [])),
      };
    },

    /** The open stories of a space, and some that are closed and not removed yet. */
    async open(space: string): Promise<OpenStory[]> {
      return table.query({ partition: partitionOf(space), prefix: OPEN }, openStorySchema);
    },

    /** A failure leaves some of it put, in no order. All of it can be put again. */
    async write(space: string, { records, keys, open }: StoriesToWrite): Promise<void> {
      const items = [
        ...records.map(storyItem),
        ...keys.map((key): Item => ({ ...copyKey(space, key.key), ...key, ...expiry(key.until) })),
        ...open.map(
          (story): Item => ({
            ...openKey(space, story.id),
            ...writeOpenStory(story),
            ...expiry(openUntil(story)),
          }),
        ),
      ];
      if (items.length > 0) await table.putMany(items);
    },

    /** Closes an open story of a space before its time. */
    close: (space: string, id: string): Promise<void> => table.remove(openKey(space, id)),

    /**
     * Stories by id; those that are gone are left out. What was written in the last moments may be missing.
     */
    async read(ids: readonly string[]): Promise<Map<string, StoryRecord>> {
      const keys = [...new Set(ids)].map(storyKey);
      const read = await inParallel(partsOf(keys, READ), (some) =>
        table.getMany(some, recordSchema, { fields: FIELDS, lag: true }),
      );
      return new Map(read.flat().map((story) => [story.id, story]));
    },

    /**
     * Stories that were made on a UTC day, the latest first, before a place; those of the last moments may be missing.
     */
    async madeOn(
      day: string,
      { before, limit }: { before?: { at: Instant; id: string } | undefined; limit: number },
    ): Promise<StoryRecord[]> {
      const upTo = before && `${isoOf(before.at)}#${before.id}`;
      const query = { index: 'time', partition: `STORIES#${day}`, upTo, newestFirst: true } as const;
      const found = await table.query({ ...query, limit: limit + 1, fields: FIELDS }, recordSchema);
      return found
        .filter(({ id, madeAt }) => !before || id !== before.id || madeAt !== before.at)
        .slice(0, limit);
    },
  };
}

export type Stories = ReturnType<typeof storiesIn>;

export function storyKey(id: string): Key {
  return { pk: `STORY#${id}`, sk: 'STORY' };
}

export function copyKey(space: string, key: string): Key {
  return { pk: `${COPY}${space}#${key}`, sk: 'COPY' };
}

export function openKey(space: string, id: string): Key {
  return { pk: partitionOf(space), sk: `${OPEN}${id}` };
}

function storyItem({ articles, ...story }: StoryRecord): Item {
  return {
    ...storyKey(story.id),
    ...story,
    articles: articles.map(writeArticle),
    ...expiry(story.expiresAt),
    timePk: `STORIES#${dayOf(story.madeAt)}`,
    timeSk: `${isoOf(story.madeAt)}#${story.id}`,
  };
}

// An open story is stored as a few short texts: its terms as attributes would take three times as much space.

/** How an open story is stored. */
function writeOpenStory({ title, text, headlines, counted, embeddings, ...story }: OpenStory) {
  return {
    ...story,
    ...(counted.length > 0 && { counted: counted.map((hash) => hash.toString(36)).join(' ') }),
    ...(embeddings && { embeddings: embeddings.map(writeSketch).join(' ') }),
    title: writeCounts(title),
    text: writeCounts(text),
    headlines: headlines.map(writeHeadline),
  };
}

/** A headline as one text: its fields in order. A domain has no blank. */
function writeHeadline({ fingerprint, at, outlet, rank, quiet, terms }: Headline): string {
  return [fingerprint, at, outlet, rank ?? '', quiet ?? '', ...terms].join(' ');
}

const headlineSchema = z.string().transform((text): Headline => {
  const [fingerprint = '', at, outlet = '', rank = '', quiet = '', ...terms] = text.split(' ');
  return defined<Headline>({
    fingerprint,
    at: Number(at),
    outlet,
    rank: rank === '' ? undefined : Number(rank),
    quiet: QUIET_FORMS.find((form) => form === quiet),
    terms,
  });
});

/** Each term with how many articles have it; most have one. */
function writeCounts(counts: ReadonlyMap<string, number>): string {
  return Array.from(counts, ([term, count]) => (count === 1 ? term : `${term}:${count}`)).join(' ');
}

const listSchema = z.string().transform((text) => (text === '' ? [] : text.split(' ')));
const countsSchema = listSchema.transform(
  (parts): ReadonlyMap<string, number> =>
    new Map(
      parts.map((part) => {
        const [term = '', count = '1'] = part.split(':');
        return [term, Number(count)];
      }),
    ),
);

/** A stored open story. */
const openStorySchema = z.object({
  id: z.string(),
  lastAt: z.number(),
  articles: z.number(),
  titles: z.number(),
  title: countsSchema,
  text: countsSchema,
  headlines: z.array(headlineSchema),
  counted: listSchema.transform((hashes) => hashes.map((hash) => Number.parseInt(hash, 36))).default([]),
  notified: z.record(z.string(), z.object({ severity: z.enum(SEVERITIES), at: z.array(z.number()) })),
  embeddings: listSchema.transform((texts) => texts.flatMap((text) => readSketch(text) ?? [])).optional(),
}) satisfies z.ZodType<OpenStory>;
