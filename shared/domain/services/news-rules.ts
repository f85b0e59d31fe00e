import { UNRANKED } from '../findings/finding.ts';
import { typedKeys } from '../lib/fields.ts';
import type { WatchKind } from '../watches/watch.ts';
import type { RuleBreach } from './extraction-rules.ts';
import {
  CLUSTERING_VARIABLES,
  DATE_PRECISIONS,
  NEWS_DOMAIN_TYPES,
  NEWS_THEMES,
  NEWS_TYPES,
  SEARCH_PLACES,
  SORT_ORDERS,
  TIME_FRAMES,
} from './news-values.ts';

/** The paths of the news service with parameters; `subscription` has none. */
export const NEWS_PATHS = [
  'search',
  'latest_headlines',
  'breaking_news',
  'authors',
  'search_by_link',
  'search_similar',
  'sources',
  'aggregation_count',
] as const;
export type NewsPath = (typeof NEWS_PATHS)[number];

/**
 * `list`: an array of strings, or one string with commas between the values. `date`: a time, a day or a phrase such
 * as `7 day ago`. `query`: the query language of `q`. `entities`: quoted names with AND, OR, NOT, NEAR and COUNT.
 */
export type NewsParameterType =
  | 'text'
  | 'list'
  | 'boolean'
  | 'integer'
  | 'number'
  | 'enum'
  | 'date'
  | 'query'
  | 'entities';

/** What a parameter of the news service accepts, and on which paths. */
export interface NewsParameter {
  type: NewsParameterType;
  paths: readonly NewsPath[];
  /** The paths that refuse a request without it. */
  requiredOn?: readonly NewsPath[];
  /** The bounds of a number, inclusive. */
  min?: number;
  max?: number;
  /** An exclusive lower bound. */
  above?: number;
  /** The values of an enum, or of each entry of a list. */
  values?: readonly string[];
  /** `values` are the known ones; any other text is allowed. */
  open?: true;
  /** The form of a text, or of each entry of a list, with an example for messages. */
  pattern?: RegExp;
  example?: string;
  /** The most entries of a list. */
  most?: number;
  /** The list is sent as one string with commas, which all paths accept. */
  comma?: true;
  /** The name ends with a part of the customer's own: `custom_tags.<taxonomy>`. */
  dotted?: true;
  /** What the plan must include, for warnings. Without it the service answers 403. */
  needs?: 'nlp' | 'tags';
  /** The service's default. */
  default?: string | number | boolean;
}

const LANGUAGE = { pattern: /^[a-z]{2}$/i, example: 'en' } as const;
const COUNTRY = { pattern: /^[a-z]{2}$/i, example: 'US' } as const;
const DOMAIN = { pattern: /^[^\s/:]+\.[^\s/:]+$/, example: 'example.com' } as const;
const TOPIC_CODE = { pattern: /^\d{8}$/, example: '04000000' } as const;

const Q = ['search', 'search_similar', 'aggregation_count'] as const;
const QUERIED = ['search', 'authors', 'search_similar', 'aggregation_count'] as const;
const DATED = [...QUERIED, 'search_by_link'] as const;
const FILTERED = [...QUERIED, 'latest_headlines'] as const;
const ANALYSED = [...FILTERED, 'breaking_news'] as const;
const PLACED = [...FILTERED, 'sources'] as const;
const RANKED = [...QUERIED, 'breaking_news', 'sources'] as const;
const CATEGORISED = ['search', 'latest_headlines', 'authors'] as const;
const NOT_AUTHOR = [...CATEGORISED, 'aggregation_count'] as const;
const TAGGED = [...CATEGORISED, 'search_similar'] as const;
const TRANSLATED = [...TAGGED, 'breaking_news'] as const;
const NAMED = ['search', 'latest_headlines', 'breaking_news', 'aggregation_count'] as const;
const CLUSTERED = ['search', 'latest_headlines'] as const;
const OUTLETS = ['search', 'sources'] as const;
const PAGED = [...ANALYSED, 'search_by_link'] as const;

