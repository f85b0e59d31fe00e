import type { Alert } from '../../domain/alerts/alert.ts';
import type { MuteLink, Silence } from '../../domain/channels/silence.ts';
import { lanesOf } from '../../domain/channels/channel.ts';
import { inParallel } from '../../domain/lib/in-parallel.ts';
import type { HttpAnswer, HttpRequest } from '../../domain/pages/http-exchange.ts';
import type {
  AlertFindingsView,
  AlertsView,
  BriefView,
  ExtractionsView,
  MessageAlertsView,
  MessageEntry,
  PageContext,
  ReportsView,
  RowsView,
  StatusView,
  WatchView,
} from '../../domain/pages/inbox.ts';
import type {
  ActionForm,
  ActionsView,
  DrillView,
  Receipt,
  UnsubscribeView,
} from '../../domain/pages/receipt.ts';
import type { RecordsView, SearchView } from '../../domain/pages/search-view.ts';
import { possibleActions, type ReaderAction, replaces } from '../../domain/pages/reader-action.ts';
import {
  actionsPath,
  formToken,
  type LinkKeys,
  openedAtOf,
  type PageLinks,
  receiptIdOf,
  type TriageActionKind,
} from '../../domain/pages/signed-link.ts';
import type { TodayView } from '../../domain/pages/triage.ts';
import type { StoriesView, StoryCopiesView, StoryPageView } from '../../domain/pages/story-page.ts';
import type { EditsView } from '../../domain/edits/edit-view.ts';
import type { ReportForm } from '../../domain/reports/report-record.ts';
import type { FeedView } from '../../domain/pages/shared-feed.ts';
import type { Instant } from '../../domain/time/instant.ts';
import type { Ports } from '../ports/ports.ts';

/** The part of the path, below an alert of the inbox, that leads to what a reader can do about it. */
export const ACTIONS = 'actions';
/** The part of the path, below a watch, on which it is edited. */
export const EDIT = 'edit';

/** A request for a page behind a link that a key of ours has signed. */
export interface LinkRequest {
  request: HttpRequest;
  keys: LinkKeys;
  /** What the link signs, and the part of the path that has it with the signature. */
  id: string;
  signed: string;
  /** What follows it, part by part, decoded. */
  rest: readonly string[];
}

/** What each page shows. Those for programs are `…Json`, `…Csv` and `…Document`. */
interface Pages {
  /** The findings behind a number of a report. */
  rows: RowsView;
  receipt: Receipt;
  /** What a reader can do about an alert, and what readers did. */
  actions: ActionsView;
  /** Whether a recipient of mail is subscribed, and what it can do. */
  unsubscribe: UnsubscribeView;
  /** The button by which people confirm the message of a drill, or that they have. */
  drill: DrillView;
  watchDocument: WatchView;
  messageDocument: MessageEntry;
  messageAlerts: MessageAlertsView;
  messageJson: MessageAlertsView;
  alertFindings: AlertFindingsView;
  alertFindingsJson: AlertFindingsView;
  recordsCsv: RecordsView;
  recordsJson: RecordsView;
}

/** What the pages show that only a link to all pages opens. */
interface PagesInside {
  today: TodayView;
  status: StatusView;
  watch: WatchView;
  alerts: AlertsView;
  brief: BriefView;
  message: MessageEntry;
  stories: StoriesView;
  story: StoryPageView;
  storyCopies: StoryCopiesView;
  extractions: ExtractionsView;
  reports: ReportsView;
  search: SearchView;
  records: RecordsView;
}

/** Makes pages of what was read. It escapes text from the news, which is hostile. */
type PageWriter = {
  [Name in keyof Pages]: (view: Pages[Name], desk?: PageContext) => HttpAnswer;
} & {
  [Name in keyof PagesInside]: (view: PagesInside[Name], desk: PageContext) => HttpAnswer;
} & {
  /** `refusal` shows a stranger nothing; `gone`: the address of a feed is revoked. */
  [Name in 'welcome' | 'refusal' | 'gone']: () => HttpAnswer;
} & {
  /** A feed, or that the reader has it. It is made by a library that no other page needs. */
  feed(view: FeedView): Promise<HttpAnswer>;
  /** The page that few open. */
  edits(view: EditsView, desk: PageContext): Promise<HttpAnswer>;
  /** Something that the reader may see does not exist. */
  missing(desk: PageContext): HttpAnswer;
  /** A written report in one of its forms. */
  report(body: string, form: ReportForm): HttpAnswer;
  /**
   * A form that is too old, or was sent from another page.
   *
   * @param why.isFull it would mute, and there are as many silences as there may be.
   * @param why.isReader who sent it may see, and not act.
   */
  refusedForm(why?: { isFull?: boolean; isReader?: boolean }): HttpAnswer;
  /** Why somebody is not signed in, with a link to do it. `isDone`: they have signed out. */
  signIn(why: { problem: string; isDone?: boolean }): HttpAnswer;
};

