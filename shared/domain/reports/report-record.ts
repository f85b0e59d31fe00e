import type { Alert } from '../alerts/alert.ts';
import { base62, idOf, sha256 } from '../lib/hash.ts';
import type { Instant } from '../time/instant.ts';
import type { Period } from './period.ts';

/** A brand or competitor by its names. */
export interface Named {
  /** Its key in `watches.yaml`. */
  id: string;
  /** Its names in articles; the first one is shown. */
  names: readonly string[];
}

/** The brand of a report. */
export interface Brand extends Named {
  /** Phrases in articles that are about something else. */
  exclude: readonly string[];
  competitors: readonly Named[];
}

/** How a report looks. */
export interface ReportLook {
  /** Its heading. */
  title: string;
  /** `#rrggbb`: the colour of the brand in charts and rules. */
  colour?: string;
  /** A picture as a `data:` address. */
  logo?: string;
}

/** A report of `watches.yaml`, with every default filled in. */
export interface ReportPlan {
  id: string;
  brand: Brand;
  /** Scheduler expression: `cron()`, `rate()` or `at()`. */
  schedule: string;
  /** The IANA zone of the schedule and of its days. */
  timezone: string;
  /** How many whole days it covers, before the day on which it is written. */
  days: number;
  channel: string;
  look: ReportLook;
  /** It does not run. */
  disabled?: true;
}

/** The forms of a stored report. */
export const REPORT_FORMS = {
  html: { ending: 'html', type: 'text/html; charset=utf-8' },
  text: { ending: 'txt', type: 'text/plain; charset=utf-8' },
  json: { ending: 'json', type: 'application/json' },
  csv: { ending: 'csv', type: 'text/csv; charset=utf-8' },
  xlsx: { ending: 'xlsx', type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
} as const;
export type ReportForm = keyof typeof REPORT_FORMS;
/** Forms that are text. */
export type TextForm = Exclude<ReportForm, 'xlsx'>;

/** A written report, as lists show it. */
export interface ReportRecord {
  /** Ten letters and digits, made of the report's id and period; links sign it. */
  id: string;
  reportId: string;
  brand: string;
  title: string;
  period: Period;
  /** The most important change, as a sentence. It may contain news text. */
  headline: string;
  madeAt: Instant;
  expiresAt: Instant;
}

/** The id of a report on a period: the same however often it is written. */
export function reportRecordId(reportId: string, { first, last }: Pick<Period, 'first' | 'last'>): string {
  return base62(sha256(JSON.stringify(['report', reportId, first, last])), 10);
}

/** The id of the alert for a report. */
export function reportAlertId(recordId: string): string {
  return idOf('alert', 'report', recordId);
}

/** The key of a form of a report, below the reports folder of the bucket: `acme-weekly/2026-11-16_2026-11-22.html`. */
export function reportKey(
  { reportId, period }: Pick<ReportRecord, 'reportId' | 'period'>,
  form: ReportForm,
): string {
  return `${reportId}/${period.first}_${period.last}.${REPORT_FORMS[form].ending}`;
}

/** The alert that a report was written: the same however often it is written. */
export function reportAlertOf(
  { id, reportId, brand, title, period, madeAt, expiresAt }: ReportRecord,
  { body, channel }: { body: string; channel: string },
): Alert {
  return {
    id: reportAlertId(id),
    channel,
    occasion: { type: 'report', reportId, title, first: period.first, last: period.last, body },
    severity: 'info',
    brand,
    createdAt: madeAt,
    expiresAt,
    items: [],
  };
}
