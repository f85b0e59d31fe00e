import type { Finding, Verdict } from '../findings/finding.ts';
import type { Incident } from '../incidents/incident.ts';
import { GoneError, RefusedError, type UpstreamError } from '../lib/errors.ts';
import { DAY, dayAfter, dayOf, type Instant, type Window } from '../time/instant.ts';
import {
  type AllowedRate,
  kindFactsOf,
  type Track,
  type Watch,
  type WatchKind,
  windowRuleOf,
} from '../watches/watch.ts';
import type { SlowQuery } from './service-wait.ts';

/** The state of a watch's track between runs. */
export interface RunState {
  watchId: string;
  track: Track;
  /** Grows with every lease. A write with an older fence fails. */
  fence: number;
  /**
   * False when the last run did not release its lease in order: something may wait for which no order has gone out.
   */
  clean: boolean;
  /** The version of the watch that this state belongs to. */
  version?: string;
  /** The start of the first window. Nothing before it was ever queried. */
  coveredFrom?: Instant;
  /** When the watch first ran, where its source knew less than its `lookback`. */
  firstRunAt?: Instant;
  /** The watermark: everything parsed from `coveredFrom` until this instant is covered. */
  coveredUntil?: Instant;
  /** The end of the baseline: no one is notified of what was parsed before. */
  baseUntil?: Instant;
  /** The number of findings in the baseline so far. */
  baseFound: number;
  /** The start of the oldest open window: one that failed. */
  openWindow?: Instant;
  /** Since when there has been an open window. */
  openSince?: Instant;
  /** The service has withdrawn what the watch needs: no run queries it before this. */
  withdrawnUntil?: Instant;
  /** The UTC day of the last recount. */
  recountedOn?: string;
  /** Its query had no answer in time. */
  slow?: SlowQuery;
  /** How many runs have failed in a row. */
  failures: number;
  lastRunAt?: Instant;
  lastError?: string;
  /** If the watch starts jobs: the extraction whose end was counted last. */
  lastJob?: string;
  /** How often the watch may run while its service's budget is short. No run writes it. */
  rate?: AllowedRate;
  /** Its schedule, as `apply` last put it; a rate counts from `start`. Absent: it has none. No run writes it. */
  schedule?: { start?: Instant };
  /** The last run that was skipped for the budget, and why. */
  skipped?: { at: Instant; reason: string };
  /** Subjects of the open incidents of this watch. */
  incidents: readonly string[];
  counters: MonthCounters;
}

/** Sums of a calendar month (UTC), for the budget and for `status`. */
export interface MonthCounters {
  /** `2026-11` */
  month: string;
  calls: number;
  runs: number;
  found: number;
  /** Findings stored for the first time, without those of a baseline or a backfill, by the UTC day, of the last {@link COUNTED_DAYS} days: of the month before, too. */
  foundOn: Readonly<Record<string, number>>;
  /** Runs that were skipped for the budget. */
  skipped?: number;
  /** Jobs of the extraction service that have ended, the credits they cost, and the minutes they held a slot. */
  jobs?: number;
  credits?: number;
  slotMinutes?: number;
  /** Of a monitor: the jobs of the runs that are counted. */
  monitorRuns?: readonly string[];
}

/** What a run writes: new values, and whether it releases the lease. */
export interface StateChange {
  set: Partial<Omit<RunState, 'watchId' | 'track' | 'fence' | 'clean' | 'rate' | 'schedule'>>;
  /** Releases the lease. */
  release?: true;
}

/** The UTC month of an instant, `2026-11`. */
export function monthOf(at: Instant): string {
  return dayOf(at).slice(0, 7);
}

/** The counters of this month; those of an older month are reset. */
export function countersOf(month: string, before: MonthCounters | undefined): MonthCounters {
  if (before?.month === month) return before;
  return { month, calls: 0, runs: 0, found: 0, foundOn: before?.foundOn ?? {} };
}

/** Of how many days the findings of a day are counted, today among them. */
export const COUNTED_DAYS = 8;

/**
 * Adds findings that were stored for the first time to the sums of their month and day. Those of a baseline or a
 * backfill (`silent`) are no news of the day.
 */
export function countFindings(
  before: MonthCounters | undefined,
  { found, silent = 0, now }: { found: number; silent?: number; now: Instant },
): MonthCounters {
  const counters = countersOf(monthOf(now), before);
  if (found === 0) return counters;
  const day = dayOf(now);
  const oldest = dayAfter(day, 1 - COUNTED_DAYS);
  const kept = Object.entries(counters.foundOn).filter(([one]) => one >= oldest && one <= day);
  const foundOn = { ...Object.fromEntries(kept), [day]: (counters.foundOn[day] ?? 0) + found - silent };
  return { ...counters, found: counters.found + found, foundOn };
}

/** Whether the baseline, or the span of a backfill, is not covered yet. */
export function inBaseline({ baseUntil, coveredUntil = 0 }: RunState): boolean {
  return baseUntil !== undefined && coveredUntil < baseUntil;
}

