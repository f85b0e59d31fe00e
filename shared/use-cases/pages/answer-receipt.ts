import { isPolled } from '../../domain/lib/errors.ts';
import type { HttpAnswer } from '../../domain/pages/http-exchange.ts';
import {
  FINDINGS,
  minuteOfReceipt,
  openSigned,
  PURPOSES,
  receiptIdOf,
} from '../../domain/pages/signed-link.ts';
import type { StoredAlert } from '../../store/alerts/alerts.ts';
import { answerAlertFindings } from './answer-alert-findings.ts';
import {
  actionForms,
  actionsPathOf,
  type ActionSubject,
  type PagePorts,
  type PageRequest,
} from './page-ports.ts';
import { channelNameOf } from '../../domain/channels/channel.ts';
import { inParallel } from '../../domain/lib/in-parallel.ts';
import { type Alert, type AlertState, watchesOf } from '../../domain/alerts/alert.ts';
import { isInForce, type Silence } from '../../domain/channels/silence.ts';
import type { Receipt } from '../../domain/pages/receipt.ts';
import type { Window } from '../../domain/time/instant.ts';
import { storyOfRecord } from '../../domain/stories/story.ts';

/**
 * Answers with the receipt of an alert on a channel, or the findings behind it. It changes nothing: its forms are those
 * of the actions on the alert.
 */
export async function answerReceipt(
  { request, signed, rest }: PageRequest,
  ports: PagePorts,
): Promise<HttpAnswer> {
  const { keys } = await ports.links();
  const receiptId = openSigned(signed, { purpose: PURPOSES.receipt, keys });
  const [part, form = '', ...others] = rest;
  const isKnown = part === undefined || (part === FINDINGS && others.length === 0);
  const stored = receiptId === undefined || !isKnown ? undefined : await findAlert(receiptId, ports);
  if (receiptId === undefined || !stored) return ports.pages.refusal();
  const path = `/r/${signed}`;
  if (part !== undefined) {
    const asked = { receipt: path, query: request.query, form, ports };
    const answer = request.method === 'GET' ? await answerAlertFindings(stored, asked) : undefined;
    return answer ?? ports.pages.refusal();
  }
  if (request.method !== 'GET') return ports.pages.refusal();
  const subject = { alert: stored.alert, receiptId, lane: stored.alert.channel, keys };
  return ports.pages.receipt(await readReceipt(stored, { path, subject, ports }));
}

/** The alert of a receipt, as long as alerts are kept. */
export async function findAlert(
  receiptId: string,
  { alerts, clock }: Pick<PagePorts, 'alerts' | 'clock'>,
): Promise<StoredAlert | undefined> {
  const made = await alerts.madeIn(minuteOfReceipt(receiptId));
  return made.find(({ alert }) => receiptIdOf(alert) === receiptId && alert.expiresAt > clock.now());
}

/** The most findings that a receipt shows. */
const MOST_FINDINGS = 20;

/** Reads what the receipt of an alert shows. */
export async function readReceipt(
  { alert, state }: StoredAlert,
  { path, subject, ports }: { path: string; subject: ActionSubject; ports: PagePorts },
): Promise<Receipt> {
  const now = ports.clock.now();
  const [watch, findings, missed, story, notified, others, silences, actions] = await Promise.all([
    alert.watchId === undefined ? undefined : ports.definitions.watch(alert.watchId),
    readFindings(alert, ports),
    missedAround(alert, ports.windows),
    readStory(alert, ports),
    readMessage(state, ports),
    readOthers(alert, ports),
    ports.silences.since(now),
    alert.watchId === undefined ? [] : ports.readerActions.of(alert.watchId, alert.id),
  ]);
  return {
    alert,
    state,
    path,
    timezone: alert.timezone ?? 'UTC',
    ...(watch && { watch }),
    findings,
    ...(missed.length > 0 && { missed }),
    ...(story && { story }),
    ...(notified && { delivered: notified }),
    others,
    silences: silences.filter((silence) => isInForce(silence, now) && isAbout(silence, alert)),
    actions,
    forms: actionForms(subject, { taken: actions, now }),
    actionsPath: actionsPathOf(subject),
  };
}

async function readMessage(state: AlertState, { messages }: PagePorts) {
  if (state.state === 'notified') return messages.get(state.messageId);
  return state.state === 'dropped' && state.joinedTo ? messages.get(state.joinedTo.messageId) : undefined;
}

/** The alert on the other lanes of its channel. An alert of one lane needs no read. */
async function readOthers({ id, channel, lanes = [] }: Alert, ports: PagePorts): Promise<Receipt['others']> {
  if (lanes.length < 2) return [];
  const found = await ports.alerts.onLanes(id);
  const others = found.filter(({ alert }) => alert.channel !== channel && lanes.includes(alert.channel));
  return inParallel(others, async ({ alert, state }) => {
    const delivered = await readMessage(state, ports);
    return { lane: alert.channel, state, ...(delivered && { delivered }) };
  });
}

async function readFindings(alert: Alert, { findings }: PagePorts) {
  if (alert.watchId === undefined || alert.items.length === 0) return [];
  const fingerprints = alert.items.slice(0, MOST_FINDINGS).map(({ fingerprint }) => fingerprint);
  return findings.read(alert.watchId, fingerprints);
}

/** Most spans that a receipt lists. */
const MOST_MISSED = 20;

/**
 * Spans in which items of a feed may have come and gone unseen: within the period of a detection, else in the windows
 * that cover the first item. Each span once, oldest first. Only watches of our own pollers have them.
 */
async function missedAround(
  { watchId, watchKind, items, occasion }: Alert,
  windows: PagePorts['windows'],
): Promise<Window[]> {
  if (watchId === undefined || !isPolled(watchKind)) return [];
  const [item] = items;
  const period = 'period' in occasion ? occasion.period : undefined;
  const records = period
    ? await windows.between(watchId, period)
    : item && (await windows.covering(watchId, item.indexedAt));
  const spans = new Map(
    (records ?? []).flatMap(({ missed = [] }) => missed.map((span) => [`${span.from} ${span.to}`, span])),
  );
  return [...spans.values()].toSorted((a, b) => a.from - b.from).slice(0, MOST_MISSED);
}

async function readStory({ story }: Alert, { stories }: PagePorts) {
  const record = story && (await stories.read([story.id])).get(story.id);
  return record && storyOfRecord(record);
}

/**
 * Whether a silence mutes the watches of an alert, or outlets of it, on its channel: it matches every watch that the
 * alert names.
 */
function isAbout({ matchers: { watch, channel } }: Silence, alert: Alert): boolean {
  const watches = watchesOf(alert);
  const isOnChannel = channel?.includes(channelNameOf(alert.channel)) ?? true;
  return isOnChannel && watches.length > 0 && watches.every((id) => watch?.includes(id) ?? true);
}
