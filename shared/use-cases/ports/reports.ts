import type { ReportNumbers } from '../../domain/reports/report-numbers.ts';
import type { Named, TextForm } from '../../domain/reports/report-record.ts';
import type { Window } from '../../domain/time/window.ts';
import type { CallLimits } from './clock.ts';

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