const SENTIMENT = { type: 'number', paths: ANALYSED, min: -1, max: 1, needs: 'nlp' } as const;
const ENTITY_NAME = { type: 'entities', paths: NAMED, needs: 'nlp' } as const;
const RANK = { type: 'integer', paths: RANKED, min: 1, max: UNRANKED } as const;
const WORD_COUNT = { type: 'integer', paths: FILTERED, min: 0 } as const;
const THEME = { type: 'list', paths: ANALYSED, values: NEWS_THEMES, comma: true, needs: 'nlp' } as const;

/**
 * Every parameter of the news service (news service, parameters). The client's request schemas, the schema of
 * `watches.yaml` and the local server read this table.
 */
export const NEWS_PARAMETERS = {
  q: { type: 'query', paths: Q, requiredOn: Q },
  author_name: { type: 'text', paths: ['authors'], requiredOn: ['authors'] },
  not_author_name: { type: 'list', paths: NOT_AUTHOR },
  search_in: {
    type: 'list',
    paths: Q,
    values: SEARCH_PLACES,
    most: 2,
    comma: true,
    default: 'title_content',
  },
  links: { type: 'list', paths: ['search_by_link'] },
  ids: { type: 'list', paths: ['search_by_link'] },
  source_url: { type: 'list', paths: ['sources'], ...DOMAIN },
  include_additional_info: { type: 'boolean', paths: ['sources'], default: false },
  source_name: { type: 'list', paths: OUTLETS },
  predefined_sources: { type: 'list', paths: PLACED, pattern: /^top \d+ [a-z]{2}$/i, example: 'top 50 US' },
  sources: { type: 'list', paths: FILTERED, ...DOMAIN },
  not_sources: { type: 'list', paths: FILTERED, ...DOMAIN },
  lang: { type: 'list', paths: PLACED, ...LANGUAGE },
  not_lang: { type: 'list', paths: FILTERED, ...LANGUAGE },
  countries: { type: 'list', paths: PLACED, ...COUNTRY },
  not_countries: { type: 'list', paths: FILTERED, ...COUNTRY },
  from_: { type: 'date', paths: DATED, default: '7 day ago' },
  to_: { type: 'date', paths: DATED, default: 'now' },
  when: { type: 'text', paths: ['latest_headlines'], pattern: /^\d+[dh]$/, example: '24h', default: '7d' },
  published_date_precision: { type: 'enum', paths: QUERIED, values: DATE_PRECISIONS },
  by_parse_date: { type: 'boolean', paths: FILTERED, default: false },
  sort_by: { type: 'enum', paths: ANALYSED, values: SORT_ORDERS, default: 'relevancy' },
  ranked_only: { type: 'boolean', paths: ANALYSED, default: true },
  from_rank: { ...RANK, default: 1 },
  to_rank: { ...RANK, default: UNRANKED },
  is_headline: { type: 'boolean', paths: FILTERED },
  is_opinion: { type: 'boolean', paths: FILTERED },
  is_paid_content: { type: 'boolean', paths: FILTERED },
  parent_url: { type: 'list', paths: FILTERED },
  all_links: { type: 'list', paths: FILTERED },
  all_domain_links: { type: 'list', paths: FILTERED, ...DOMAIN },
  all_links_text: { type: 'list', paths: FILTERED },
  word_count_min: WORD_COUNT,
  word_count_max: WORD_COUNT,
  is_news_domain: { type: 'boolean', paths: OUTLETS },
  news_domain_type: { type: 'list', paths: OUTLETS, values: NEWS_DOMAIN_TYPES, comma: true },
  news_type: { type: 'list', paths: OUTLETS, values: NEWS_TYPES },
  additional_domain_info: { type: 'boolean', paths: ['search'], default: false },
  page: { type: 'integer', paths: PAGED, min: 1, default: 1 },
  page_size: { type: 'integer', paths: PAGED, min: 1, max: 1000, default: 100 },
  top_n_articles: { type: 'integer', paths: ['breaking_news'], min: 1, max: 100, default: 1 },
  clustering_enabled: { type: 'boolean', paths: CLUSTERED, needs: 'nlp', default: false },
  clustering_variable: {
    type: 'enum',
    paths: CLUSTERED,
    values: CLUSTERING_VARIABLES,
    needs: 'nlp',
    default: 'content',
  },
  clustering_threshold: { type: 'number', paths: CLUSTERED, above: 0, max: 1, needs: 'nlp', default: 0.7 },
  exclude_duplicates: { type: 'boolean', paths: ['search'], needs: 'nlp', default: false },
  include_translation_fields: { type: 'boolean', paths: TRANSLATED, needs: 'nlp', default: false },
  include_nlp_data: { type: 'boolean', paths: ANALYSED, needs: 'nlp', default: false },
  has_nlp: { type: 'boolean', paths: ANALYSED, needs: 'nlp', default: false },
  theme: THEME,
  not_theme: THEME,
  title_sentiment_min: SENTIMENT,
  title_sentiment_max: SENTIMENT,
  content_sentiment_min: SENTIMENT,
  content_sentiment_max: SENTIMENT,
  ORG_entity_name: ENTITY_NAME,
  PER_entity_name: ENTITY_NAME,
  LOC_entity_name: ENTITY_NAME,
  MISC_entity_name: ENTITY_NAME,
  ner_name: { type: 'text', paths: ['authors', 'search_similar'], needs: 'nlp' },
  iptc_tags: { type: 'list', paths: [...TAGGED, 'aggregation_count'], ...TOPIC_CODE, needs: 'tags' },
  not_iptc_tags: { type: 'list', paths: [...TAGGED, 'aggregation_count'], ...TOPIC_CODE, needs: 'tags' },
  iab_tags: { type: 'list', paths: CATEGORISED, needs: 'tags' },
  not_iab_tags: { type: 'list', paths: CATEGORISED, needs: 'tags' },
  custom_tags: { type: 'list', paths: TAGGED, dotted: true },
  robots_compliant: { type: 'boolean', paths: [...FILTERED, 'search_by_link'] },
  include_similar_documents: { type: 'boolean', paths: ['search_similar'], default: false },
  similar_documents_number: { type: 'integer', paths: ['search_similar'], min: 1, default: 5 },
  similar_documents_fields: { type: 'text', paths: ['search_similar'], default: 'title,content' },
  aggregation_by: {
    type: 'enum',
    paths: ['aggregation_count'],
    values: TIME_FRAMES,
    open: true,
    default: 'day',
  },
} as const satisfies Record<string, NewsParameter>;

