import type { QueryNode } from '../../../../../shared/domain/query/ast.ts';
import type {
  NEWS_PARAMETERS,
  NewsParameterType,
  NewsPath,
} from '../../../../../shared/domain/services/news-rules.ts';
import { spokenSpan } from '../../../../../shared/domain/services/news-values.ts';
import {
  DAY,
  HOUR,
  type Instant,
  MINUTE,
  parseWireTime,
  SECOND,
} from '../../../../../shared/domain/time/instant.ts';

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

const LENGTHS = { second: SECOND, minute: MINUTE, hour: HOUR, day: DAY, week: 7 * DAY } as const;

/**
 * Reads a date of a request (news service, dates in requests): a time, a day (its start in UTC), an English phrase
 * such as `7 day ago`, `two hours ago`, `last week`, `today`, `yesterday`, `now`, or a short one such as `24h`. A
 * zone and fractions are read too. Undefined for anything else.
 */
export function readDate(text: string, now: Instant): Instant | undefined {
  const phrase = text.trim().toLowerCase().replaceAll(/\s+/g, ' ');
  const midnight = Math.floor(now / DAY) * DAY;
  if (phrase === 'now') return now;
  if (phrase === 'today') return midnight;
  if (phrase === 'yesterday') return midnight - DAY;
  return readSpanAgo(phrase, now) ?? readTime(text);
}

/** A span that ends now, `24h` or `7d`, as milliseconds. */
export function readSpan(text: string): number | undefined {
  const [, count, unit] = /^(\d{1,6})([dh])$/i.exec(text.trim()) ?? [];
  if (count === undefined || unit === undefined) return undefined;
  return Number(count) * (unit.toLowerCase() === 'd' ? DAY : HOUR);
}

function readSpanAgo(phrase: string, now: Instant): Instant | undefined {
  const short = readSpan(phrase);
  if (short !== undefined) return now - short;
  const { count, unit } = spokenSpan(phrase) ?? {};
  if (count === undefined || unit === undefined) return undefined;
  if (unit === 'month' || unit === 'year') return monthsBefore(now, unit === 'year' ? 12 * count : count);
  return now - count * LENGTHS[unit];
}

/** The same day and time of an earlier month, or the last day of that month where it is shorter. */
function monthsBefore(now: Instant, months: number): Instant {
  const date = new Date(now);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() - months);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, last));
  return date.getTime();
}

/** A time by the wire's forms, and no day that the calendar does not have (2026-02-30). */
function readTime(text: string): Instant | undefined {
  const at = parseWireTime(text);
  const [, year, month, day] = /^(\d{4})[-/](\d{2})[-/](\d{2})/.exec(text.trim()) ?? [];
  if (at === undefined || !year || !month || !day) return undefined;
  const last = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  return Number(day) <= last ? at : undefined;
}