export interface PagePorts
  extends Pick<
    Ports,
    | 'clock'
    | 'definitions'
    | 'states'
    | 'findings'
    | 'windows'
    | 'alerts'
    | 'messages'
    | 'extractions'
    | 'resources'
    | 'stories'
    | 'silences'
    | 'muteNotes'
    | 'readerActions'
    | 'visits'
    | 'unsubscriptions'
    | 'storyOrders'
    | 'drills'
    | 'incidents'
    | 'quarantine'
    | 'judging'
    | 'timeline'
    | 'spaces'
    | 'decideQueue'
    | 'reportPlans'
    | 'rollups'
    | 'reportRecords'
    | 'sharedFeeds'
  > {
  /** The address of the pages, and the keys of their links. */
  links: () => Promise<PageLinks>;
  files: Pick<Ports['files'], 'get'>;
  /** Orders messages to show who has acknowledged them. Absent: the caller shows it. */
  transportQueue?: Ports['transportQueue'] | undefined;
  pages: PageWriter;
}

// The forms of pages that change something: where they come from, and their tokens.

/** Browsers say where a form was sent from. A request that does not say still needs the form's own signature. */
function isFromOwnPage(headers: HttpRequest['headers']): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin, host } = headers;
  return origin === undefined || (URL.canParse(origin) && new URL(origin).host === host);
}

/** The fields of a form that was posted. */
export function formFields({ body }: Pick<HttpRequest, 'body'>): URLSearchParams {
  return new URLSearchParams(new TextDecoder().decode(body));
}

interface FormGiven {
  /** Absent: the field of that name. */
  token?: string;
  purpose: string;
  keys: LinkKeys;
  now: Instant;
}

/**
 * When the page of a form was opened that was posted; undefined where it was sent from another site, is for another
 * purpose, or is too old.
 */
export function formOpenedAt(
  request: HttpRequest,
  { token = formFields(request).get('token') ?? '', ...given }: FormGiven,
): Instant | undefined {
  return isFromOwnPage(request.headers) ? openedAtOf(token, given) : undefined;
}

/** Ends a silence. Pages may delete nothing, so it stays and begins at its end: it is never in force. */
export async function endSilence(
  silenceId: string | undefined,
  { silences, clock }: Pick<PagePorts, 'silences' | 'clock'>,
): Promise<void> {
  if (silenceId === undefined) return;
  const silence = (await silences.since(clock.now())).find(({ id }) => id === silenceId);
  if (silence) await silences.put({ ...silence, startsAt: silence.endsAt });
}

/**
 * Mutes by a link. Each lane of the channels says so in its next message. The notes are written first: a mute that
 * nobody notices would be worse than a note about one that died.
 */
export async function muteByLink(
  silence: Silence,
  { definitions, muteNotes, silences }: Pick<PagePorts, 'definitions' | 'muteNotes' | 'silences'>,
): Promise<void> {
  const { channel: names = [] } = silence.matchers;
  const channels = await inParallel(names, async (name) => (await definitions.channel(name)) ?? []);
  await inParallel(channels.flat().flatMap(lanesOf), ({ name }) => muteNotes.put(name, silence));
  await silences.put(silence);
}

/** An alert, and the lane whose readers act. */
export interface ActionSubject {
  alert: Alert;
  lane: string;
  keys: LinkKeys;
  /** Behind a link to all pages: their path. Absent: behind a link in a message. */
  root?: string | undefined;
}

/** Where the forms of an alert are sent. */
export function actionsPathOf({ alert, lane, keys, root }: ActionSubject): string {
  return root === undefined
    ? actionsPath(alert, { lane, keys })
    : `${root}/alerts/${receiptIdOf(alert)}/${ACTIONS}`;
}

type FormOfAction = Pick<ActionForm, 'kind' | 'isUndone'>;

/** What the token of a form is for. */
export function actionPurpose(
  { alert, lane, root = '' }: ActionSubject,
  { kind, isUndone }: FormOfAction,
): string {
  return `${isUndone ? 'undo ' : ''}${kind} ${receiptIdOf(alert)} ${lane} ${root}`;
}

/** A form on a page that was opened now. Behind a link to all pages it is valid as long as that link. */
export function actionForm(subject: ActionSubject, form: FormOfAction, now: Instant): ActionForm {
  const token = formToken(actionPurpose(subject, form), { keys: subject.keys, now });
  return { ...form, lane: subject.lane, path: actionsPathOf(subject), token };
}

/** What a reader can do about an alert, as far as the readers of this lane have not done it. */
export function actionForms(
  subject: ActionSubject,
  { taken, now }: { taken: readonly ReaderAction[]; now: Instant },
): ActionForm[] {
  const { alert, lane } = subject;
  const isDone = (kind: TriageActionKind) =>
    !replaces(kind) &&
    taken.some((one) => one.kind === kind && one.lane === lane && one.undoneAt === undefined);
  return possibleActions({ alert, lane, from: sourceOf(subject), at: now })
    .filter((kind) => !isDone(kind))
    .map((kind) => actionForm(subject, { kind, isUndone: false }, now));
}

/** Where the link of a subject comes from. */
export function sourceOf({ root }: Pick<ActionSubject, 'root'>): MuteLink['from'] {
  return root === undefined ? 'message' : 'pages';
}