export type NewsParameterName = keyof typeof NEWS_PARAMETERS;

const table: Readonly<Record<string, NewsParameter>> = NEWS_PARAMETERS;

/** A parameter by its name, also `custom_tags.<taxonomy>`; undefined if the service has no such parameter. */
export function parameterOf(name: string): NewsParameter | undefined {
  const dot = name.indexOf('.');
  const [family, own] = dot === -1 ? [name, undefined] : [name.slice(0, dot), name.slice(dot + 1)];
  if (!Object.hasOwn(table, family)) return undefined;
  const parameter = table[family];
  const complete = parameter?.dotted ? Boolean(own) : own === undefined;
  return complete ? parameter : undefined;
}

/** The names of a path's parameters, in the order of the table. */
export function parameterNamesOf(path: NewsPath): string[] {
  return Object.keys(table).filter((name) => table[name]?.paths.includes(path));
}

/** Whether a path requires this parameter. */
export function isRequiredOn(path: NewsPath, name: string): boolean {
  return parameterOf(name)?.requiredOn?.includes(path) ?? false;
}

/** The service counts matches and gives articles up to this number; exactly this many means "or more". */
export const NEWS_HITS_CAP = 10_000;

/** The most articles in one answer. */
export const NEWS_ANSWER_CAP = 1_000;

