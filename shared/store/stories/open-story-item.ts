import * as z from 'zod';
import { readSketch, writeSketch } from '../../domain/findings/embedding.ts';
import type { Headline, OpenStory } from '../../domain/stories/open-story.ts';

// An open story is stored as a few short texts: its words as attributes would take three times as much space.

/** How an open story is stored. */
export function writeOpenStory({
  title,
  text,
  headlines,
  first,
  passed,
  embeddings,
  articles,
  texts,
  ...story
}: OpenStory) {
  return {
    ...story,
    first: first.join(' '),
    ...(passed && { passed: passed.map((hash) => hash.toString(36)).join(' ') }),
    ...(embeddings && { embeddings: embeddings.map(writeSketch).join(' ') }),
    articles: rounded(articles),
    texts: rounded(texts),
    title: writeWords(title),
    text: writeWords(text),
    headlines: headlines.map(writeHeadline).join(' '),
  };
}

function writeHeadline({ title, series, outlet, at, words }: Headline): string {
  return [title, series, outlet, at, words.join(',')].join(':');
}

function rounded(count: number): number {
  return Math.round(count * 100) / 100;
}

function writeWords(words: ReadonlyMap<string, number>): string {
  return Array.from(words, ([word, count]) => `${word}:${rounded(count)}`).join(' ');
}

const textWordsSchema = z.string().transform((text) => (text === '' ? [] : text.split(' ')));
const partsSchema = z
  .string()
  .transform((text) => (text === '' ? [] : text.split(' ').map((part) => part.split(':'))));
const wordsSchema = partsSchema.transform(
  (parts): ReadonlyMap<string, number> => new Map(parts.map(([word = '', count]) => [word, Number(count)])),
);
const headlinesSchema = partsSchema.transform((parts) =>
  parts.map(
    ([title, series, outlet, at, words = '']): Headline => ({
      title: Number(title),
      series: Number(series),
      outlet: Number(outlet),
      at: Number(at),
      words: words === '' ? [] : words.split(','),
    }),
  ),
);

/** A stored open story. */
export const openStorySchema = z.object({
  id: z.string(),
  firstAt: z.number(),
  lastAt: z.number(),
  articles: z.number(),
  texts: z.number(),
  title: wordsSchema,
  text: wordsSchema,
  headlines: headlinesSchema,
  first: textWordsSchema,
  passed: textWordsSchema.transform((hashes) => hashes.map((hash) => Number.parseInt(hash, 36))).optional(),
  embeddings: textWordsSchema
    .transform((texts) => texts.flatMap((text) => readSketch(text) ?? []))
    .optional(),
}) satisfies z.ZodType<OpenStory>;
