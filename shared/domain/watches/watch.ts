import type { ExcludedTopics } from '../findings/finding.ts';
import type { Service } from '../lib/errors.ts';
import { defined, typedKeys } from '../lib/fields.ts';
import type { Settings } from '../policies/policy.ts';
import type { PolicyName } from '../policies/registry.ts';
import {
  DAY,
  HOUR,
  type Instant,
  LONGEST_WINDOW,
  MINUTE,
  SECOND,
  SHORTEST_WINDOW,
  type SplitRule,
} from '../time/instant.ts';

/** How the windows of a kind run: what its service can be queried for, and how late its items come. Milliseconds. */
export interface WindowRule extends SplitRule {
  /**
   * The time of an item that decides its window: when the service parsed it, when it was published, when the service
   * extracted it, or when a run first saw it.
   */
  time: 'parsed' | 'published' | 'extracted' | 'seen';
  /** What a window gives: items that become findings, or only their numbers. */
  holds: 'items' | 'counts';
  /** A run looks back at least this far before the watermark, whatever the watch says. */
  leastOverlap: number;
  /** The longest window for one query. */
  longest: number;
  /** How far back the service can be queried at all. What is older when a run comes is lost. */
  reach?: number;
  /**
   * How late items are found, once a day: `count` counts each of the last days and covers a day again when it has more
   * than is stored; `ask` always covers the last days again; `never`: no item comes late.
   */
  lookAgain: 'count' | 'ask' | 'never';
}

/** What is special to a kind of watch. */
interface KindFacts {
  /** The service that answers it. */
  service: Service;
  /** What its findings are, or what it counts. */
  finds: 'articles' | 'events' | 'records';
  /** How its windows run. Absent: each run starts a job, which covers a span of its own. */
  window?: WindowRule;
  /**
   * The service withdrew its path for some customers, or leaves it out of some plans (contract, differences).
   * `one-by-one`: a plan may lack it for one watch. `together`: a plan lacks it for all watches of the kind (events
   * service, errors).
   */
  withdrawn?: 'one-by-one' | 'together';
}

const BY_PARSE_TIME: WindowRule = {
  time: 'parsed',
  holds: 'items',
  leastOverlap: 0,
  longest: LONGEST_WINDOW,
  shortest: SHORTEST_WINDOW,
  grain: SECOND,
  lookAgain: 'count',
};

/** The span of a query always ends now. A shorter window would give the same, so no window is split. */
const UNTIL_NOW = { longest: Number.POSITIVE_INFINITY, shortest: Number.POSITIVE_INFINITY } as const;

const NEWS = { service: 'news', finds: 'articles' } as const;

/** Every kind of watch (news service, parameters by path and breaking news; events service, filter value forms). */
const KINDS = {
  search: { ...NEWS, window: BY_PARSE_TIME },
  /** Its path takes `when` instead of two dates. */
  headlines: { ...NEWS, window: { ...BY_PARSE_TIME, ...UNTIL_NOW, lookAgain: 'ask' } },
  /** Gives the last 24 hours only. An old article can break today, so it counts when it is first seen. */
  breaking: {
    ...NEWS,
    window: { ...BY_PARSE_TIME, ...UNTIL_NOW, time: 'seen', reach: DAY, lookAgain: 'never' },
  },
  authors: { ...NEWS, window: BY_PARSE_TIME },
  /**
   * Has no `by_parse_date`. An article is often parsed hours after it was published. One that is dated by the day lies
   * at that day's midnight, so a run looks back to before yesterday's.
   */
  links: { ...NEWS, window: { ...BY_PARSE_TIME, time: 'published', leastOverlap: 2 * DAY } },
  similar: { ...NEWS, window: BY_PARSE_TIME, withdrawn: 'one-by-one' },
  /** Counts a whole UTC day at a time, so that each answer replaces the one before. */
  volume: {
    ...NEWS,
    window: { ...BY_PARSE_TIME, holds: 'counts', grain: DAY, longest: DAY, shortest: DAY, lookAgain: 'ask' },
  },
  /** Filters go by days, so a window begins at midnight, and the day before is queried again. */
  events: {
    service: 'events',
    finds: 'events',
    window: {
      ...BY_PARSE_TIME,
      time: 'extracted',
      leastOverlap: DAY,
      grain: DAY,
      shortest: DAY,
      lookAgain: 'ask',
    },
    withdrawn: 'together',
  },
  extraction: { service: 'extraction', finds: 'records' },
  /** What the poller stores never changes and never comes late: it was parsed when the poller first saw it. */
  feeds: { service: 'feeds', finds: 'articles', window: { ...BY_PARSE_TIME, longest: DAY } },
  /** The same holds for what is stored of the archive. A backfill reads the 8 files of an hour in one run. */
  world: {
    service: 'world',
    finds: 'articles',
    window: { ...BY_PARSE_TIME, longest: DAY, shortest: HOUR, lookAgain: 'never' },
  },
} as const satisfies Record<string, KindFacts>;

