import { isPolled } from '../../domain/lib/errors.ts';
import type { Fields, HttpAnswer } from '../../domain/pages/http-exchange.ts';
import { FINDINGS, minuteOfReceipt, receiptIdOf } from '../../domain/pages/signed-link.ts';
import { type RowsMark, rowsMarkIn, rowsMarkText } from '../reports/read-rows.ts';
import type { StoredAlert } from '../../store/alerts/alerts.ts';
import {
  actionForms,
  actionsPathOf,
  type ActionSubject,
  type PagePorts,
  type LinkRequest,
} from './page-ports.ts';
import { channelNameOf } from '../../domain/channels/channel.ts';
import { inParallel } from '../../domain/lib/in-parallel.ts';
import {
  type Alert,
  type AlertState,
  watchesOf,
  type AlertItem,
  alertItemOf,
  findingsBehind,
  isCountedIn,
} from '../../domain/alerts/alert.ts';
import { isInForce, type Silence } from '../../domain/channels/silence.ts';
import type { Receipt } from '../../domain/pages/receipt.ts';
import { DAY, dayOf, type Window } from '../../domain/time/instant.ts';
import { storyOfRecord } from '../../domain/stories/story.ts';
import type { StoredFinding } from '../../domain/findings/finding.ts';
import type { AlertFindingsView, PageContext } from '../../domain/pages/inbox.ts';
import { utcDays } from '../reports/roll-up-days.ts';

/**
 * Answers with the receipt of an alert on a channel, or the findings behind it. It changes nothing: its forms are those
 * of the actions on the alert.
 */
export async function answerReceipt(
  { request, keys, id: receiptId, signed, rest: [part, form = ''] }: LinkRequest,
  ports: PagePorts,
): Promise<HttpAnswer | undefined> {
  const isKnown = part === undefined || part === FINDINGS;
  const stored = isKnown ? await findAlert(receiptId, ports) : undefined;
  if (!stored) return undefined;
  const path = `/r/${signed}`;
  if (part !== undefined)
    return answerAlertFindings(stored, { receipt: path, query: request.query, form, ports });
  const subject = { alert: stored.alert, lane: stored.alert.channel, keys };
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

interface FindingsRequest {
  /** The path of the receipt. */
  receipt: string;
  query: Fields;
  /** `json` for programs; anything but this and nothing is no page. */
  form: string;
  ports: PagePorts;
  desk?: PageContext;
}

/**
 * Answers with a page of the findings behind an alert; undefined for a form that does not exist. It changes nothing.
 */
export async function answerAlertFindings(
  { alert }: Pick<StoredAlert, 'alert'>,
  { receipt, query, form, ports, desk }: FindingsRequest,
): Promise<HttpAnswer | undefined> {
  if (form !== '' && form !== 'json') return undefined;
  const { after = '' } = query;
  const { items: entries, next } = await readAlertFindings(alert, { after, ports });
  const view: AlertFindingsView = {
    alert,
    timezone: alert.timezone ?? 'UTC',
    receipt,
    entries,
    isFirst: after === '',
    ...(next !== undefined && { next }),
  };
  return form === 'json' ? ports.pages.alertFindingsJson(view) : ports.pages.alertFindings(view, desk);
}

/** A part of the findings behind an alert. */
interface FindingsPart {
  items: readonly AlertItem[];
  /** Where the next part begins, if there may be more. */
  next?: string;
}

/** The most findings of a page, and the most that are read for it. */
const ON_A_PAGE = 100;
const MOST_READ = 4_000;

/**
 * A finding that is found later than this after its period is not listed. The daily recount reaches back three days.
 */
const LATEST = 31 * DAY;

/**
 * Reads the findings behind an alert, a part at a time: those of the period that a policy counted, those of its watch
 * in the story of the alert, or else the items of the alert. `after` is the `next` of the part before; a text that is
 * none starts at the beginning.
 */
async function readAlertFindings(
  alert: Alert,
  { after, ports }: { after: string; ports: PagePorts },
): Promise<FindingsPart> {
  const behind = findingsBehind(alert);
  const { watchId, story } = alert;
  if (!behind || watchId === undefined) return slice(alert.items, { after, show: async (items) => items });
  if (behind.period) return readCounted({ watchId, period: behind.period, after: rowsMarkIn(after), ports });
  const record = story && (await ports.stories.read([story.id])).get(story.id);
  if (!record) return slice(alert.items, { after, show: async (items) => items });
  return slice(storyOfRecord(record).members, {
    after,
    show: async (members) => (await ports.findings.read(watchId, members)).toSorted(oldestFirst).map(itemOf),
  });
}

/** A part of a list. `next` is the place of the first one that is left. */
async function slice<T>(
  all: readonly T[],
  { after, show }: { after: string; show: (part: readonly T[]) => Promise<readonly AlertItem[]> },
): Promise<FindingsPart> {
  const from = /^\d{1,6}$/.test(after) ? Number(after) : 0;
  const to = from + ON_A_PAGE;
  const items = await show(all.slice(from, to));
  return { items, ...(to < all.length && { next: String(to) }) };
}

interface Counted {
  watchId: string;
  period: Window;
  after: RowsMark | undefined;
  ports: PagePorts;
}

async function readCounted({ watchId, period, after, ports }: Counted): Promise<FindingsPart> {
  const until = Math.min(ports.clock.now(), period.to + LATEST);
  const items: AlertItem[] = [];
  let read = 0;
  let last: RowsMark | undefined;
  for (const day of utcDays(dayOf(period.from), dayOf(until))) {
    if (after && day < after.day) continue;
    const from = after?.day === day ? after : undefined;
    for await (const found of ports.findings.foundOn(watchId, day, from)) {
      for (const one of found) {
        const isOne = isCountedIn(period, one);
        if (last && ((isOne && items.length === ON_A_PAGE) || read === MOST_READ))
          return { items, next: rowsMarkText(last) };
        if (isOne) items.push(itemOf(one));
        read += 1;
        last = { day, watchId, foundAt: one.foundAt, fingerprint: one.finding.fingerprint };
      }
    }
  }
  return { items };
}

function itemOf({ finding }: StoredFinding): AlertItem {
  return alertItemOf(finding);
}

function oldestFirst(one: StoredFinding, other: StoredFinding): number {
  return one.finding.indexedAt - other.finding.indexedAt;
}
