import type { HttpAnswer, HttpRequest } from '../../domain/pages/http-exchange.ts';
import type {
  AlertEntry,
  DayPage,
  PageContext,
  ExtractionsView,
  MessageEntry,
  ReportsView,
  RowsView,
  StatusView,
  StoriesView,
  StoryEntry,
  WatchView,
} from '../../domain/pages/inbox.ts';
import type { PageLinks } from '../../domain/pages/page-links.ts';
import type { Receipt } from '../../domain/pages/receipt.ts';
import type { ReportForm } from '../../domain/reports/report-record.ts';
import type { Silence } from '../../domain/channels/silence.ts';
import type { Alerts, Silences } from '../ports/alerts.ts';
import type { Clock } from '../ports/clock.ts';
import type { Definitions } from '../ports/definitions.ts';
import type { Extractions } from '../ports/extraction.ts';
import type { Findings } from '../ports/findings.ts';
import type { Incidents } from '../ports/incidents.ts';
import type { Messages } from '../ports/messages.ts';
import type { FoundByDay, ReportFiles, ReportPlans, ReportRecords, Rollups } from '../ports/reports.ts';
import type { RunStates } from '../ports/run-states.ts';
import type { Stories } from '../ports/stories.ts';
import type { UpstreamResources } from '../ports/upstream.ts';
import type { Windows } from '../ports/windows.ts';

/** A request for a page behind a signed link. */
export interface PageRequest {
  request: HttpRequest;
  /** The signed part of the path. */
  signed: string;
  /** What follows it, part by part, decoded. */
  rest: readonly string[];
}

/** Makes pages of what was read. It escapes text from the news, which is hostile. */
export interface PageWriter {
  welcome(): HttpAnswer;
  /** The plain refusal of a link: it shows a stranger nothing. */
  refusal(): HttpAnswer;
  /** Something that the reader may see does not exist. */
  missing(desk: PageContext): HttpAnswer;
  /** A written report in one of its forms. */
  report(body: string, form: ReportForm): HttpAnswer;
  /** The findings behind a number of a report. */
  rows(view: RowsView): HttpAnswer;
  receipt(receipt: Receipt, desk?: PageContext): HttpAnswer;
  muted(silence: Silence, receipt: Receipt): HttpAnswer;
  /** A form that is too old, or was sent from another page. */
  refusedForm(): HttpAnswer;
  status(view: StatusView, desk: PageContext): HttpAnswer;
  watch(view: WatchView, desk: PageContext): HttpAnswer;
  alerts(view: DayPage<AlertEntry>, desk: PageContext): HttpAnswer;
  message(entry: MessageEntry, desk: PageContext): HttpAnswer;
  stories(view: StoriesView, desk: PageContext): HttpAnswer;
  story(entry: StoryEntry, desk: PageContext): HttpAnswer;
  extractions(view: ExtractionsView, desk: PageContext): HttpAnswer;
  reports(view: ReportsView, desk: PageContext): HttpAnswer;
}

/** Where the rows behind the numbers of a report are read. */
interface RowsSources {
  plans: Pick<ReportPlans, 'plan'>;
  rollups: Pick<Rollups, 'marks'>;
  found: FoundByDay;
}

export interface PagePorts {
  clock: Clock;
  definitions: Definitions;
  states: RunStates;
  findings: Findings;
  windows: Windows;
  alerts: Alerts;
  messages: Messages;
  extractions: Extractions;
  resources: Pick<UpstreamResources, 'monitor'>;
  stories: Stories;
  silences: Silences;
  incidents: Incidents;
  /** The address of the pages, and the keys of their links. */
  links: () => Promise<PageLinks>;
  reports: RowsSources & { records: Pick<ReportRecords, 'get' | 'latest'>; files: Pick<ReportFiles, 'get'> };
  pages: PageWriter;
}