/**
 * What a run adds to the sums of the month; `calls` are requests upstream, `found` findings stored for the first time.
 */
export function countRun(
  { counters }: Pick<RunState, 'counters'>,
  { calls, ...counts }: { calls: number; found: number; silent?: number; now: Instant },
): StateChange['set'] {
  const counted = countFindings(counters, counts);
  return {
    lastRunAt: counts.now,
    counters: { ...counted, calls: counted.calls + calls, runs: counted.runs + 1 },
  };
}

/** What a state remembers of a run that was skipped, and why. */
export function countSkipped(
  { counters }: Pick<RunState, 'counters'>,
  { reason, now }: { reason: string; now: Instant },
): StateChange['set'] {
  const before = countersOf(monthOf(now), counters);
  return {
    skipped: { at: now, reason },
    counters: { ...before, skipped: (before.skipped ?? 0) + 1 },
  };
}

/**
 * The verdict of a finding of the baseline or a backfill, or with an excluded phrase. Undefined: the policy decides.
 */
export function silentVerdict(
  finding: Finding,
  { state, track }: { state: Pick<RunState, 'baseUntil'>; track: Track },
): Verdict | undefined {
  if (track === 'backfill') return { silent: 'baseline' };
  if (state.baseUntil !== undefined && finding.indexedAt < state.baseUntil) return { silent: 'baseline' };
  if (finding.excludedBy !== undefined) return { silent: 'excluded' };
  return undefined;
}

/** How long a watch pauses before it tries again whether the service is back. */
export const WITHDRAWN_PAUSE = DAY;

/**
 * Whether an error means that the service no longer offers what a watch needs. The watch then pauses; no run has
 * failed.
 */
export function isWithdrawn(error: UpstreamError, kind: WatchKind): boolean {
  if (kindFactsOf(kind).withdrawn === undefined) return false;
  return error instanceof GoneError || (error instanceof RefusedError && error.refusal === 'plan');
}

/** Whether a watch still pauses. A new version of the watch does not. */
export function isPausedAsWithdrawn(
  { withdrawnUntil = 0, version }: RunState,
  { watch, now }: { watch: Watch; now: Instant },
): boolean {
  return withdrawnUntil > now && version === watch.version;
}

/** Which watches pause: all that need the path, all of the kind, or one. */
const PAUSE_TEXTS = {
  gone: 'Watches that need it pause and try again once a day',
  kind: 'It pauses and tries again once a day, and so does every other watch with this refusal',
  watch: 'It pauses and tries again once a day',
} as const;

/**
 * One incident for all watches that need a path which is gone, or a kind that the plan lacks; else one for the watch.
 */
export function withdrawnIncident(
  error: UpstreamError,
  { watch, now }: { watch: Watch; now: Instant },
): Incident {
  const { service, operation, message } = error;
  const isForKind = kindFactsOf(watch.kind).withdrawn === 'together';
  const scope = error instanceof GoneError ? 'gone' : isForKind ? 'kind' : 'watch';
  const what =
    scope === 'gone'
      ? `The ${service} service no longer offers ${operation}`
      : `The plan does not include what the watch ${watch.id} needs from the ${service} service`;
  return {
    subject: scope === 'watch' ? `watch:${watch.id}:withdrawn` : `service:${service}:${operation}:withdrawn`,
    kind: 'withdrawn',
    since: now,
    ...(scope === 'watch' && { watchId: watch.id }),
    text:
      `${what}: ${message} ${PAUSE_TEXTS[scope]}; all other watches continue. Remove such watches from watches.yaml, or ` +
      'ask the provider for access. When they run again, they cover the missed time as far back as the service keeps it.',
  };
}

/**
 * When the watch, in its present version, first ran: its first window began a `lookback` before that, or where its
 * source begins.
 */
export function firstRunOf({ kind, lookback }: Watch, state: RunState | undefined): Instant | undefined {
  const reach = windowRuleOf(kind)?.reach ?? lookback;
  if (state?.firstRunAt !== undefined) return state.firstRunAt;
  return state?.coveredFrom === undefined ? undefined : state.coveredFrom + Math.min(lookback, reach);
}

/** A stored window. */
export interface WindowRecord extends Window {
  watchId: string;
  /** `done`, or `open`: queried again at `retryAt`. */
  state: 'done' | 'open';
  /** More hits than the service can give even in its shortest window: items beyond the cap are lost. */
  cut: boolean;
  /** Of feeds: spans in which items may have come and gone unseen. The window is then `cut`, too. */
  missed?: readonly Window[];
  /** Found by the recount: its articles became visible after the window was covered. */
  late: boolean;
  matched: number;
  found: number;
  calls: number;
  failures: number;
  retryAt?: Instant;
  openSince?: Instant;
  error?: string;
  correlationId?: string;
  /** Of a watch that only counts: the number of items in each time frame. The last frame grows until it ends. */
  counts?: readonly FrameCount[];
}

/** The number of items in a time frame, an hour or a day, that starts at `from`. */
export interface FrameCount {
  from: Instant;
  count: number;
}
