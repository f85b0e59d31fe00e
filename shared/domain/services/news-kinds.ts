import { type NewsParameterName, type NewsPath, parameterOf } from './news-parameters.ts';
import { typedKeys } from '../lib/fields.ts';
import type { WatchKind } from '../watches/watch-kinds.ts';

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
