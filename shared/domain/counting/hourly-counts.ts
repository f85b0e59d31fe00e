import { sentimentOf, type StoredFinding } from '../findings/finding.ts';
import { DAY, HOUR, type Instant } from '../time/instant.ts';
import type { Detection, Sums } from '../policies/policy.ts';
import { storyIdOf } from '../stories/story.ts';
import type { FrameCount } from '../runs/window-record.ts';
import type { Window } from '../time/window.ts';

/** What came in one closed hour. */
export interface HourCount {
  /** The start of the hour. */
  at: Instant;
  articles: number;
  /** Stories that had not come in the day before: so a story counts once, however long it is copied. */
  stories: number;
  /** Those of them with a sentiment, and the sum of theirs. */
  scored: number;
  sentimentSum: number;
  /** The latest item. */
  latest: Instant;
}

/** A time for which a policy saw the same without a rest. */
export interface Episode {
  /** The edge at which it rang. */
  at: Instant;
  /** The last edge at which it still saw it. */
  last: Instant;
}

/** What a policy has seen at an edge, to be told. */
export interface TimedDetection {
  at: Instant;
  sighting: Detection;
}

/** The closed hours of a watch as numbers, and where its policy stands. One item, written at most once an hour. */
export interface HourlyCounts {
  watchId: string;
  /** Identity of what is counted and judged: the hours of another question, or another policy, are none of it. */
  policy: string;
  /** Nothing is known of hours before this. */
  since: Instant;
  /** Every hour before this is closed, and judged. */
  until: Instant;
  /** What was stored by then is counted. */
  readAt: Instant;
  /** Hours in which something came, oldest first. */
  hours: readonly HourCount[];
  /** Stories that came lately, by the beginning of their ids, with the hour in which they last did. */
  recent: readonly { story: string; at: Instant }[];
  episode?: Episode;
  /** What this tally has seen and, after a crash, may not have told yet. */
  rings: readonly TimedDetection[];
}

/** For so long a story that goes on is no new one. */
const STORY_REST = DAY;
/** So much of an id tells a day's stories apart: 59 bits. */
const STORY_KEY = 10;
/** So many stories are kept in mind: a watch that finds more counts some of them twice. */
const MOST_RECENT = 2_000;

/** The full hour at or before an instant. */
export function hourOf(at: Instant): Instant {
  return Math.floor(at / HOUR) * HOUR;
}

/**
 * Whether a stored finding belongs to the hours that are being closed: it lies before the new edge, and was not counted
 * at the last one, because it came later or lay behind it. So each finding counts once, in the hour in which it was
 * indexed, however late it is found.
 */
export function isUncounted(
  { finding, foundAt, verdict }: StoredFinding,
  { hourlyCounts, edge }: { hourlyCounts: Pick<HourlyCounts, 'since' | 'until' | 'readAt'>; edge: Instant },
): boolean {
  const { indexedAt } = finding;
  if (verdict && 'silent' in verdict && verdict.silent === 'excluded') return false;
  if (indexedAt >= edge || indexedAt < hourlyCounts.since) return false;
  return foundAt > hourlyCounts.readAt || indexedAt >= hourlyCounts.until;
}

/** The tally with these findings in their hours, and every hour before `edge` closed. */
export function withFindings(
  hourlyCounts: HourlyCounts,
  { found, edge, readAt }: { found: readonly StoredFinding[]; edge: Instant; readAt: Instant },
): HourlyCounts {
  const hours = new Map(hourlyCounts.hours.map((hour) => [hour.at, { ...hour }]));
  const recent = new Map(hourlyCounts.recent.map(({ story, at }) => [story, at]));
  for (const one of found.toSorted(byTime)) {
    const { indexedAt } = one.finding;
    const at = hourOf(indexedAt);
    const hour = hours.get(at) ?? emptyHour(at);
    const story = (one.story ?? storyIdOf(one.finding)).slice(0, STORY_KEY);
    const last = recent.get(story);
    const isNew = last === undefined || Math.abs(at - last) >= STORY_REST;
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
  return { ...hourlyCounts, hours: inOrder(hours), recent: latelyOf(recent, edge), until: edge, readAt };
}

/**
 * The tally with the frames of a watch that knows only numbers: each replaces what was known of its hour. Where in its
 * frame of `length` the latest item lies is not known, so that it counts as the end.
 */
export function withFrames(
  hourlyCounts: HourlyCounts,
  {
    frames,
    length,
    edge,
    readAt,
  }: { frames: readonly FrameCount[]; length: number; edge: Instant; readAt: Instant },
): HourlyCounts {
  const hours = new Map(hourlyCounts.hours.map((hour) => [hour.at, hour]));
  for (const { from, count } of frames) {
    if (from >= edge || from < hourlyCounts.since) continue;
    const at = hourOf(from);
    if (count === 0) hours.delete(at);
    else hours.set(at, { ...emptyHour(at), articles: count, latest: Math.min(from + length, edge) });
  }
  return { ...hourlyCounts, hours: inOrder(hours), until: edge, readAt };
}

/** The tally without what is older than any policy asks for. */
export function withoutOldHours(hourlyCounts: HourlyCounts, history: number): HourlyCounts {
  const since = Math.max(hourlyCounts.since, hourOf(hourlyCounts.until - history));
  return { ...hourlyCounts, since, hours: hourlyCounts.hours.filter(({ at }) => at >= since) };
}

/** Sums over a span of whole hours. */
export function sumHours({ hours }: Pick<HourlyCounts, 'hours'>, { from, to }: Window): Sums {
  const sums = { articles: 0, stories: 0, scored: 0, sentimentSum: 0 };
  for (let n = firstFrom(hours, from); n < hours.length; n += 1) {
    const hour = hours[n];
    if (!hour || hour.at >= to) break;
    sums.articles += hour.articles;
    sums.stories += hour.stories;
    sums.scored += hour.scored;
    sums.sentimentSum += hour.sentimentSum;
  }
  return sums;
}

/** The latest item before an edge. */
export function latestBefore({ hours }: Pick<HourlyCounts, 'hours'>, edge: Instant): Instant | undefined {
  return hours[firstFrom(hours, edge) - 1]?.latest;
}

/** The index of the first hour at or after an instant. */
function firstFrom(hours: readonly HourCount[], from: Instant): number {
  let [low, high] = [0, hours.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((hours[middle]?.at ?? from) < from) low = middle + 1;
    else high = middle;
  }
  return low;
}

function emptyHour(at: Instant): HourCount {
  return { at, articles: 0, stories: 0, scored: 0, sentimentSum: 0, latest: at };
}

function inOrder(hours: ReadonlyMap<Instant, HourCount>): HourCount[] {
  return [...hours.values()].toSorted((a, b) => a.at - b.at);
}

function latelyOf(recent: ReadonlyMap<string, Instant>, edge: Instant): HourlyCounts['recent'] {
  return [...recent]
    .filter(([, at]) => edge - at < STORY_REST + HOUR)
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, MOST_RECENT)
    .map(([story, at]) => ({ story, at }));
}

function byTime(a: StoredFinding, b: StoredFinding): number {
  return a.finding.indexedAt - b.finding.indexedAt;
}
