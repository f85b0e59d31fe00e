import * as z from 'zod';
import { sketchEmbedding, writeSketch } from '../../domain/findings/embedding.ts';
import type { UnusableItem } from '../../domain/findings/quarantine.ts';
import { hiddenFailure, SEARCHING } from '../http/http-client.ts';
import {
  identifier,
  items,
  list,
  maybe,
  maybeCount,
  maybeFlag,
  maybeIdentifier,
  maybeInstant,
  maybeNumber,
  maybeObject,
  maybeRank,
  maybeSentiment,
  maybeText,
  number,
  texts,
  withDatePrecision,
} from '../http/lenient.ts';
import { jsonReader } from '../http/reader.ts';
import { type NewsCalls, operation, type Question } from './request.ts';

/** The paths that answer with articles, page by page. */
type ArticlePath = 'search' | 'latest_headlines' | 'authors' | 'search_by_link' | 'search_similar';

const named = z.object({ entity_name: z.string(), count: maybeCount });
const names = list(named);

/** An embedding as the sketch that is kept of it; undefined for anything else. */
const embedding = (model: string) =>
  maybe(z.array(z.number())).transform((values) => {
    const sketch = values && sketchEmbedding(model, values);
    return sketch && writeSketch(sketch);
  });

/** The language layer of an article (news service, nlp object), with sketches of its embeddings. */
const nlp = z.object({
  /** The themes: one text with commas, or an older array, in the answer. */
  theme: texts.transform((themes) => themes.flatMap((theme) => theme.split(',').map((part) => part.trim()))),
  summary: maybeText,
  /** -1..1. */
  sentiment: maybe(z.object({ title: maybeSentiment, content: maybeSentiment })),
  ner_PER: names,
  ner_ORG: names,
  ner_LOC: names,
  translation_summary: maybeText,
  translation_ner_PER: names,
  translation_ner_ORG: names,
  translation_ner_LOC: names,
  iptc_tags_name: texts,
  iptc_tags_id: texts,
  iab_tags_name: texts,
  /** Of articles before 2026, and since. */
  new_embedding: embedding('new'),
  qwen_embedding: embedding('qwen'),
});

/** Articles before July 2023 have `{}`, which means no language layer. */
const maybeNlp = z.preprocess((value) => (isEmptyObject(value) ? undefined : value), maybe(nlp));

/** What says which article it is, and in which window it lies. Only the id is required: it identifies duplicates. */
const identity = {
  id: identifier,
  published_date: maybeInstant,
  published_date_precision: maybeText,
  /** Only with by_parse_date. */
  parse_date: maybeInstant,
  /** The same for near-copies. Which copy is returned can differ between calls. */
  duplicate_articles_group_id: maybeIdentifier,
};
const identitySchema = z.preprocess(withDatePrecision, z.object(identity));

/** An article (news service, article). */
const articleSchema = z.preprocess(
  withDatePrecision,
  z.object({
    ...identity,
    title: maybeText,
    link: maybeText,
    domain_url: maybeText,
    name_source: maybeText,
    /** Lower is more popular; 999999 is unranked. */
    rank: maybeRank,
    author: maybeText,
    authors: texts,
    journalists: texts,
    updated_date: maybeInstant,
    paid_content: maybeFlag,
    is_opinion: maybeFlag,
    country: maybeText,
    media: maybeText,
    language: maybeText,
    description: maybeText,
    content: maybeText,
    all_links: texts,
    all_domain_links: texts,
    title_translated_en: maybeText,
    content_translated_en: maybeText,
    nlp: maybeNlp,
    robots_compliant: maybeFlag,
    custom_tags: z.record(z.string(), texts).nullish().catch(undefined),
    additional_domain_info: maybeObject,
    /** Only from search_similar. */
    similar_documents: list(z.object({ id: identifier, title: maybeText, link: maybeText })),
  }),
);

const withNlp = z.looseObject({ nlp: z.looseObject({}) });

/** A list of articles. Those without an id are dropped and counted. */
export const articles = items(identitySchema).transform(({ kept, unusable, dropped }) => ({
  kept: kept.map(({ raw, ...article }): ListedArticle => {
    const source = () => withoutEmbeddings(raw);
    return { ...article, source, read: () => ({ ...readWhole(raw), raw: source() }) };
  }),
  unusable: unusable.map((item): UnusableItem => ({ ...item, raw: withoutEmbeddings(item.raw) })),
  dropped,
}));

/** Articles that the service regards as near-copies. Each answer has new clusters with new ids. */
const clusters = items(z.object({ articles })).optional();

