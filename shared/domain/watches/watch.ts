import type { Instant } from '../time/instant.ts';
import type { Service } from '../lib/errors.ts';
import type { Settings } from '../policies/parameter.ts';
import type { PolicyName } from '../policies/registry.ts';
import type { GrowthRule } from '../policies/story.ts';

/** Every kind of saved query; `search` and `authors` find articles. */
export const WATCH_KINDS = [
  'search',
  'headlines',
  'breaking',
  'authors',
  'links',
  'similar',
  'volume',
  'events',
  'extraction',
] as const;
export type WatchKind = (typeof WATCH_KINDS)[number];

export const SEVERITIES = ['info', 'warning', 'critical'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** How `a` ranks against `b`: negative when it is less severe. */
export function compareSeverity(a: Severity, b: Severity): number {
  return SEVERITIES.indexOf(a) - SEVERITIES.indexOf(b);
}

/** A value of a service's own parameter, as the user wrote it in `query`. */
export type ParameterValue = string | number | boolean | readonly string[];
/** Filters of events are a mapping, and so are the ranges in it; criteria and fields of jobs are lists of mappings. */
export type QueryValue = ParameterValue | QueryMapping | readonly QueryMapping[];
export interface QueryMapping {
  readonly [name: string]: QueryValue;
}
export type WatchQuery = Readonly<Record<string, QueryValue>>;

/** When a watch tells, and where. */
export interface AlertRule {
  when: PolicyName;
  channel: string;
  /** What the policy is set to; left out where it has no settings. */
  settings?: Settings;
  /** When a story that was told is told again. Left out: never. */
  grows?: GrowthRule;
}

/** What jobs of the extraction service cost, in credits. */
export interface JobPrices {
  /** A record of a `base` job. */
  perRecord: number;
  /** A `lite` job as a whole. */
  perLiteJob: number;
}

/** A saved query with a schedule, an alert policy and a channel. All spans are in milliseconds. */
export interface Watch {
  id: string;
  kind: WatchKind;
  /** The service's own parameter names and values. */
  query: WatchQuery;
  /** Scheduler expression: `rate()`, `cron()` or `at()`. */
  schedule: string;
  /** IANA zone in which the schedule is read. */
  timezone: string;
  /** How far each run looks back behind what is covered. */
  overlap: number;
  /** The span of the first window. */
  lookback: number;
  /** What the first window does: lay a silent base and tell one summary, or tell everything. */
  firstRun: 'silent' | 'tell';
  brand?: string;
  severity: Severity;
  /** 1..9: who slows down last when the budget is short. */
  priority: number;
  alert: AlertRule;
  /** What is never told: whole domains (left out upstream) and phrases (stored, silent). */
  exclude: { domains: readonly string[]; phrases: readonly string[] };
  /** `full` keeps the raw JSON of each finding in the bucket. */
  keep: 'summary' | 'full';
  /** How long findings and alerts are kept, in milliseconds. */
  retention: number;
  /** For how long after its latest article a story is remembered, so that it is no news again; one value for all. */
  storyMemory: number;
  /** What its jobs cost, where the file says so. */
  prices?: JobPrices;
  /** Identity of kind, query and exclusions: a new version lays a new silent base. */
  version: string;
  /** The service repeats the job by itself; with a backfill it also fills the gap before its first run. */
  monitor?: { backfill: boolean };
  /** The watchlist whose companies the jobs follow. */
  watchlist?: string;
  /** It keeps what it has and does not run. */
  disabled?: true;
}

/** The service that answers a kind of watch. */
export function serviceOf(kind: WatchKind): Service {
  if (kind === 'events' || kind === 'extraction') return kind;
  return 'news';
}

/** Whether the watch runs by a timetable of ours: not when the service repeats it, nor when it is disabled. */
export function runsHere({ monitor, disabled }: Pick<Watch, 'monitor' | 'disabled'>): boolean {
  return !monitor && !disabled;
}

/** One slot of a watch's timetable that asks for a run. */
export interface RunOrder {
  watchId: string;
  scheduledFor: Instant;
  track: Track;
  /** How often this run has sent itself on already. */
  continuation: number;
  /** A person asks: it does not wait for a slot, nor for a service that was withdrawn. */
  byHand?: true;
  /** For a backfill: the span to cover. */
  window?: { from: Instant; to: Instant };
}

/** A watch has two tracks with a state and a lease each: the running one, and a backfill of the past. */
export const TRACKS = ['live', 'backfill'] as const;
export type Track = (typeof TRACKS)[number];
