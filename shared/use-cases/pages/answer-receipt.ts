import type { HttpAnswer, HttpRequest } from '../../domain/pages/http-exchange.ts';
import {
  actionsOn,
  actionsPath,
  FINDINGS,
  type LinkKeys,
  muteForms,
  MUTES,
  openSigned,
  parseReceiptId,
  PURPOSES,
  silenceOfForm,
} from '../../domain/pages/signed-link.ts';
import type { StoredAlert } from '../../store/alerts/alerts.ts';
import { answerAlertFindings } from './answer-alert-findings.ts';
import { formFields, isFromOwnPage, type PagePorts, type PageRequest } from './page-ports.ts';
import { inParallel } from '../../domain/lib/in-parallel.ts';
import { type Alert, type AlertState, watchesOf } from '../../domain/alerts/alert.ts';
import { isInForce, type Silence } from '../../domain/channels/silence.ts';
import type { Receipt } from '../../domain/pages/receipt.ts';
import type { Window } from '../../domain/time/instant.ts';
import { storyOfRecord } from '../../domain/stories/story.ts';

/**
 * Answers with the receipt of an alert, or the findings behind it. A GET changes nothing; its forms are sent by POST.
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
  if (request.method === 'POST') return answerForm(request, { stored, receiptId, path, keys, ports });
  if (request.method !== 'GET') return ports.pages.refusal();
  return ports.pages.receipt(await readReceipt(stored, { receiptId, path, keys, ports }));
}

/** The alert of a receipt, as long as alerts are kept. */
export async function findAlert(
  receiptId: string,
  { alerts, clock }: Pick<PagePorts, 'alerts' | 'clock'>,
): Promise<StoredAlert | undefined> {
  const { minute, start } = parseReceiptId(receiptId);
  const made = await alerts.madeIn(minute);
  return made.find(({ alert }) => alert.id.startsWith(start) && alert.expiresAt > clock.now());
}

interface Form {
  stored: StoredAlert;
  receiptId: string;
  path: string;
  keys: LinkKeys;
  ports: PagePorts;
}

/**
 * Mutes what a form of the page says. The form is signed for this alert and sent from this page; sending it twice
 * mutes once.
 */
async function answerForm(
  request: HttpRequest,
  { stored, receiptId, path, keys, ports }: Form,
): Promise<HttpAnswer> {
  const fields = formFields(request);
  const mute = MUTES.find((one) => one === fields.get('mute'));
  if (mute === undefined || !isFromOwnPage(request.headers)) return ports.pages.refusedForm();
  const silence = silenceOfForm(
    { mute, token: fields.get('token') ?? '' },
    { alert: stored.alert, receiptId, keys, now: ports.clock.now() },
  );
  if (!silence) return ports.pages.refusedForm();
  await ports.silences.put(silence);
  return ports.pages.muted(silence, await readReceipt(stored, { receiptId, path, keys, ports }));
}

/** The most findings that a receipt shows. */
const MOST_FINDINGS = 20;

/** Reads what the receipt of an alert shows. Without keys it has no forms. */
export async function readReceipt(
  { alert, state }: StoredAlert,
  { receiptId, path, keys, ports }: { receiptId: string; path: string; keys?: LinkKeys; ports: PagePorts },
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
    ...(keys &&
      actionsOn(alert).length > 0 && { actionsPath: actionsPath(alert, { lane: alert.channel, keys }) }),
    forms: keys ? muteForms(alert, { receiptId, keys, now }) : [],
  };
}

async function readMessage(state: AlertState, { messages }: PagePorts) {
  if (state.state === 'told') return messages.get(state.messageId);
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
 * that cover the first item. Each span once, oldest first. Only watches of feeds have them.
 */
async function missedAround(
  { watchId, watchKind, items, occasion }: Alert,
  windows: PagePorts['windows'],
): Promise<Window[]> {
  if (watchId === undefined || watchKind !== 'feeds') return [];
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

/** Whether a silence mutes the watches of an alert, or outlets of it: it matches every watch that the alert names. */
function isAbout({ matchers }: Silence, alert: Alert): boolean {
  const watches = watchesOf(alert);
  return watches.length > 0 && watches.every((id) => matchers.watch?.includes(id) ?? true);
}
