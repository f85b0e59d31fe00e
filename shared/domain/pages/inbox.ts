import type { Alert, AlertItem, AlertState, HoldReason } from '../alerts/alert.ts';
import type { Delivery, Message } from '../alerts/message.ts';
import type { Silence } from '../channels/silence.ts';
import type { Extraction } from '../extraction/extraction.ts';
import type { JudgedMonth } from '../judging/judged-month.ts';
import type { Finding } from '../findings/finding.ts';
import type { Judgement } from '../findings/newness.ts';
import type { Agreement } from './agreement.ts';
import type { StoredFinding } from '../findings/finding.ts';
import type { QuarantinedItem } from '../findings/quarantine.ts';
import type { Incident } from '../incidents/incident.ts';
import type { Service } from '../lib/errors.ts';
import type { Period } from '../reports/period.ts';
import type { ReportRecord } from '../reports/report-record.ts';
import type { RowsQuery } from '../reports/rows-query.ts';
import type { WindowRecord } from '../runs/run-state.ts';
import type { Instant } from '../time/instant.ts';
import type { Watch } from '../watches/watch.ts';
import type { ReaderAction, WatchMarks } from './reader-action.ts';
import type { ActionForm, WatchActions } from './receipt.ts';
import type { Viewer } from './viewer.ts';
import type { WatchStatus } from './watch-status.ts';

/** What every page of the inbox needs. */
export interface PageContext {
  /** The path of the inbox with its signed part, without a slash at the end. */
  root: string;
  /** The zone in which times are shown. */
  timezone: string;
  now: Instant;
  /** When the reader's link, or session, expires. */
  until: Instant;
  viewer: Viewer;
  /** The token of the form that signs the viewer out. Absent: a link has opened the page. */
  signOut?: string;
}

/** The most pages of a list. */
export const MOST_PAGES = 50;

/** The number of a page in an address, at most that of the last one; 1 for any other text. */
export function pageIn(text = '', most = MOST_PAGES): number {
  return Math.min(/^[1-9]\d{0,3}$/.test(text) ? Number(text) : 1, most);
}

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

/** What is muted. */
export interface MutesView {
  /** The silences in force, each with how many alerts of the last 7 days it has muted. */
  inForce: readonly { silence: Silence; alerts: number }[];
  /** How many alerts of the last 7 days were muted, by ended silences too. */
  alerts: number;
}

/** The status of all watches, with open incidents. */
export interface StatusView {
  watches: readonly WatchStatus[];
  incidents: readonly Incident[];
  /** Dead messages. */
  dead: readonly MessageEntry[];
  mutes: MutesView;
  /** Edits that the file has changed since, each with who made it. */
  overruled: readonly string[];
  usage: readonly ServiceUsage[];
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
  /** What its judge did this month. Absent: it has none. */
  judged?: WatchJudged | undefined;
}

/** What the judge of a watch did in a month, and what readers say of it. */
export interface WatchJudged {
  month: JudgedMonth | undefined;
  agreement: Agreement;
  /** Its latest words. */
  words: readonly {
    finding: Finding;
    judged: Judgement;
    /** Whether readers called it relevant. Absent: they did not say. */
    mark?: boolean | undefined;
    /** What says that the model is wrong. */
    form: ActionForm;
  }[];
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

/** What came for a brand: findings by UTC day of finding, without baselines and backfills. */
export interface BrandDay {
  /** Absent: of watches without a brand. */
  brand?: string;
  /** Its name, where its watches have it. */
  name?: string;
  /** The last 8 days, the oldest first; the last one is today, so far. */
  days: readonly number[];
  /** The median of the days before today; absent where they are too few. */
  usual?: number;
}

/** Alerts that wait on a channel, by the reason. Without a reason they are due. */
export interface WaitingAlerts {
  channel: string;
  reason: HoldReason | 'due';
  count: number;
}

/** What a service was asked for this month (UTC). */
export interface ServiceUsage {
  service: Service;
  calls: number;
  credits: number;
}

/** Today at a glance. */
export interface OverviewView {
  brands: readonly BrandDay[];
  incidents: readonly Incident[];
  /** How many messages failed for good. */
  dead: number;
  /** How many watches there are, and how many need attention. */
  watches: { all: number; faulty: number };
}

/** Fewer days than this say nothing about the usual. */
const LEAST_DAYS = 3;

/** What is usual for a day, from the days before it, the oldest first. Days before the first finding do not count. */
export function usualOf(before: readonly number[]): number | undefined {
  const first = before.findIndex((count) => count > 0);
  const days = first === -1 ? [] : before.slice(first).toSorted((a, b) => a - b);
  if (days.length < LEAST_DAYS) return undefined;
  const middle = Math.floor(days.length / 2);
  const [low = 0, high = 0] = [days[days.length % 2 === 0 ? middle - 1 : middle], days[middle]];
  return (low + high) / 2;
}

/** The alerts of a page on one story; an alert without a story is alone. */
export interface AlertGroup {
  /** The newest first. */
  entries: readonly AlertEntry[];
  /** Who has acknowledged one of them, undone ones left out. */
  acknowledged: readonly ReaderAction[];
  /** The form that acknowledges the newest one. Absent: nobody can, or somebody has. */
  form?: ActionForm;
}

/** A page of the alerts of a UTC day, by story. */
export interface AlertsView {
  day: string;
  /** In the order of their newest alert. */
  groups: readonly AlertGroup[];
  /** How many alerts the page has. */
  count: number;
  isFirst: boolean;
  /** Where older alerts of the day go on. */
  next?: { at: Instant; id: string };
  /** On a day without alerts: the last one before it, as far as was looked. */
  last?: { alert: Alert } | 'none';
  /** What readers marked, by watch. */
  marks: readonly WatchMarks[];
}

/** How many days before an empty day are looked at for the last alert. */
export const LOOKED_BACK = 31;

/** Alerts of one story together, in the order of their newest. */
export function groupByStory(entries: readonly AlertEntry[]): AlertEntry[][] {
  return [...Map.groupBy(entries, ({ alert }) => alert.story?.id ?? alert.id).values()];
}
