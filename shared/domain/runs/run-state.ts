import { dayOf, type Instant } from '../time/instant.ts';
import type { AllowedRate } from '../watches/allowed-rate.ts';
import type { Track } from '../watches/watch.ts';

/** What a watch's track remembers between runs. */
export interface RunState {
  watchId: string;
  track: Track;
  /** Grows with every lease: a write under an older fence fails. */
  fence: number;
  /** False when the last lease was not given back in order: findings may wait to be judged. */
  clean: boolean;
  /** Version of the watch that this state belongs to. */
  version?: string;
  /** The start of the first window: nothing before it was ever asked for. */
  coveredFrom?: Instant;
  /** Everything parsed from `coveredFrom` until this instant has been asked for. */
  coveredUntil?: Instant;
  /** Where a silent first run ends: what was parsed before is base and is never told. */
  baseUntil?: Instant;
  /** What the silent base holds so far. */
  baseFound: number;
  /** Start of a window that failed and is recorded as open. */
  openWindow?: Instant;
  /** Since when a window has been open. */
  openSince?: Instant;
  /** The service does not offer what the watch asks: no run asks before this. */
  restsUntil?: Instant;
  /** UTC day of the last recount. */
  recountedOn?: string;
  /** Of a watch whose policy counts: every full hour before this is judged. */
  talliedUntil?: Instant;
  /** Of a watch that tells what comes first: of what it has learned all that it found before. */
  learnedOf?: string;
  /** Failed runs in a row. */
  failures: number;
  lastRunAt?: Instant;
  lastError?: string;
  /** Of a watch that asks for jobs: the extraction whose end was counted last. */
  lastJob?: string;
  /** How often the watch may run while the budget of its service is short; no run writes it. */
  pace?: AllowedRate;
  /** The last run that the budget held back, and why. */
  skipped?: { at: Instant; reason: string };
  /** Subjects of troubles that this watch has raised and that are not cured. */
  troubles: readonly string[];
  counters: MonthCounters;
}

/** Sums of one calendar month (UTC), for the budget and for `status`. */
export interface MonthCounters {
  /** `2026-11` */
  month: string;
  calls: number;
  runs: number;
  quietWindows: number;
  found: number;
  /** Runs that the budget held back. */
  skipped?: number;
  /** Jobs of the extraction service that have ended, the credits they cost, and how long they held a slot. */
  jobs?: number;
  credits?: number;
  slotMinutes?: number;
  /** Of a monitor: those of its runs that are counted, by their jobs. */
  monitorRuns?: readonly string[];
}

/** What a run writes: new values, and whether it gives the lease back. */
export interface StateChange {
  set: Partial<Omit<RunState, 'watchId' | 'track' | 'fence' | 'clean' | 'pace'>>;
  /** Gives the lease back: in order, or with findings that wait to be judged, so that the next run begins with them. */
  release?: true;
  unjudged?: true;
}

/** The UTC month of an instant, `2026-11`. */
export function monthOf(at: Instant): string {
  return dayOf(at).slice(0, 7);
}

/** The counters of this month: those of an older month start anew. */
export function countersOf(month: string, before: MonthCounters | undefined): MonthCounters {
  return before?.month === month ? before : { month, calls: 0, runs: 0, quietWindows: 0, found: 0 };
}

/** Whether the baseline, or the span of a backfill, is not covered yet. */
export function inBaseline({ baseUntil, coveredUntil = 0 }: RunState): boolean {
  return baseUntil !== undefined && coveredUntil < baseUntil;
}

/** What a run adds to the sums of the month; `calls` are requests upstream, `found` findings stored for the first time. */
export function countRun(
  { counters }: Pick<RunState, 'counters'>,
  { calls, windows, found, now }: { calls: number; windows: number; found: number; now: Instant },
): StateChange['set'] {
  const before = countersOf(monthOf(now), counters);
  return {
    lastRunAt: now,
    counters: {
      ...before,
      calls: before.calls + calls,
      runs: before.runs + 1,
      quietWindows: before.quietWindows + (found === 0 ? windows : 0),
      found: before.found + found,
    },
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