export type WatchKind = keyof typeof KINDS;

export const WATCH_KINDS: readonly WatchKind[] = typedKeys(KINDS);

/** What is special to a kind of watch. */
export function kindFactsOf(kind: WatchKind): KindFacts {
  return KINDS[kind];
}

/** The service that answers a kind of watch. */
export function serviceOf(kind: WatchKind): Service {
  return KINDS[kind].service;
}

/** How the windows of a kind run; undefined for a kind that starts jobs. */
export function windowRuleOf(kind: WatchKind): WindowRule | undefined {
  return kindFactsOf(kind).window;
}

export const SEVERITIES = ['info', 'warning', 'critical'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** Negative when `a` is less severe than `b`, positive when it is more severe. */
export function compareSeverity(a: Severity, b: Severity): number {
  return SEVERITIES.indexOf(a) - SEVERITIES.indexOf(b);
}

/** The highest of some severities. */
export function mostSevere(first: Severity, ...others: readonly Severity[]): Severity {
  return others.reduce((high, one) => (compareSeverity(one, high) > 0 ? one : high), first);
}

/** A value of a service's own parameter, as the user wrote it in `query`. */
export type ParameterValue = string | number | boolean | readonly string[];
/** Event filters and their ranges are mappings; criteria and fields of jobs are lists of mappings. */
export type QueryValue = ParameterValue | QueryMapping | readonly QueryMapping[];
interface QueryMapping {
  readonly [name: string]: QueryValue;
}
export type WatchQuery = Readonly<Record<string, QueryValue>>;

/** The texts of a value that is a list, or one text with commas. */
export function textsOf(value: QueryValue | undefined): string[] {
  if (typeof value === 'string') return value.split(',').map((one) => one.trim());
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

/** When a watch alerts, and on which channels. */
export interface AlertRule {
  when: PolicyName;
  /** The first of its channels. */
  channel: string;
  /** All of its channels in the order of the file, each once. Absent: there is one. */
  channels?: readonly string[];
  /** The settings of the policy; absent when it has none. */
  settings?: Settings;
  /** When its channels are notified of what is new in a story: never, or without another outlet. Absent: confirmed. */
  developments?: 'off' | 'at-once';
  /** Opinions, reviews, lists and the like are news, too. */
  opinions?: true;
}

/** The channels that a watch alerts. */
export function channelsOf({ channel, channels = [channel] }: AlertRule): readonly string[] {
  return channels;
}

/** What a fact of an event or a record must be: one of these texts, or a number or a day within these bounds. */
export type FactCondition =
  | readonly string[]
  | { readonly gte?: number | string | undefined; readonly lte?: number | string | undefined };

/** A rule by which a story climbs to a severity: all of its conditions hold together. */
export interface RaiseRule {
  to: Severity;
  /** At least so many outlets have published it. */
  outlets?: number;
  /** An outlet of this SEO rank or better has published it. */
  topRank?: number;
  /** Outlets of at least so many countries have published it. */
  countries?: number;
  /** Its mean sentiment is this or below, -1..1. */
  sentiment?: number;
  /** Facts of its events or records, by the names of the service: one of its findings meets all of them. */
  where?: Readonly<Record<string, FactCondition>>;
}

/** What a model is asked about the findings of a watch. */
export interface Judge {
  /** What an article must be about. What is not waits for the brief. */
  relevant?: string;
  /** Conditions in plain words, of which each raises a finding. */
  raise?: readonly { to: Severity; when: string }[];
  /** Alerts have two sentences about the article, in this language (ISO 639-1). */
  summary?: string;
  /** The name of the model in the stage file. */
  model: string;
  /** What it may use in a month of UTC. */
  tokensPerMonth: number;
  /** Its word is recorded, and has no effect. */
  shadow?: true;
}

/** The cost of jobs of the extraction service, in credits. */
export interface JobPrices {
  /** A record of a `base` job. */
  perRecord: number;
  /** A `lite` job as a whole. */
  perLiteJob: number;
}

/** How readily articles are joined into one story. */
export const STORY_JOINING = ['strict', 'normal', 'loose'] as const;
export type StoryJoining = (typeof STORY_JOINING)[number];

/** A saved query with a schedule, an alert policy and a channel. Spans are in milliseconds. */
export interface Watch {
  id: string;
  kind: WatchKind;
  /** The service's own parameter names and values. */
  query: WatchQuery;
  /** Scheduler expression: `rate()`, `cron()` or `at()`. */
  schedule: string;
  /** The IANA zone of the schedule. */
  timezone: string;
  /** How far each run looks back before the watermark. */
  overlap: number;
  /** The length of the first window. */
  lookback: number;
  /** `silent`: the first run stores a baseline and sends one summary. `tell`: it alerts like every run. */
  firstRun: 'silent' | 'tell';
  brand?: string;
  /** The first name of the brand, which messages show. Absent: the file has none for it. */
  brandName?: string;
  severity: Severity;
  /** The rules by which its stories, events and records climb above `severity`. Absent: they never do. */
  raise?: readonly RaiseRule[];
  /** What a model judges of its findings before they alert. Absent: nothing. No part of the version. */
  judge?: Judge;
  /** 1..9. When the budget is short, watches of low priority slow down first. */
  priority: number;
  alert: AlertRule;
  /** Exclusions: domains are left out of the query, findings with a phrase or a topic are stored without an alert. */
  exclude: { domains: readonly string[]; phrases: readonly string[]; topics?: ExcludedTopics };
  /** Words are compared with their accents. Absent: with and without accents they are the same. */
  accents?: 'exact';
  /** `full`: the bucket keeps the raw JSON of each finding. */
  keep: 'summary' | 'full';
  /** How long findings and alerts are kept. */
  retention: number;
  /** How readily its articles are joined into stories, where the file says other than `normal`. */
  stories?: Exclude<StoryJoining, 'normal'>;
  /** How long a story is remembered after its latest article; the same for all watches. */
  storyMemory: number;
  /** The cost of its jobs, if the file says it. */
  prices?: JobPrices;
  /** Its requests ask for the language layer and translations, because the plan has them. No part of the version. */
  withNlp?: true;
  /** Hash of kind, query, exclusions and accents. A new version gets a new baseline. */
  version: string;
  /** The service repeats the job itself. With `backfill` it also covers the time before its first run. */
  monitor?: { backfill: boolean };
  /** The watchlist whose companies its jobs follow. */
  watchlist?: string;
  /** It does not run. What it has stored is kept. */
  disabled?: true;
}

/** Whether we schedule the watch: not when the service repeats its job, nor when it is disabled. */
export function runsHere({ monitor, disabled }: Pick<Watch, 'monitor' | 'disabled'>): boolean {
  return !monitor && !disabled;
}

/** The order to run a watch: for a slot of its schedule, for a backfill, or by hand. */
export interface RunOrder {
  watchId: string;
  scheduledFor: Instant;
  track: Track;
  /** How often this run has continued itself. */
  continuation: number;
  /** How often runs have queued this order again, where that is more than `continuation`. */
  sends?: number;
  /** Someone ordered it: it waits neither for an allowed rate nor for a withdrawn service. */
  byHand?: true;
  /** Of a backfill: the span to cover. */
  window?: { from: Instant; to: Instant };
}

/** A watch has two tracks, each with its own state and lease: the scheduled runs, and a backfill of the past. */
export const TRACKS = ['live', 'backfill'] as const;
export type Track = (typeof TRACKS)[number];

/** How often a watch may run: as scheduled, at most once per `interval` (milliseconds), or not at all. */
export type RateLimit = { state: 'full' } | { state: 'slowed'; interval: number } | { state: 'paused' };

/** A limit that holds for a watch now. Absent: it runs as scheduled. */
export type AllowedRate = Exclude<RateLimit, { state: 'full' }> & {
  /** Why, as a sentence for people. */
  reason: string;
  /** The limit ends then unless it is renewed. */
  until: Instant;
};

/** Slots may be this much early or late. */
const EARLY = 30 * SECOND;

/**
 * Why a run must be skipped now; undefined when it may go ahead. A slower rate stops neither a run that continues nor
 * one by hand. A pause stops every run: what is left of the budget is for other watches.
 */
export function skipReasonOf(
  { rate, lastRunAt }: { rate?: AllowedRate; lastRunAt?: Instant },
  { order, now }: { order: Pick<RunOrder, 'continuation' | 'byHand'>; now: Instant },
): string | undefined {
  if (!rate || rate.until <= now) return undefined;
  if (rate.state === 'paused') return `It is paused. ${rate.reason}`;
  if (order.byHand || order.continuation > 0 || lastRunAt === undefined) return undefined;
  if (now - lastRunAt >= rate.interval - EARLY) return undefined;
  return `It runs ${formatInterval(rate.interval)} only. ${rate.reason}`;
}

/** `every 45 minutes`, `every 2 hours`: rounded, for people. */
export function formatInterval(interval: number): string {
  if (interval < 2 * HOUR) return `every ${Math.round(interval / MINUTE)} minutes`;
  return `every ${Math.round(interval / HOUR)} hours`;
}

/** What a watch searched for and when it alerted, as it was when an alert was made. Its receipt shows it. */
export interface WatchRule extends Omit<AlertRule, 'channel' | 'channels'>, Pick<Watch, 'raise' | 'judge'> {
  /** Absent where it is too long to be stored with each alert. */
  query?: Watch['query'];
}

/** In characters of JSON. Each alert of a watch stores its query, and few queries have a tenth of this. */
const LONGEST_QUERY = 4_000;

export function watchRuleOf({ query, raise, judge, alert: { when, settings } }: Watch): WatchRule {
  const isShort = JSON.stringify(query).length <= LONGEST_QUERY;
  return defined<WatchRule>({ when, settings, raise, judge, query: isShort ? query : undefined });
}

/**
 * The id of the space in which the stories of a watch are grouped. The watches of a brand with the same width share
 * one. A watch without a brand has one of its own.
 */
export function spaceOf({ id, brand, stories }: Pick<Watch, 'id' | 'brand' | 'stories'>): string {
  return brand === undefined ? `watch.${id}` : `brand.${brand}.${stories ?? 'normal'}`;
}

/** The brand of a space; undefined for that of a watch without a brand. */
export function brandOfSpace(space: string): string | undefined {
  const [kind, brand] = space.split('.');
  return kind === 'brand' ? brand : undefined;
}

/** The spaces of some watches, each once. */
export function spacesOf(watches: readonly Pick<Watch, 'id' | 'brand' | 'stories'>[]): string[] {
  return [...new Set(watches.map(spaceOf))];
}

/** A watch that the file does not name any more. What it stored is kept until it expires, or until it is forgotten. */
export interface RemovedWatch {
  watchId: string;
  brand?: string;
  /** How long its findings and alerts are kept, in milliseconds. */
  retention: number;
  removedAt: Instant;
  /** From then on nothing of it is stored. */
  expiresAt: Instant;
}

/** Windows, and alerts about incidents, are kept at least so long, in milliseconds. */
export const LEAST_KEPT = 400 * DAY;

/** The record of a watch that is removed now. */
export function removedWatchOf(
  { id, brand, retention }: Pick<Watch, 'id' | 'brand' | 'retention'>,
  now: Instant,
): RemovedWatch {
  const expiresAt = now + Math.max(retention, LEAST_KEPT);
  return defined<RemovedWatch>({ watchId: id, brand, retention, removedAt: now, expiresAt });
}
