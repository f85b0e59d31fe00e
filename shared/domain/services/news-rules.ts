import { typedKeys } from '../lib/fields.ts';
import type { WatchKind } from '../watches/watch.ts';
import type { RuleBreach } from './extraction-rules.ts';
import { type NewsParameterName, type NewsPath, parameterOf } from './news-parameters.ts';

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