/** The common fields of all answers to article searches (news service, envelope). */
const envelope = {
  /** `ok`, or another text when nothing was found. Check total_hits 0 instead. */
  status: z.string(),
  /** Stops counting at 10,000. */
  total_hits: number,
  page: number,
  total_pages: number,
  page_size: number,
};

const answer = z
  .object({ ...envelope, clusters, articles })
  .transform(({ articles: flat, clusters: found, ...rest }) => {
    const groups = found?.kept.map((group) => group.articles) ?? [];
    const unusable = [flat, ...(found ? [found] : []), ...groups].flatMap((list) => list.unusable);
    return {
      ...rest,
      /** All articles of the answer, including those in clusters. */
      articles: [...flat.kept, ...groups.flatMap(({ kept }) => asOneGroup(kept))],
      /** The items without an id, which cannot be used, and their number. */
      dropped: unusable.length,
      unusable,
      /** Whether the service put near-copies together, as with clustering_enabled. */
      isClustered: found !== undefined,
    };
  });

/**
 * The articles of a cluster as a group of near-copies, so that they become one story. The ids of clusters differ in
 * each call, so the group is named after the least of its articles. What the service has put into a group already
 * stays there.
 */
function asOneGroup(clustered: readonly ListedArticle[]): ListedArticle[] {
  const [least] = clustered.map(({ id }) => id).toSorted();
  if (clustered.length < 2) return [...clustered];
  return clustered.map(({ duplicate_articles_group_id = `cluster of ${least}`, read, ...article }) => {
    const group = { duplicate_articles_group_id };
    return { ...article, ...group, read: () => ({ ...read(), ...group }) };
  });
}

/** One page of articles. `total_hits` 0 means that nothing was found, whatever `status` says. */
type ArticlesAnswer = z.infer<typeof answer>;

const failedAnswer = z.object({ status: maybeText, total_hits: maybeNumber });

const read = jsonReader(answer, failureInEnvelope);

/** How an article path is queried and read. */
export function articleQuestion(path: ArticlePath): Question<ArticlesAnswer> {
  return { path, policy: SEARCHING, read };
}

/** The 5 searches for articles. A search without results is no error. */
export function articleSearches(calls: NewsCalls) {
  return {
    /** Articles by keywords. */
    search: operation(calls, articleQuestion('search')),
    /** Articles of the last hours or days (`when`). */
    latestHeadlines: operation(calls, articleQuestion('latest_headlines')),
    /** Articles by an author. Exact match only. */
    authors: operation(calls, articleQuestion('authors')),
    /** Articles that mention addresses or domains. Default: only those of the last month. */
    searchByLink: operation(calls, articleQuestion('search_by_link')),
    /** Articles with the most similar ones. Plans without it answer with a GoneError or a refusal. */
    searchSimilar: operation(calls, articleQuestion('search_similar')),
  };
}

/** An article, with its JSON without embeddings in `raw`. */
export type Article = z.infer<typeof articleSchema> & { raw: unknown };

/**
 * An article of a list. A page holds up to 1,000, and most of them were seen before: of those nothing but the
 * identity is needed. Reading an article takes many times as long.
 */
export interface ListedArticle extends z.infer<typeof identitySchema> {
  /** The whole article. Throws a TypeError for one that cannot be read. */
  read: () => Article;
  /** Its JSON, without embeddings. */
  source: () => unknown;
}

function readWhole(raw: unknown): z.infer<typeof articleSchema> {
  const { success, data, error } = articleSchema.safeParse(raw);
  if (success) return data;
  throw new TypeError('It is not an article.', { cause: error });
}

/** Embeddings are 1,000 numbers per article. Only a sketch of them is kept. */
function withoutEmbeddings(raw: unknown): unknown {
  const analysed = withNlp.safeParse(raw);
  if (!analysed.success) return raw;
  const { new_embedding: _older, qwen_embedding: _newer, ...rest } = analysed.data.nlp;
  return typeof raw === 'object' ? { ...raw, nlp: rest } : raw;
}

function isEmptyObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

/** The envelope where only public material describes it, so nothing in it is required. */
export const looseEnvelope = {
  status: maybeText,
  total_hits: maybeNumber,
  total_pages: maybeNumber,
};

/**
 * An error inside an answer with status 200: its `status` is not `ok` and total_hits is missing (news service,
 * errors). "Nothing found" is no error: it has total_hits 0.
 */
export function failureInEnvelope(body: unknown): { status: number | undefined } | undefined {
  const answer = failedAnswer.safeParse(body);
  if (!answer.success || answer.data.total_hits !== undefined || answer.data.status === 'ok')
    return undefined;
  return hiddenFailure(body) ?? { status: undefined };
}
