import type { Alert } from '../../domain/alerts/alert.ts';
import { defined } from '../../domain/lib/fields.ts';
import type { ActionsView } from '../../domain/pages/receipt.ts';
import type { HttpAnswer, HttpRequest } from '../../domain/pages/http-exchange.ts';
import {
  actionsOn,
  actionsPurpose,
  type LinkKeys,
  openedAtOf,
  openSigned,
  READER_ACTIONS,
  type ReaderActionKind,
  receiptLink,
} from '../../domain/pages/signed-link.ts';
import { actionOf, type ProposedExclusions, type ReaderAction } from '../../domain/pages/reader-action.ts';
import { findAlert } from './answer-receipt.ts';
import {
  actionPurpose,
  actionToken,
  endSilence,
  formFields,
  isFromOwnPage,
  type PagePorts,
  type PageRequest,
} from './page-ports.ts';
import { readWatchActions } from './read-watch-actions.ts';

/** What a page of actions is about: an alert, and the lane whose link was used. */
interface Subject {
  alert: Alert;
  receiptId: string;
  lane: string;
  keys: LinkKeys;
  ports: PagePorts;
}

/**
 * Answers with what a reader can do about an alert, one button for each. A GET changes nothing: scanners of mail
 * follow every link. A form is signed for this alert, this lane and this action, and is sent from this page by POST;
 * sending it twice is the same.
 */
export async function answerActions(
  { request, signed, rest }: PageRequest,
  ports: PagePorts,
): Promise<HttpAnswer> {
  const { keys } = await ports.links();
  const [lane = '', ...others] = rest;
  const receiptId = openSigned(signed, { purpose: actionsPurpose(lane), keys });
  const stored = receiptId === undefined || others.length > 0 ? undefined : await findAlert(receiptId, ports);
  if (receiptId === undefined || !stored) return ports.pages.refusal();
  const subject = { alert: stored.alert, receiptId, lane, keys, ports };
  if (request.method === 'POST') return answerForm(request, subject);
  if (request.method !== 'GET') return ports.pages.refusal();
  return ports.pages.actions(await readActions(subject));
}

async function answerForm(request: HttpRequest, subject: Subject): Promise<HttpAnswer> {
  const { ports } = subject;
  const fields = formFields(request);
  const [isUndone, written] = fields.has('undo') ? [true, fields.get('undo')] : [false, fields.get('action')];
  const kind = READER_ACTIONS.find((one) => one === written);
  if (kind === undefined || !isFromOwnPage(request.headers)) return ports.pages.refusedForm();
  const now = ports.clock.now();
  const purpose = actionPurpose(subject, { kind, isUndone });
  const at = openedAtOf(fields.get('token') ?? '', { purpose, keys: subject.keys, now });
  if (at === undefined || !actionsOn(subject.alert).includes(kind)) return ports.pages.refusedForm();
  await (isUndone ? undoAction(kind, subject) : takeAction(kind, { ...subject, at }));
  return ports.pages.actions({ ...(await readActions(subject)), done: { kind, isUndone } });
}

/** Records what a reader does, then mutes. A repeat finds the record, and mutes the same. */
async function takeAction(
  kind: ReaderActionKind,
  { alert, lane, at, ports }: Subject & { at: number },
): Promise<void> {
  const { action, silence } = actionOf(kind, { alert, lane, at });
  const was = await readAction(kind, { alert, lane, ports });
  const isNew = was === undefined || (was.undoneAt !== undefined && was.undoneAt <= at);
  if (isNew && !(await ports.readerActions.put(action, was))) return;
  // Of a form that was sent before: it has muted already, or died before it did.
  const isOwn = isNew || (was.undoneAt === undefined && was.silenceId === silence?.id);
  if (silence && isOwn) await ports.silences.put(silence);
}

/** Ends the silence of an action, then notes that it is undone. What it has held back so far is sent. */
async function undoAction(kind: ReaderActionKind, { alert, lane, ports }: Subject): Promise<void> {
  const was = await readAction(kind, { alert, lane, ports });
  if (!was || was.undoneAt !== undefined) return;
  await endSilence(was.silenceId, ports);
  await ports.readerActions.put({ ...was, undoneAt: ports.clock.now() }, was);
}

async function readAction(
  kind: ReaderActionKind,
  { alert, lane, ports }: Pick<Subject, 'alert' | 'lane' | 'ports'>,
): Promise<ReaderAction | undefined> {
  const all = await actionsAbout(alert, ports);
  return all.find((one) => one.kind === kind && one.lane === lane);
}

/** What readers did about one alert. */
async function actionsAbout(
  { id, watchId }: Alert,
  { readerActions }: Pick<PagePorts, 'readerActions'>,
): Promise<ReaderAction[]> {
  return watchId === undefined ? [] : readerActions.of(watchId, id);
}

async function readActions(subject: Subject): Promise<ActionsView> {
  const { alert, lane, ports } = subject;
  const now = ports.clock.now();
  const [taken, proposed, links] = await Promise.all([
    actionsAbout(alert, ports),
    proposedFor(alert, ports),
    ports.links(),
  ]);
  const isDone = (kind: ReaderActionKind) =>
    taken.some((one) => one.kind === kind && one.lane === lane && one.undoneAt === undefined);
  const tokenOf = (kind: ReaderActionKind, isUndone: boolean) =>
    actionToken(subject, { kind, isUndone }, now);
  return defined<ActionsView>({
    alert,
    lane,
    receipt: new URL(receiptLink(alert, links)).pathname,
    timezone: alert.timezone ?? 'UTC',
    forms: actionsOn(alert).flatMap((kind) => (isDone(kind) ? [] : [{ kind, token: tokenOf(kind, false) }])),
    taken: taken.map((action) => {
      const isOwn = action.lane === lane && action.undoneAt === undefined;
      return { action, ...(isOwn && { undo: tokenOf(action.kind, true) }) };
    }),
    proposed,
  });
}

async function proposedFor({ watchId }: Alert, ports: PagePorts): Promise<ProposedExclusions | undefined> {
  if (watchId === undefined) return undefined;
  const watch = await ports.definitions.watch(watchId);
  return (await readWatchActions(watchId, { watch, ports })).proposed;
}
