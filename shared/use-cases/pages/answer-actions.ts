import type { Alert } from '../../domain/alerts/alert.ts';
import { channelNameOf } from '../../domain/channels/channel.ts';
import { defined, pick } from '../../domain/lib/fields.ts';
import type { ActionsView } from '../../domain/pages/receipt.ts';
import type { HttpAnswer, HttpRequest } from '../../domain/pages/http-exchange.ts';
import { type PageContext, pageIn } from '../../domain/pages/inbox.ts';
import {
  actionsInside,
  actionsOn,
  isSignedId,
  receiptIdOf,
  receiptLink,
  TRIAGE_ACTIONS,
  type TriageActionKind,
} from '../../domain/pages/signed-link.ts';
import {
  actionOf,
  LONGEST_NOTE,
  type ProposedExclusions,
  type ReaderAction,
  replaces,
} from '../../domain/pages/reader-action.ts';
import { readTriageQuery, triageText } from '../../domain/pages/triage.ts';
import type { Instant } from '../../domain/time/instant.ts';
import { findAlert } from './answer-receipt.ts';
import {
  actionForm,
  actionForms,
  actionPurpose,
  type ActionSubject,
  endSilence,
  formFields,
  formOpenedAt,
  muteByLink,
  type PagePorts,
  type LinkRequest,
  sourceOf,
} from './page-ports.ts';
import { readWatchActions } from './read-watch-actions.ts';

interface Actions {
  subject: ActionSubject;
  ports: PagePorts;
  desk?: PageContext;
}

/**
 * Answers with what a reader can do about an alert, one button for each. A GET changes nothing: scanners of mail
 * follow every link. A form is signed for this alert, this lane and this action, and is sent from this page or the
 * receipt by POST; sending it twice is the same.
 */
export async function answerActions(
  { request, keys, id: receiptId, rest: [lane = ''] }: LinkRequest,
  ports: PagePorts,
): Promise<HttpAnswer | undefined> {
  const stored = await findAlert(receiptId, ports);
  if (!stored) return undefined;
  const given = { subject: { alert: stored.alert, lane, keys }, ports };
  return request.method === 'POST'
    ? answerForm(request, given)
    : ports.pages.actions(await readActions(given));
}

/**
 * Answers the same behind a link to all pages, with forms that are valid as long as that link. It can undo what
 * readers of any lane did.
 */
export async function answerActionsInside(
  alert: Alert,
  { form, desk, ports }: { form: HttpRequest | undefined; desk: PageContext; ports: PagePorts },
): Promise<HttpAnswer> {
  const { keys } = await ports.links();
  const lane = (form && withButton(formFields(form)).get('lane')) ?? alert.channel;
  const given = { subject: { alert, root: desk.root, keys, lane }, desk, ports };
  if (form) return answerForm(form, given);
  return ports.pages.actions(await readActions(given), desk);
}

async function answerForm(request: HttpRequest, given: Actions): Promise<HttpAnswer> {
  const { subject, ports, desk } = given;
  const fields = withButton(formFields(request));
  const [isUndone, written] = fields.has('undo') ? [true, fields.get('undo')] : [false, fields.get('action')];
  const kind = TRIAGE_ACTIONS.find((one) => one === written);
  if (kind === undefined) return ports.pages.refusedForm();
  const purpose = actionPurpose(subject, { kind, isUndone });
  const token = fields.get('token') ?? '';
  const at = formOpenedAt(request, { purpose, keys: subject.keys, now: ports.clock.now(), token });
  const possible: readonly TriageActionKind[] = (desk ? actionsInside : actionsOn)(subject.alert);
  const text = kind === 'note' && !isUndone ? noteIn(fields) : undefined;
  const lacksText = kind === 'note' && !isUndone && text === undefined;
  if (at === undefined || !possible.includes(kind) || lacksText) return ports.pages.refusedForm();
  if (isUndone) await undoAction(kind, given);
  else if (!(await takeAction(kind, { subject, ports, by: desk?.viewer, at, text })))
    return ports.pages.refusedForm({ isFull: true });
  if (desk && fields.has('list'))
    return seeToday(fields, { root: desk.root, receiptId: receiptIdOf(subject.alert), kind, isUndone });
  return ports.pages.actions({ ...(await readActions(given)), done: { kind, isUndone } }, desk);
}

/** The fields of a form, with those of the button by which it was sent: what it does, its token, and the lane. */
function withButton(fields: URLSearchParams): URLSearchParams {
  const [name = '', kind = '', token = '', lane] = (fields.get('do') ?? '').split(' ');
  if (name === 'action' || name === 'undo') fields.set(name, kind);
  if (token !== '') fields.set('token', token);
  if (lane !== undefined) fields.set('lane', lane);
  return fields;
}

function noteIn(fields: URLSearchParams): string | undefined {
  return (fields.get('text') ?? '').trim().slice(0, LONGEST_NOTE).toWellFormed() || undefined;
}

