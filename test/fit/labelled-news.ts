import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { headlineOf as cleanHeadline } from '../../shared/domain/text/headline.ts';
import { type EmbeddingSketch, sketchEmbedding } from '../../shared/domain/findings/embedding.ts';
import { articleWordsOf, stemsOf } from '../../shared/domain/stories/article-words.ts';
import type { Article } from '../../shared/domain/stories/join-rule.ts';
import { headlineOf } from '../../shared/domain/stories/open-story.ts';
import { hashText } from '../../shared/domain/lib/hash.ts';
import { HOUR, type Instant, MINUTE, parseWireTime } from '../../shared/domain/time/instant.ts';

/** Real news beside the checkout; not part of the project. */
export const DATA = join(import.meta.dirname, '../../../shared/data');

const rowSchema = z.object({
  id: z.string(),
  title: z.string(),
  published_date: z.string(),
  domain_url: z.string().nullish(),
  name_source: z.string().nullish(),
  description: z.string().nullish(),
  content: z.string().nullish(),
  language: z.string().nullish(),
  /** What a plan with embeddings adds to an article. */
  nlp: z
    .object({
      qwen_embedding: z.array(z.number()).nullish(),
      new_embedding: z.array(z.number()).nullish(),
    })
    .nullish(),
  _story: z.string().optional(),
});
export type Row = z.infer<typeof rowSchema>;

/** The rows of a file of news; none, said on stderr, where it is not there. */
export function rowsOf(file: string): Row[] {
  const path = join(DATA, file);
  if (!existsSync(path)) {
    process.stderr.write(`SKIPPED: ${file} is not beside the checkout.\n`);
    return [];
  }
  const lines = readFileSync(path, 'utf8').trim().split('\n');
  return lines.map((line) => rowSchema.parse(JSON.parse(line)));
}

/** The half of a labelled set to which a true story belongs: one to fit on, the other to report. */
export const halfOf = (story: string): 'fit' | 'report' =>
  hashText(`split${story}`) % 2 === 0 ? 'fit' : 'report';

export const inHalf = (rows: readonly Row[], half: 'fit' | 'report'): Row[] =>
  rows.filter(({ _story: story = '' }) => halfOf(story) === half);

const storyOf = ({ _story: story }: Row): string | undefined => story;

/** An article with its true story. */
export interface Labelled extends Article {
  id: string;
  truth: string;
}

/** When an article is indexed. */
export type Timing = (row: Row) => Instant;

export function randomOf(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 0x7fffffff) / 0x7fffffff;
}

/** As it was indexed. */
export const asIndexed: Timing = ({ published_date: date }) => parseWireTime(date) ?? 0;

/** True stories begin within 30 hours of each other, and their articles come within hours of that. */
export function spread(seed = 7): Timing {
  const random = randomOf(seed);
  const begins = new Map<string, number>();
  return ({ _story: story = '' }) => {
    const begin = begins.get(story) ?? random() * 30 * HOUR;
    begins.set(story, begin);
    return Math.floor(begin - Math.log(1 - random()) * 3 * HOUR);
  };
}

/** At any time of 36 hours. */
export function anywhere(seed = 7): Timing {
  const random = randomOf(seed);
  return () => Math.floor(random() * 36 * HOUR);
}

/** The title as a finding has it: without the name of its outlet. */
export const titleOf = ({ title, domain_url: domain, name_source: name }: Row): string =>
  cleanHeadline(title, domain ? { domain, ...(name && { name }) } : undefined);

/** The sketch of the embedding of a row that has one, of the newer model where there are two. */
export function embeddingIn({ nlp }: Row): EmbeddingSketch | undefined {
  const { qwen_embedding: newer, new_embedding: older } = nlp ?? {};
  return (newer && sketchEmbedding('qwen', newer)) ?? (older ? sketchEmbedding('new', older) : undefined);
}

/** Articles in the order in which they are indexed. */
export function articlesOf(rows: readonly Row[], timing: Timing, textLength = 1_500): Labelled[] {
  const articles = rows.map((row): Labelled => {
    const at = timing(row);
    const title = titleOf(row);
    const outlet = { domain: row.domain_url ?? '' };
    const snippet = (row.content ?? row.description ?? '').slice(0, textLength);
    const embedding = embeddingIn(row);
    return {
      ...(embedding && { embedding }),
      id: row.id,
      truth: storyOf(row) ?? row.id,
      words: articleWordsOf({ title, snippet }),
      headline: headlineOf({ title, outlet, indexedAt: at }),
    };
  });
  return articles.toSorted((a, b) => a.headline.at - b.headline.at);
}

const PERSON = /trump/i;

/** The stems of the query of a watch on one person. */
export const PERSON_STEMS: ReadonlySet<string> = new Set(stemsOf('Donald Trump'));

/** Headlines of one outlet on one person, five minutes apart, each a story of its own. */
export function onOnePerson(half: 'fit' | 'report' | 'all'): Labelled[] {
  const rows = rowsOf('news-authors.ndjson').filter(({ title }) => PERSON.test(title));
  const own = rows.filter((_, at) => half === 'all' || (at % 2 === 0) === (half === 'fit'));
  const at = new Map(own.map(({ id }, n) => [id, n * 5 * MINUTE]));
  return articlesOf(own, ({ id }) => at.get(id) ?? 0);
}

/** The same articles, each from an outlet of its own: their words alone must keep them apart. */
export function ofManyOutlets(articles: readonly Labelled[]): Labelled[] {
  return articles.map((article, at) => ({ ...article, headline: { ...article.headline, outlet: at } }));
}
