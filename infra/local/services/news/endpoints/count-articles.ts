import { DAY, HOUR, type Instant } from '../../../../../shared/domain/time/instant.ts';
import { answerDate, envelope } from '../envelope.ts';
import { spanOf } from '../article-filters.ts';
import type { Newsroom } from '../newsroom.ts';
import type { Entry } from '../library/entry.ts';
import { type Group, groupOf } from '../request/check-parameters.ts';
import type { Parameters } from '../request/read-parameters.ts';
import { findMatching } from './search-articles.ts';

/**
 * Answers `aggregation_count`: how many articles match in each hour, day or month of the period, empty frames too; or
 * of each language, country or source, the most first. The total is the true one, above 10,000 as well (news service,
 * aggregation count).
 */
export async function countArticles(
  newsroom: Newsroom,
  parameters: Parameters,
): Promise<Record<string, unknown>> {
  const hits = await findMatching(newsroom, { parameters });
  const entries = hits.map(({ entry }) => entry);
  const total = entries.length;
  const page = {
    page: parameters.number('page') ?? 1,
    pageSize: parameters.number('page_size') ?? 100,
    total,
  };
  const by = parameters.text('aggregation_by') ?? 'day';
  const group = groupOf(by);
  const counts = group ? countByGroup(entries, group) : countByFrame(entries, { parameters, frame: by });
  const body = total === 0 ? {} : { aggregations: { aggregation_count: counts } };
  return envelope(page, { parameters, body });
}

function countByFrame(
  entries: readonly Entry[],
  { parameters, frame }: { parameters: Parameters; frame: string },
) {
  const byParseDate = parameters.flag('by_parse_date');
  const startOf = frameStarts(frame);
  const counts = countsOf(entries, ({ publishedAt, parsedAt }) =>
    startOf(byParseDate ? parsedAt : publishedAt),
  );
  return framesOf(parameters, startOf).map((start) => ({
    time_frame: answerDate(start),
    article_count: counts.get(start) ?? 0,
  }));
}

/** An article whose language, country or source is not known is in no group. */
function countByGroup(entries: readonly Entry[], group: Group) {
  const valueOf = { language: 'language', country: 'country', source: 'domain' } as const;
  const counts = [...countsOf(entries, (entry) => entry[valueOf[group]])].filter(([value]) => value !== '');
  return counts
    .toSorted(([a, most], [b, next]) => next - most || (a < b ? -1 : 1))
    .map(([value, count]) => ({ [group]: value, article_count: count }));
}

function countsOf<Key>(entries: readonly Entry[], keyOf: (entry: Entry) => Key): Map<Key, number> {
  const counts = new Map<Key, number>();
  for (const entry of entries) {
    const key = keyOf(entry);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

/** The start of the frame, in UTC, in which a time lies. */
function frameStarts(frame: string): (at: Instant) => Instant {
  if (frame === 'hour') return (at) => Math.floor(at / HOUR) * HOUR;
  if (frame === 'day') return (at) => Math.floor(at / DAY) * DAY;
  return (at) => {
    const date = new Date(at);
    return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
  };
}

/** The frames that the period of a request touches, oldest first. */
function framesOf(parameters: Parameters, startOf: (at: Instant) => Instant): Instant[] {
  const { from, to } = spanOf(parameters);
  const frames: Instant[] = [];
  // Steps of an hour meet every frame; the start of each is taken once.
  for (let at = startOf(from); at <= to; at += HOUR) {
    const start = startOf(at);
    if (start !== frames.at(-1)) frames.push(start);
  }
  return frames;
}
