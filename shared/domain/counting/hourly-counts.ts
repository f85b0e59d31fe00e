import { isPolled } from '../lib/errors.ts';
import { type Finding, rankOf, sentimentOf, type StoredFinding } from '../findings/finding.ts';
import { defined } from '../lib/fields.ts';
import type { Counting, CountView, Detection, Subject, Sums } from '../policies/policy.ts';
import type { FrameCount } from '../runs/run-state.ts';
import { EVENT_TYPES, factNamesOf } from '../services/event-filters.ts';
import { contains, DAY, HOUR, type Instant, type Window } from '../time/instant.ts';
import { kindFactsOf, type Watch } from '../watches/watch.ts';

/** What came in one closed hour. */
export interface HourCount {
  /** The start of the hour. */
  at: Instant;
  articles: number;
  /** Stories without an article in the day before: a story counts once, however long it is copied. */
  stories: number;
  /** How many of these stories have a sentiment, and the sum of their sentiments. */
  scored: number;
  sentimentSum: number;
  /** When the latest item was indexed. */
  latest: Instant;
}

/** A time during which a policy kept detecting something. It makes one alert. */
interface Episode {
  /** The end of the hour in which it was first detected. */
  at: Instant;
  /** The end of the hour in which it was last detected. */
  last: Instant;
}

/** What a policy has detected at the end of an hour, to be notified. */
export interface TimedDetection {
  at: Instant;
  detection: Detection;
}

/** The findings of a watch per closed hour, with the state of its policy. One item, written at most once an hour. */
export interface HourlyCounts {
  watchId: string;
  /** Identity of query and policy. Hours that were counted for another query or policy do not count. */
  policy: string;
  /** Hours before this are unknown. */
  since: Instant;
  /** The end of the last closed hour. All hours before are judged. */
  until: Instant;
  /** Everything that was stored by then is counted. */
  readAt: Instant;
  /** The hours with items, oldest first. */
  hours: readonly HourCount[];
  /** Recent stories, by the beginning of their ids, with the hour of their latest article. */
  recent: readonly { story: string; at: Instant }[];
  episode?: Episode;
  /** Detections of the last judgement; after a crash some may have no alert yet. */
  detections: readonly TimedDetection[];
}

/** A story counts again only after this long without an article. */
const STORY_GAP = DAY;
/** How many characters of a story's id are kept: 59 bits distinguish a day's stories. */
const STORY_KEY = 10;
/** How many recent stories are kept. With more, some are counted twice. */
const MOST_RECENT = 2_000;

/** The full hour at or before an instant. */
export function hourOf(at: Instant): Instant {
  return Math.floor(at / HOUR) * HOUR;
}

/**
 * Whether a stored finding is still to be counted when the hours before `closedUntil` are closed: it was indexed
 * before, but not counted the last time, because it was stored or indexed later. So each finding counts once, in the
 * hour in which it was indexed, however late it is found.
 */
export function isUncounted(
  { finding, foundAt, verdict }: StoredFinding,
  {
    hourlyCounts,
    closedUntil,
  }: { hourlyCounts: Pick<HourlyCounts, 'since' | 'until' | 'readAt'>; closedUntil: Instant },
): boolean {
  const { indexedAt } = finding;
  if (verdict && 'silent' in verdict && verdict.silent === 'excluded') return false;
  if (indexedAt >= closedUntil || indexedAt < hourlyCounts.since) return false;
  return foundAt > hourlyCounts.readAt || indexedAt >= hourlyCounts.until;
}

