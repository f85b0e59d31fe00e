import type { AlertItem } from '../alerts/alert-item.ts';
import type { AlertState } from '../alerts/alert-state.ts';
import type { Alert } from '../alerts/alert.ts';
import type { Delivery, Message } from '../alerts/message.ts';
import type { Extraction } from '../extraction/extraction.ts';
import type { StoredFinding } from '../findings/finding.ts';
import type { QuarantinedItem } from '../findings/quarantine.ts';
import type { Incident } from '../incidents/incident.ts';
import type { Period } from '../reports/period.ts';
import type { ReportRecord } from '../reports/report-record.ts';
import type { RowsQuery } from '../reports/rows-query.ts';
import type { WindowRecord } from '../runs/window-record.ts';
import type { Instant } from '../time/instant.ts';
import type { Watch } from '../watches/watch.ts';
import type { WatchActions } from './actions-view.ts';
import type { WatchStatus } from './watch-status.ts';

/** What every page of the inbox needs. */
export interface PageContext {
  /** The path of the inbox with its signed part, without a slash at the end. */
  root: string;
  /** The zone in which times are shown. */
  timezone: string;
  now: Instant;
  /** When the reader's link expires. */
  until: Instant;
}

/** The most pages of a list. */
export const MOST_PAGES = 50;

/** A page of the entries of a UTC day. `cut`: there are more on the next page. */
export interface DayPage<T> {
  day: string;
  /** From 1 to `MOST_PAGES`. */
  page: number;
  entries: readonly T[];
  cut: boolean;
}

/** An alert in the inbox. */
export interface AlertEntry {
  alert: Alert;
  state: AlertState;
}

/** What waits for the next brief of a channel. */
export interface BriefView {
  channel: string;
  /** When the brief is due, in the zone of the channel. Absent: the channel has none. */
  dueAt?: Instant | undefined;
  timezone: string;
  /** How many stories it has so far. */
  stories: number;
  /** The first of them. */
  entries: readonly AlertEntry[];
  /** How many alerts wait. */
  count: number;
}

/** A message in the inbox. */
export interface MessageEntry {
  message: Message;
  delivery: Delivery;
}

/** A page of all alerts of a message, in its order. */
export interface MessageAlertsView {
  message: Message;
  /** The path of the page with its signed part. */
  root: string;
  timezone: string;
  /** From 1 to `pages`. */
  page: number;
  pages: number;
  /** Of this page, each with the link to its receipt. Those whose retention has ended are left out. */
  entries: readonly { alert: Alert; receipt: string }[];
}

/** A page of the findings behind an alert. */
export interface AlertFindingsView {
  alert: Alert;
  timezone: string;
  /** The path of the receipt. */
  receipt: string;
  /** In the order in which they were found. */
  entries: readonly AlertItem[];
  /** Whether this is the first page. */
  isFirst: boolean;
  /** Where the next page begins, if there may be more. */
  next?: string;
}

/** The status of all watches, with open incidents. */
export interface StatusView {
  watches: readonly WatchStatus[];
  incidents: readonly Incident[];
  /** Dead messages. */
  dead: readonly MessageEntry[];
}

/** A watch with its latest windows and findings. */
export interface WatchView {
  watch: Watch;
  status: WatchStatus;
  windows: readonly WindowRecord[];
  findings: readonly StoredFinding[];
  /** The latest quarantined items. `status` has their number. */
  quarantine: readonly QuarantinedItem[];
  /** What readers did about its alerts. */
  readers: WatchActions;
}

/** A page of the written reports, the latest days first. */
export interface ReportsView {
  /** From 1 to `MOST_PAGES`. */
  page: number;
  entries: readonly { record: ReportRecord; path: string }[];
  /** Whether there are older ones on the next page. */
  more: boolean;
}

/** A part of the findings behind a number of a report, in the order of `foundAt`. */
export interface RowsView {
  record: ReportRecord;
  query: RowsQuery & { span: Period };
  rows: readonly StoredFinding[];
  /** How many findings were read for this part. */
  looked: number;
  /** The path of the report. */
  report: string;
  /** The path of the next part, if there may be more. */
  next?: string;
}

/** Jobs, with the credits that each has cost by its records so far. */
export type ExtractionsView = DayPage<Extraction & { credits?: number }> & {
  /** The one watch whose jobs are shown. Absent: all. */
  watch?: string;
};