/** Pairs of bounds: the first must not exceed the second. */
const ORDERED = [
  ['from_rank', 'to_rank'],
  ['word_count_min', 'word_count_max'],
  ['title_sentiment_min', 'title_sentiment_max'],
  ['content_sentiment_min', 'content_sentiment_max'],
] as const;

type Values = Readonly<Record<string, unknown>>;

/**
 * The broken rules between the parameters of a request (news service, parameters); none if it is valid. The table of
 * parameters checks each value on its own. The order of from_ and to_ is checked where the two are resolved.
 */
export function newsRequestBreaches(path: NewsPath, values: Values): RuleBreach[] {
  return [...orderBreaches(values), ...pageBreaches(values), ...pathBreaches(path, values)];
}

function orderBreaches(values: Values): RuleBreach[] {
  return ORDERED.filter(([least, most]) => numberOf(values, least) > numberOf(values, most)).map((pair) => ({
    fields: pair,
    message: `${pair[0]} must not be greater than ${pair[1]}.`,
  }));
}

function pageBreaches(values: Values): RuleBreach[] {
  const breaches: RuleBreach[] = [];
  const size = values['page_size'] === undefined ? 100 : numberOf(values, 'page_size');
  if (numberOf(values, 'page') * size > NEWS_HITS_CAP) {
    const message = `page x page_size must not exceed ${NEWS_HITS_CAP}: the service returns no articles beyond it.`;
    breaches.push({ fields: ['page', 'page_size'], message });
  }
  if (numberOf(values, 'top_n_articles') * size > NEWS_ANSWER_CAP) {
    const message = `top_n_articles x page_size must not exceed ${NEWS_ANSWER_CAP}.`;
    breaches.push({ fields: ['top_n_articles', 'page_size'], message });
  }
  return breaches;
}

function pathBreaches(path: NewsPath, values: Values): RuleBreach[] {
  const names = Object.keys(values).filter((name) => values[name] !== undefined);
  if (path === 'search_by_link' && names.includes('links') === names.includes('ids')) {
    return [{ fields: ['links', 'ids'], message: 'The request needs either links or ids, and not both.' }];
  }
  if (path !== 'sources') return [];
  const filters = names.filter((name) => name !== 'include_additional_info');
  if (filters.length === 0) return [{ fields: [], message: 'sources needs at least one filter.' }];
  if (!filters.includes('source_url') || filters.length === 1) return [];
  const fields = filters.filter((name) => name !== 'source_url');
  return [{ fields, message: 'With source_url, only include_additional_info is possible.' }];
}

/** The number of a parameter, or NaN, which makes every comparison false. */
function numberOf(values: Values, name: string): number {
  const value = values[name];
  return typeof value === 'number' ? value : Number.NaN;
}

/** The path of the news service behind each kind of watch that it answers. */
export const PATH_OF_KIND = {
  search: 'search',
  headlines: 'latest_headlines',
  breaking: 'breaking_news',
  authors: 'authors',
  links: 'search_by_link',
  similar: 'search_similar',
  volume: 'aggregation_count',
} as const satisfies Partial<Record<WatchKind, NewsPath>>;

export type NewsKind = keyof typeof PATH_OF_KIND;

export const NEWS_KINDS: readonly NewsKind[] = typedKeys(PATH_OF_KIND);

/** Whether the news service answers this kind of watch. */
export function isNewsKind(kind: WatchKind): kind is NewsKind {
  return Object.hasOwn(PATH_OF_KIND, kind);
}

/** Whether the service takes a parameter for this kind of watch. */
export function takesParameter(kind: WatchKind, name: NewsParameterName): boolean {
  return isNewsKind(kind) && (parameterOf(name)?.paths.includes(PATH_OF_KIND[kind]) ?? false);
}

/**
 * Whether articles of this kind can come with the language layer. Counts have no articles, and `links` takes no
 * layer.
 */
export function hasLanguageLayer(kind: WatchKind): boolean {
  return takesParameter(kind, 'include_translation_fields');
}