/** The counts with these findings in their hours, and every hour before `closedUntil` closed. */
export function withFindings(
  hourlyCounts: HourlyCounts,
  { found, closedUntil, readAt }: { found: readonly StoredFinding[]; closedUntil: Instant; readAt: Instant },
): HourlyCounts {
  const hours = new Map(hourlyCounts.hours.map((hour) => [hour.at, hour]));
  const recent = new Map(hourlyCounts.recent.map(({ story, at }) => [story, at]));
  for (const one of found.toSorted(earliestFirst)) {
    const { indexedAt } = one.finding;
    const at = hourOf(indexedAt);
    const hour = hours.get(at) ?? emptyHour(at);
    const story = (one.story ?? one.finding.fingerprint).slice(0, STORY_KEY);
    const last = recent.get(story);
    const isNew = last === undefined || Math.abs(at - last) >= STORY_GAP;
    const sentiment = isNew ? sentimentOf(one.finding) : undefined;
    hours.set(at, {
      at,
      articles: hour.articles + 1,
      stories: hour.stories + (isNew ? 1 : 0),
      scored: hour.scored + (sentiment === undefined ? 0 : 1),
      sentimentSum: hour.sentimentSum + (sentiment ?? 0),
      latest: Math.max(hour.latest, indexedAt),
    });
    recent.set(story, Math.max(at, last ?? at));
  }
  return {
    ...hourlyCounts,
    hours: inOrder(hours),
    recent: recentStories(recent, closedUntil),
    until: closedUntil,
    readAt,
  };
}

/**
 * The counts of a watch that only counts: each frame replaces what was known of its hour. `length` is the length of a
 * frame in milliseconds. The time of its latest item is unknown, so the end of the frame counts.
 */
export function withFrames(
  hourlyCounts: HourlyCounts,
  {
    frames,
    length,
    closedUntil,
    readAt,
  }: { frames: readonly FrameCount[]; length: number; closedUntil: Instant; readAt: Instant },
): HourlyCounts {
  const hours = new Map(hourlyCounts.hours.map((hour) => [hour.at, hour]));
  for (const { from, count } of frames) {
    if (from >= closedUntil || from < hourlyCounts.since) continue;
    const at = hourOf(from);
    if (count === 0) hours.delete(at);
    else hours.set(at, { ...emptyHour(at), articles: count, latest: Math.min(from + length, closedUntil) });
  }
  return { ...hourlyCounts, hours: inOrder(hours), until: closedUntil, readAt };
}

/** The counts without hours that are older than `history` (milliseconds). */
export function withoutOldHours(hourlyCounts: HourlyCounts, history: number): HourlyCounts {
  const since = Math.max(hourlyCounts.since, hourOf(hourlyCounts.until - history));
  return { ...hourlyCounts, since, hours: hourlyCounts.hours.filter(({ at }) => at >= since) };
}

/** The counts as they were `until` an instant: the hours after it are counted and judged again. */
export function countsUntil(hourlyCounts: HourlyCounts, until: Instant): HourlyCounts {
  const { episode, ...counts } = hourlyCounts;
  const closed = hourOf(until);
  const isBefore = ({ at }: { at: Instant }) => at < closed;
  return {
    ...counts,
    since: Math.min(counts.since, closed),
    until: closed,
    readAt: until,
    hours: counts.hours.filter(isBefore),
    recent: counts.recent.filter(isBefore),
    detections: [],
    ...(episode && episode.last <= closed && { episode }),
  };
}

/** Sums over a span of whole hours. */
export function sumHours({ hours }: Pick<HourlyCounts, 'hours'>, { from, to }: Window): Sums {
  const sums = { articles: 0, stories: 0, scored: 0, sentimentSum: 0 };
  for (const { at, articles, stories, scored, sentimentSum } of hours) {
    if (at < from || at >= to) continue;
    sums.articles += articles;
    sums.stories += stories;
    sums.scored += scored;
    sums.sentimentSum += sentimentSum;
  }
  return sums;
}

/** When the latest item before an instant was indexed. */
export function latestBefore({ hours }: Pick<HourlyCounts, 'hours'>, before: Instant): Instant | undefined {
  return hours.findLast(({ at }) => at < before)?.latest;
}

function emptyHour(at: Instant): HourCount {
  return { at, articles: 0, stories: 0, scored: 0, sentimentSum: 0, latest: at };
}

function inOrder(hours: ReadonlyMap<Instant, HourCount>): HourCount[] {
  return [...hours.values()].toSorted((a, b) => a.at - b.at);
}

function recentStories(recent: ReadonlyMap<string, Instant>, closedUntil: Instant): HourlyCounts['recent'] {
  return [...recent]
    .filter(([, at]) => closedUntil - at < STORY_GAP + HOUR)
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, MOST_RECENT)
    .map(([story, at]) => ({ story, at }));
}

function earliestFirst(a: StoredFinding, b: StoredFinding): number {
  return a.finding.indexedAt - b.finding.indexedAt;
}

