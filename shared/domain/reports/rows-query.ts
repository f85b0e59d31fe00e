import type { StoredFinding } from '../findings/finding.ts';
import { defined, typedKeys } from '../lib/fields.ts';
import type { Instant } from '../time/instant.ts';
import {
  COUNTED_TOPICS,
  type Example,
  REACH_BANDS,
  reachBandOf,
  type SentimentTone,
  toneOf,
  TONES,
} from './day-rollup.ts';
import { authorsOf, exampleOf, languageOf, topicsOf } from './roll-up-findings.ts';
import { daysOf, type Period, periodBefore } from './period.ts';

/** The stored findings behind a number of a report: those that match all given properties. */
export interface RowsQuery {
  /** The days of the report, the days before, or a single day. */
  days: 'now' | 'before' | { day: string };
  /** Absent: articles. */
  kind?: 'events' | 'records' | 'excluded';
  /** A competitor. Absent: the brand of the report. */
  brand?: string;
  outlet?: string;
  author?: string;
  /** As the rollup counts it: ISO 3166-1 alpha-2. */
  country?: string;
  language?: string;
  tone?: SentimentTone;
  /** What an article is about, as the rollup counts it. */
  theme?: string;
  person?: string;
  place?: string;
  iptc?: string;
  iab?: string;
  /** The id of a reach band. */
  reach?: string;
  /** The id of a story. */
  story?: string;
}

/** The last part of the path to a report's findings. */
export const ROWS = 'findings';

const TOPIC_FILTERS = typedKeys(COUNTED_TOPICS);
const FILTERS = [
  'brand',
  'outlet',
  'author',
  'country',
  'language',
  'reach',
  'story',
  ...TOPIC_FILTERS,
] as const;
const KINDS = ['events', 'records', 'excluded'] as const;

/** A query as the query string of an address. */
export function rowsText({ days, ...rest }: RowsQuery): string {
  const fields = new URLSearchParams({ days: typeof days === 'string' ? days : days.day });
  for (const name of ['kind', 'tone', ...FILTERS] as const) {
    const value = rest[name];
    if (value !== undefined) fields.set(name, value);
  }
  return fields.toString();
}

/** Reads a query for a report on a period; undefined if it is invalid. */
export function readRowsQuery(
  fields: Readonly<Record<string, string>>,
  period: Period,
): (RowsQuery & { span: Period }) | undefined {
  const { days = 'now', kind, tone } = fields;
  const span = spanFor(days, period);
  const ownKind = KINDS.find((one) => one === kind);
  const ownTone = TONES.find((one) => one === tone);
  if (!span || (kind !== undefined && !ownKind) || (tone !== undefined && !ownTone)) return undefined;
  const filters = FILTERS.flatMap((name) => {
    const value = fields[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    days: days === 'now' || days === 'before' ? days : { day: days },
    ...defined({ kind: ownKind, tone: ownTone }),
    ...Object.fromEntries(filters),
    span,
  };
}

function spanFor(days: string, period: Period): Period | undefined {
  const before = periodBefore(period);
  if (days === 'now') return period;
  if (days === 'before') return before;
  const known = daysOf({ first: before.first, last: period.last });
  return known.includes(days) ? { ...period, first: days, last: days } : undefined;
}

/** Whether a finding matches a query. Its day and its brand are not checked. */
export function isRow(found: StoredFinding, query: Omit<RowsQuery, 'days'>): boolean {
  const { finding } = found;
  const { kind, author, language } = query;
  if (finding.excludedBy !== undefined) return kind === 'excluded';
  return (
    finding.type === TYPES[kind ?? 'articles'] &&
    isLike(exampleOf(found), query) &&
    (author === undefined || authorsOf(found).includes(author)) &&
    (language === undefined || languageOf(found) === language) &&
    TOPIC_FILTERS.every((kind) => {
      const topic = query[kind];
      return topic === undefined || topicsOf(found, kind).includes(topic);
    })
  );
}

const TYPES = { articles: 'article', events: 'event', records: 'record', excluded: undefined } as const;

/** Whether a listed article matches a query that asks for what a list shows; `dayIn` reads the days of the report. */
export function isBehind(one: Example, query: RowsQuery, dayIn: (at: Instant) => string): boolean {
  const { days, author } = query;
  return (
    isLike(one, query) &&
    (typeof days === 'string' || dayIn(one.at) === days.day) &&
    (author === undefined || one.author === author || (one.coauthors ?? []).includes(author))
  );
}

function isLike(
  { domain, country, mood, story, rank }: Example,
  query: Pick<RowsQuery, 'outlet' | 'country' | 'tone' | 'story' | 'reach'>,
): boolean {
  return (
    (query.outlet === undefined || domain === query.outlet) &&
    (query.country === undefined || country === query.country) &&
    (query.tone === undefined || (mood !== undefined && toneOf(mood) === query.tone)) &&
    (query.story === undefined || story === query.story) &&
    (query.reach === undefined || REACH_BANDS[reachBandOf(rank)]?.id === query.reach)
  );
}
