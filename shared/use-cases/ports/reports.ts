import type { DayRollup, RollUpScope, RollupMark } from '../../domain/reports/rollup/day-rollup.ts';
import type { ReportNumbers } from '../../domain/reports/report-numbers.ts';
import type { Named, ReportPlan } from '../../domain/reports/report-plan.ts';
import type { ReportRecord, TextForm } from '../../domain/reports/report-record.ts';
import type { WindowRecord } from '../../domain/runs/window-record.ts';
import type { Instant } from '../../domain/time/instant.ts';
import type { Window } from '../../domain/time/window.ts';
import type { CallLimits } from './clock.ts';

/** The rollup of one day of a zone, from what was found on one UTC day. */
export interface KeyedRollup {
  day: string;
  foundDay: string;
  rollup: DayRollup;
}

/**
 * The totals of findings by day. A rollup is put once for each day on which findings were found, after that day has ended;
 * what is found later about an earlier day gets a rollup of its own, so that no rollup has to grow.
 */
export interface Rollups {
  /** Days of finding, from one to the other, that are rolled up. */
  marks(scope: RollUpScope, span: { from: string; to: string }): Promise<RollupMark[]>;
  mark(scope: RollUpScope, mark: RollupMark, expiresAt: Instant): Promise<void>;
  /** Puts a rollup, or replaces it. It may weigh megabytes. */
  put(scope: RollUpScope, rollup: KeyedRollup, expiresAt: Instant): Promise<void>;
  remove(scope: RollUpScope, rollup: Pick<KeyedRollup, 'day' | 'foundDay'>): Promise<void>;
  /** The rollups of the days from the first to the last, one at a time: no two are in memory at once. */
  read(scope: RollUpScope, days: { first: string; last: string }): AsyncIterable<KeyedRollup>;
}

/** Windows on record. */
export interface RecordedWindows {
  /** Those of a watch that begin within a span, oldest first. */
  begunIn(watchId: string, span: Window): Promise<WindowRecord[]>;
}

/** The reports that `watches.yaml` asks for, as `apply-watches` last wrote them. */
export interface ReportPlans {
  plan(id: string): Promise<ReportPlan | undefined>;
  plans(): Promise<ReportPlan[]>;
  putPlan(plan: ReportPlan): Promise<void>;
  removePlan(id: string): Promise<void>;
}

/** Reports that were written. */
export interface ReportRecords {
  /** Puts a record, or replaces the one of the same report and period. */
  put(record: ReportRecord): Promise<void>;
  get(id: string): Promise<ReportRecord | undefined>;
  /** The latest reports by their last day, newest first. */
  latest(limit: number): Promise<ReportRecord[]>;
}

/** What the service counted for a report, by name. It is stored, and queried once. */
export interface NameCounts {
  get(key: string): Promise<StoredCounts | undefined>;
  put(key: string, counts: StoredCounts): Promise<void>;
}

export interface StoredCounts {
  window: Window;
  /** By the id of the name. */
  articles: Readonly<Record<string, number>>;
  calls: number;
  expiresAt: Instant;
}

/** Asks the service how many articles name somebody. Errors are `UpstreamError`s. */
export interface NameCounter {
  count(
    name: Pick<Named, 'names'> & { exclude: readonly string[] },
    window: Window,
    limits: CallLimits,
  ): Promise<{ articles: number; calls: number }>;
}

/** Where the forms of reports lie, by the key that `reportKey` gives. */
export interface ReportFiles {
  put(key: string, file: { body: string | Uint8Array; type: string }): Promise<void>;
  /** Text in UTF-8; with `base64` the bytes of a file in Base64. */
  get(key: string, encoding?: 'utf-8' | 'base64'): Promise<string | undefined>;
}

/** Makes the forms of a report. The same numbers and link give the same texts. */
export type ReportRenderer = (
  numbers: ReportNumbers,
  link: string | undefined,
) => Promise<Record<TextForm, string>>;

/** Makes the spreadsheet of a report, as a file. The same numbers give the same bytes. */
export type SpreadsheetRenderer = (numbers: ReportNumbers) => Promise<Uint8Array>;

/** A schedule that writes a report. */
export interface ReportSchedule {
  reportId: string;
  expression: string;
  timezone: string;
}

/** The schedules of the reports. A change replaces the whole schedule. */
export interface ReportSchedules {
  list(): Promise<ReportSchedule[]>;
  put(schedule: ReportSchedule, existing: boolean): Promise<void>;
  remove(reportId: string): Promise<void>;
}