/** What a policy must know about a watch beside its hours. */
type CountedItems = Pick<CountView, 'noun' | 'knowsStories' | 'timezone' | 'missed'>;

/**
 * The counts with all that their policy detects in the closed hours after `after`. Each hour is judged separately and
 * in order, so it does not matter when a run does it. A detection that continues gives one alert; with `silent` it
 * gives none, but counts as known.
 */
export function judgeHours(
  hourlyCounts: HourlyCounts,
  {
    counting,
    counted,
    after,
    silent,
  }: { counting: Counting; counted: CountedItems; after: Instant; silent: boolean },
): HourlyCounts {
  let { episode } = hourlyCounts;
  const detections: TimedDetection[] = [];
  for (let at = after + HOUR; at <= hourlyCounts.until; at += HOUR) {
    const detection = detectionAt(hourlyCounts, { at, counting, counted, detectedAt: episode?.at });
    if (!detection) continue;
    if (episode && at - episode.last <= counting.resetAfter) {
      episode = { ...episode, last: at };
      continue;
    }
    episode = { at, last: at };
    if (!silent) detections.push({ at, detection });
  }
  return defined<HourlyCounts>({ ...hourlyCounts, episode, detections });
}

function detectionAt(
  hourlyCounts: HourlyCounts,
  {
    at,
    counting,
    counted,
    detectedAt,
  }: { at: Instant; counting: Counting; counted: CountedItems; detectedAt: Instant | undefined },
): Detection | undefined {
  const missed = counted.missed?.filter(({ to }) => to <= at) ?? [];
  const view = { ...counted, missed, closedUntil: at, since: hourlyCounts.since, ...defined({ detectedAt }) };
  return counting.judge({
    ...view,
    sum: (span) => sumHours(hourlyCounts, span),
    latest: () => latestBefore(hourlyCounts, at),
  });
}

/** How many stories an alert about a span shows. */
const MOST_SHOWN = 5;

/** Examples of what came in a span: one finding for each of a few stories, those of the most popular outlets first. */
export function shownFindings(came: readonly StoredFinding[], period: Window | undefined): Finding[] {
  if (!period) return [];
  const inside = came.filter(
    ({ finding }) => contains(period, finding.indexedAt) && finding.excludedBy === undefined,
  );
  const ranked = inside.toSorted((a, b) => rankOf(a.finding.outlet) - rankOf(b.finding.outlet));
  const stories = new Map<string, Finding>();
  for (const { finding, story = finding.fingerprint } of ranked) {
    if (!stories.has(story)) stories.set(story, finding);
  }
  return [...stories.values()].slice(0, MOST_SHOWN);
}

/** What a watch gives its policy to judge, by its kind and query. */
export function subjectOf({ kind, query, watchlist }: Pick<Watch, 'kind' | 'query' | 'watchlist'>): Subject {
  const { finds, window } = kindFactsOf(kind);
  const frame = query['aggregation_by'] === 'day' ? 'day' : 'hour';
  const common = { frame, hasSentiment: false } as const;
  if (window?.holds === 'counts') return { ...common, finds: 'numbers', namesCompanies: false };
  if (finds === 'events') {
    const type = EVENT_TYPES.find((one) => one === query['event_type']);
    return { ...common, finds, namesCompanies: true, ...(type && { facts: factNamesOf(type) }) };
  }
  if (finds === 'records') {
    const follows = watchlist !== undefined || query['connected_dataset_ids'] !== undefined;
    return { ...common, finds, namesCompanies: follows || query['mode'] !== 'lite' };
  }
  const hasNlp = query['include_nlp_data'] === true || kind === 'world';
  return {
    finds,
    frame,
    namesCompanies: hasNlp,
    hasSentiment: hasNlp,
    ...(isPolled(kind) && { polled: kind }),
  };
}

const NOUNS = { articles: 'article', numbers: 'article', events: 'event', records: 'record' } as const;

/** What a watch counts. */
export function countedItemsOf(watch: Pick<Watch, 'kind' | 'query' | 'timezone'>): CountedItems {
  const { finds } = subjectOf(watch);
  return { noun: NOUNS[finds], knowsStories: finds !== 'numbers', timezone: watch.timezone };
}