/** Back to the list from which a form was sent, at the row that followed. */
function seeToday(
  fields: URLSearchParams,
  { root, receiptId, kind, isUndone }: NonNullable<ActionsView['done']> & { root: string; receiptId: string },
): HttpAnswer {
  const query = new URLSearchParams(fields.get('list') ?? '');
  const page = pageIn(query.get('page') ?? '');
  const shown = new URLSearchParams(triageText(readTriageQuery(Object.fromEntries(query))));
  if (page > 1) shown.set('page', String(page));
  shown.set('done', kind);
  shown.set('of', receiptId);
  if (isUndone) shown.set('undone', '');
  const next = replaces(kind) || isUndone ? receiptId : (fields.get('next') ?? '');
  const row = isSignedId(next) ? `#t-${next}` : '';
  return {
    status: 303,
    headers: { location: `${root}?${shown.toString()}${row}`, 'cache-control': 'no-store' },
    body: '',
  };
}

/** Records what a reader does, then mutes. A repeat finds the record, and mutes the same. False: no silence fits. */
export async function takeAction(
  kind: TriageActionKind,
  {
    subject: { alert, lane, root },
    ports,
    by,
    at,
    text,
    keepsIncident,
  }: {
    subject: Pick<ActionSubject, 'alert' | 'lane' | 'root'>;
    ports: PagePorts;
    /** Absent: a reader of the lane. */
    by?: ReaderAction['by'];
    at: Instant;
    /** Of a note. */
    text?: string | undefined;
    keepsIncident?: true;
  },
): Promise<boolean> {
  const given = defined({ by: by && pick(by, { id: true, name: true }), text, keepsIncident });
  const { action, silence } = actionOf(kind, { alert, lane, from: sourceOf({ root }), at, ...given });
  if (silence && (await ports.silences.isFull(ports.clock.now()))) return false;
  const was = await readAction(kind, { alert, lane, ports });
  const isNew =
    was === undefined ||
    (was.undoneAt !== undefined && was.undoneAt <= at) ||
    (replaces(kind) && (was.at < at || was.text !== text));
  if (isNew && !(await ports.readerActions.put(action, was))) return true;
  if (kind === 'acknowledge') await showAcknowledgement(action, ports);
  // Of a form that was sent before: it has muted already, or died before it did.
  const isOwn = isNew || (was.undoneAt === undefined && was.silenceId === silence?.id);
  if (silence && isOwn) await muteByLink(silence, ports);
  return true;
}

/** Ends the silence of an action, then notes that it is undone. What it has held back so far is sent. */
async function undoAction(
  kind: TriageActionKind,
  { subject: { alert, lane }, ports }: Actions,
): Promise<void> {
  const was = await readAction(kind, { alert, lane, ports });
  if (!was || was.undoneAt !== undefined) return;
  await endSilence(was.silenceId, ports);
  await ports.readerActions.put({ ...was, undoneAt: ports.clock.now() }, was);
  if (kind === 'acknowledge') await showAcknowledgement(was, ports);
}

/** Messages that were sent show it soon after. It is stored: a failure here changes nothing, and is not repeated. */
async function showAcknowledgement(
  { alertId, lane }: ReaderAction,
  { transportQueue }: PagePorts,
): Promise<void> {
  try {
    await transportQueue?.send([channelNameOf(lane)], { acknowledged: alertId });
  } catch {
    // Pages and the API show it.
  }
}

/** What readers of a lane did about an alert. */
export async function readAction(
  kind: TriageActionKind,
  { alert, lane, ports }: Pick<ActionSubject, 'alert' | 'lane'> & Pick<Actions, 'ports'>,
): Promise<ReaderAction | undefined> {
  const all = await actionsAbout(alert, ports);
  return all.find((one) => one.kind === kind && one.lane === lane);
}

/** What readers did about one alert. */
export async function actionsAbout(
  { id, watchId }: Alert,
  { readerActions }: Pick<PagePorts, 'readerActions'>,
): Promise<ReaderAction[]> {
  return watchId === undefined ? [] : readerActions.of(watchId, id);
}

async function readActions({ subject, ports, desk }: Actions): Promise<ActionsView> {
  const { alert, lane } = subject;
  const now = ports.clock.now();
  const [taken, proposed, links] = await Promise.all([
    actionsAbout(alert, ports),
    proposedFor(alert, ports),
    ports.links(),
  ]);
  return defined<ActionsView>({
    alert,
    lane,
    receipt: desk ? `${desk.root}/alerts/${receiptIdOf(alert)}` : new URL(receiptLink(alert, links)).pathname,
    timezone: alert.timezone ?? 'UTC',
    forms: actionForms(subject, { taken, now }),
    taken: taken.map((action) => {
      const canUndo = action.undoneAt === undefined && (desk !== undefined || action.lane === lane);
      const form = { kind: action.kind, isUndone: true };
      return { action, ...(canUndo && { undo: actionForm({ ...subject, lane: action.lane }, form, now) }) };
    }),
    proposed,
  });
}

async function proposedFor({ watchId }: Alert, ports: PagePorts): Promise<ProposedExclusions | undefined> {
  if (watchId === undefined) return undefined;
  const watch = await ports.definitions.watch(watchId);
  return (await readWatchActions(watchId, { watch, ports })).proposed;
}
