import type { QueryNode } from '../../../../../shared/domain/query/ast.ts';
import type {
  NEWS_PARAMETERS,
  NewsParameterType,
  NewsPath,
} from '../../../../../shared/domain/services/news-rules.ts';
import type { Instant } from '../../../../../shared/domain/time/instant.ts';

/** The names of the parameters of a type. */
export type NameOf<Type extends NewsParameterType> = {
  [Name in keyof typeof NEWS_PARAMETERS]: (typeof NEWS_PARAMETERS)[Name]['type'] extends Type ? Name : never;
}[keyof typeof NEWS_PARAMETERS];

/** The parameters of one request, read and in range; those with a default have it where nothing was sent. */
export interface Parameters {
  path: NewsPath;
  /** The time of the request, from which phrases such as `7 day ago` are counted. */
  now: Instant;
  /** What was sent, and what holds by default, by name. */
  values: ReadonlyMap<string, ParameterValue>;
  /** Whether the caller sent it. */
  isSent(name: string): boolean;
  text(name: NameOf<'text' | 'enum' | 'query' | 'entities'>): string | undefined;
  list(name: NameOf<'list'>): readonly string[];
  flag(name: NameOf<'boolean'>): boolean | undefined;
  number(name: NameOf<'integer' | 'number'>): number | undefined;
  time(name: NameOf<'date'>): Instant | undefined;
  /** `custom_tags.<taxonomy>`: the requested tags, by taxonomy. */
  customTags: ReadonlyMap<string, readonly string[]>;
  /** `q` as a tree; undefined on paths without it. */
  query: QueryNode | undefined;
}

/** Dates are instants. */
export type ParameterValue = string | readonly string[] | boolean | number;
