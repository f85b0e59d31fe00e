import type { Alert, AlertState } from '../alerts/alert.ts';
import type { Extraction } from '../extraction/extraction.ts';
import type { StoredFinding } from '../findings/finding.ts';
import type { Instant } from '../time/instant.ts';
import type { Delivery, Message } from '../alerts/message.ts';
import type { Period } from '../reports/period.ts';
import type { ReportRecord } from '../reports/report-record.ts';
import type { RowsQuery } from '../reports/rows-query.ts';
import type { Story } from '../stories/story.ts';
import type { Incident } from '../incidents/incident.ts';
import type { WatchStatus } from './watch-status.ts';
import type { Watch } from '../watches/watch.ts';
import type { WindowRecord } from '../runs/window-record.ts';

/** Where the reader stands: what each page of the inbox needs. */
export interface PageContext {
  /** The path of the inbox with its signed part, without a slash at the end. */
  root: string;
  /** Zone in which times are told. */
  timezone: string;
  now: Instant;
  /** Until when the link of the reader holds. */
  until: Instant;
}

/** No list is read further than so many pages: what is beyond is kept, and looked up otherwise. */
export const MOST_PAGES = 20;

/** A page of what happened on a UTC day, and whether there is more than is shown so far. */
export interface DayPage<T> {
  day: string;
  /** From 1 to `MOST_PAGES`. */
  page: number;
  entries: readonly T[];
  cut: boolean;
}

export interface AlertEntry {
  alert: Alert;
  state: AlertState;
}

export interface MessageEntry {
  message: Message;
  delivery: Delivery;
}

/** How everything stands. */
export interface StatusView {
  watches: readonly WatchStatus[];
  troubles: readonly Incident[];
  /** Messages that were given up. */
  dead: readonly MessageEntry[];
}

/** One watch with what it found lately. */
export interface WatchView {
  watch: Watch;
  status: WatchStatus;
  windows: readonly WindowRecord[];
  findings: readonly StoredFinding[];
}

/** One page of the written reports, the latest days first. */
export interface ReportsView {
  /** From 1 to `MOST_PAGES`. */
  page: number;
  entries: readonly { record: ReportRecord; path: string }[];
  /** There are older ones on the next page. */
  more: boolean;
}

/** A part of the findings behind a number of a report, in the order in which they were found. */
export interface RowsView {
  record: ReportRecord;
  query: RowsQuery & { span: Period };
  rows: readonly StoredFinding[];
  /** How many findings were looked through for this part. */
  looked: number;
  /** Path of the report. */
  report: string;
  /** Path of the next part, where there may be more. */
  next?: string;
}

/** A story, and what is stored of its articles: not all of a large one, and none of a watch that is gone. */
export interface StoryEntry {
  story: Story;
  /** The earliest first. */
  articles: readonly StoredFinding[];
}

export type StoriesView = DayPage<StoryEntry>;
export type ExtractionsView = DayPage<Extraction>;
