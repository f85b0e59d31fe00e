import * as z from 'zod';
import { EVENT_TYPES } from '../../../../../shared/domain/services/event-filters.ts';
import type { Instant } from '../../../../../shared/domain/time/instant.ts';

const body = z.record(z.string(), z.unknown()).nullish();

const words = z.string().nullish();

/**
 * An event of a corpus: a record as the events service returns it (events service, answer), of which only the type
 * and one date are required. The object named like the type may carry the keys of its source.
 */
export const eventRecord = z.looseObject({
  id: words,
  event_type: z.enum(EVENT_TYPES),
  global_event_type: words,
  associated_article_ids: z.array(z.string()).nullish(),
  extraction_date: words,
  event_date: words,
  company_name: words,
  data_breach: body,
  fundraising: body,
  layoff: body,
  supply_chain_disruption: body,
  tariffs_v2: body,
});

export type EventRecord = z.infer<typeof eventRecord>;

const flag = z.boolean().nullish();
const many = z.union([z.array(z.string()), z.string()]).nullish();
const entities = z.array(z.looseObject({ entity_name: z.string(), count: z.number().optional() })).nullish();

const nlp = z
  .looseObject({
    theme: many,
    summary: words,
    sentiment: z.looseObject({ title: z.number().nullish(), content: z.number().nullish() }).nullish(),
    ner_PER: entities,
    ner_ORG: entities,
    ner_LOC: entities,
    ner_MISC: entities,
    iptc_tags_name: many,
    iptc_tags_id: many,
    iab_tags_name: many,
  })
  .nullish();

/**
 * An article of a corpus: a record as the news service returns it (news service, article), of which only the title
 * and one date are required. Unknown keys are kept, and no value is changed.
 */
export const articleRecord = z.looseObject({
  id: words,
  title: z.string(),
  link: words,
  published_date: words,
  published_date_precision: words,
  parse_date: words,
  updated_date: words,
  updated_date_precision: words,
  domain_url: words,
  full_domain_url: words,
  parent_url: words,
  name_source: words,
  rank: z.number().nullish(),
  author: words,
  authors: many,
  journalists: many,
  is_headline: flag,
  paid_content: flag,
  is_opinion: flag,
  country: words,
  rights: words,
  media: words,
  language: words,
  description: words,
  content: words,
  word_count: z.number().nullish(),
  twitter_account: words,
  all_links: many,
  all_domain_links: many,
  nlp,
  additional_domain_info: z
    .looseObject({ is_news_domain: flag, news_domain_type: words, news_type: words })
    .nullish(),
});

export type ArticleRecord = z.infer<typeof articleRecord>;

/** An article as a line of a corpus gave it. */
export interface CorpusArticle {
  kind: 'article';
  /** The record's own id, else a hash of its link or title. */
  id: string;
  /** Where it is kept in a compact form, each use reads it again. */
  readonly record: ArticleRecord;
  publishedAt: Instant;
  /** When the service has it; a line without `parse_date` was parsed at its `published_date`. */
  parsedAt: Instant;
  /** When the service begins to show it: its parse time, or the `_visible_date` of an article that arrives late. */
  visibleAt: Instant;
}

/** The precision of an article. Where its line names none, a date without a time is a `date`. */
export function precisionOf({ published_date_precision: said, published_date: date }: ArticleRecord): string {
  return said || (/^\s*\d{4}[-/]\d{2}[-/]\d{2}\s*$/.test(date ?? '') ? 'date' : 'full');
}
