import type { Alert, AlertItem, AlertState, HoldReason } from '../alerts/alert.ts';
import {
  type AlertForMessage,
  entryKey,
  groupIdOf,
  type Message,
  type Protocol,
  storyKey,
} from '../alerts/message.ts';
import { isLowered } from '../judging/effects.ts';
import { copyKeysOf } from '../stories/copy-keys.ts';
import { termsOf } from '../stories/terms.ts';
import { addressKey } from '../text/clean-text.ts';
import type { Instant } from '../time/instant.ts';
import { compareSeverity, mostSevere, type Severity } from '../watches/watch.ts';
import {
  type Channel,
  criticalRoom,
  groupingOf,
  MINUTE_OF,
  protocolsOf,
  sendsLeft,
  type SendTimes,
  stormLeft,
  urgencyOf,
} from './channel.ts';

interface Planned {
  alert: AlertForMessage;
  state: AlertState;
}

/** Why alerts are in one message: they are one group, they waited together, or there were too many (`storm`). */
export type BatchReason = 'group' | 'quiet-hours' | 'brief' | 'storm';

/** The alerts of one message: the most severe first, news before alerts about Bellwether itself. */
export interface Batch {
  alerts: Alert[];
  because: BatchReason;
}

/** Which alerts are sent together, and which must wait: for the next minute, or for the hourly limit (`capped`). */
interface MessagePlan {
  batches: Batch[];
  waiting: number;
  capped: Alert[];
}

/**
 * Plans the messages of one channel. Critical alerts go first, by group, regardless of the hourly limit. Alerts that
 * waited for a brief, for quiet hours or for the limit go as one message. The others go by group while the limits of
 * their urgency allow it. The last message of an urgency takes all alerts that are left.
 */
export function planMessages(
  due: readonly Planned[],
  { channel, sent, now }: { channel: Channel; sent: SendTimes; now: Instant },
): MessagePlan {
  const ordered = due.toSorted(
    (a, b) => compareSeverity(b.alert.severity, a.alert.severity) || newsFirst(a, b) || earliestFirst(a, b),
  );
  const leadOf = leadsOf(ordered);
  const [critical, others] = split(ordered, ({ alert }) => urgencyOf(alert) === 'critical');
  const [held, free] = split(others, (planned) => briefReasonOf(leadOf(planned)) !== undefined);
  const groups = (planned: readonly Planned[]) => groupsOf(planned, { channel, leadOf });
  const first = limitTo(groups(critical), criticalRoom(sent, now));
  const left = sendsLeft(sent, now, MINUTE_OF.normal) - first.length;
  const cap = stormLeft(channel, { sent, now }) - first.length;
  const room = Math.min(left, cap);
  const brief = room > 0 && held.length > 0 ? [briefBatch(held)] : [];
  const rest = limitTo(groups(free), room - brief.length);
  const batches = [...first, ...brief, ...rest];
  const planned = new Set(batches.flatMap(({ alerts }) => alerts));
  const waiting = ordered.filter(({ alert }) => !planned.has(alert)).map(({ alert }) => alert);
  return cap < left && waiting.length > 0
    ? { batches, waiting: 0, capped: waiting }
    : { batches, waiting: waiting.length, capped: [] };
}

function split<T>(items: readonly T[], isFirst: (item: T) => boolean): [T[], T[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))];
}

/**
 * Alerts of several spaces about one article go with the first of them of their urgency, whatever else groups alerts.
 */
function leadsOf(ordered: readonly Planned[]): (planned: Planned) => Planned {
  const leads = new Map<string, Planned>();
  const keyOf = ({ alert }: Planned) =>
    alert.sharedStory === undefined ? undefined : `${urgencyOf(alert)} ${alert.sharedStory}`;
  for (const planned of ordered) {
    const key = keyOf(planned);
    if (key !== undefined && !leads.has(key)) leads.set(key, planned);
  }
  return (planned) => leads.get(keyOf(planned) ?? '') ?? planned;
}

function groupsOf(
  planned: readonly Planned[],
  { channel, leadOf }: { channel: Channel; leadOf: (planned: Planned) => Planned },
): Batch[] {
  const grouping = groupingOf(channel);
  const groups = Map.groupBy(planned, (one) => groupIdOf(leadOf(one).alert, grouping));
  return Array.from(groups.values(), (group) => ({
    alerts: group.map(({ alert }) => alert),
    because: 'group',
  }));
}

/** At most `room` batches; the last one takes all alerts that are left. */
function limitTo(batches: readonly Batch[], room: number): Batch[] {
  if (room <= 0) return [];
  if (batches.length <= room) return [...batches];
  const rest = batches.slice(room - 1).flatMap(({ alerts }) => alerts);
  return [...batches.slice(0, room - 1), { alerts: rest, because: 'storm' }];
}

/** Why the alerts of a brief waited. If they waited for several reasons, the first of these counts. */
const BRIEF_REASONS: Readonly<Partial<Record<HoldReason, BatchReason>>> = {
  brief: 'brief',
  'quiet-hours': 'quiet-hours',
  'storm-cap': 'storm',
};

function briefReasonOf({ state }: Planned): BatchReason | undefined {
  return state.state === 'pending' && state.heldFor !== undefined ? BRIEF_REASONS[state.heldFor] : undefined;
}

function briefBatch(held: readonly Planned[]): Batch {
  const reasons = new Set(held.map(briefReasonOf));
  const because = Object.values(BRIEF_REASONS).find((reason) => reasons.has(reason)) ?? 'storm';
  const [doubted, others] = split(
    held,
    ({ alert: { judged, severity } }) => judged !== undefined && isLowered(judged, severity),
  );
  return { alerts: [...others, ...doubted].map(({ alert }) => alert), because };
}

/** Baselines and heartbeats come after news: they can wait for the last message. */
function newsFirst(a: Planned, b: Planned): number {
  return Number(isOwn(a)) - Number(isOwn(b));
}

function isOwn({ alert: { occasion } }: Planned): boolean {
  return occasion.type === 'baseline' || occasion.type === 'heartbeat';
}

function earliestFirst(a: Planned, b: Planned): number {
  return a.alert.createdAt - b.alert.createdAt || (a.alert.id < b.alert.id ? -1 : 1);
}

/** What a service has of a story: a thread, or an incident that is open. */
export interface StoryThread {
  /** The id that the service gives it. */
  ref: string;
  severity: Severity;
  /** The message that the first one of a thread of Slack shows: the last. */
  latest?: string;
  /** When something was last said about the story. */
  at: Instant;
}

// Within a space, the id of an alert says what its channel has learned. Between spaces, an alert is compared with what
// the channel was notified of, and with what is due with it: by its article alone.

/** A story that a message has notified a channel of, and by what the alert of another space about it is recognised. */
export interface NotifiedStory {
  /**
   * Its alerts in the message, and the watches that they name; the first ones are those of the alert that represents
   * it.
   */
  alertIds: readonly string[];
  watches: readonly string[];
  spaces: readonly string[];
  /** The highest severity of these alerts. */
  severity: Severity;
  /** The transports that had it: an SMS or a document may list only the first stories of a message. */
  protocols: readonly Protocol[];
  /** Those of the articles that were sent. */
  keys: readonly string[];
}

/** An alert about a story as such: only these are compared. */
interface StoryAlert {
  alert: Alert;
  watchId: string;
  space: string;
  keys: readonly string[];
}

/**
 * Whether an alert is about a story as such: neither every finding, a changed fact, a count, nor Bellwether itself.
 */
export function isStoryAlert({ occasion, items, watchId, escalated }: Alert): boolean {
  // What goes on to a channel is sent there, whatever that channel knows.
  return occasion.type === 'story' && items.length > 0 && watchId !== undefined && !escalated;
}

/**
 * The story alerts among alerts. One about the facts of a finding has no space: the watch that caused it takes its
 * place.
 */
function storyAlertsOf(alerts: readonly Alert[]): StoryAlert[] {
  return alerts.filter(isStoryAlert).flatMap((alert) => {
    const [item] = alert.items;
    const { watchId, space = watchId } = alert;
    if (!item || watchId === undefined || space === undefined) return [];
    return [{ alert, watchId, space, keys: articleKeys(item) }];
  });
}

/** In titles with fewer words, such as that of a column, articles with different news are alike. */
const LEAST_WORDS = 4;

/**
 * By what an article is recognised: its fingerprint, the page of its link, and its title. Two events may have the same
 * title.
 */
function articleKeys({ fingerprint, link, title, facts }: AlertItem): string[] {
  return [
    fingerprint,
    ...(link === undefined ? [] : [addressKey(link)]),
    ...(facts === undefined && termsOf(title).length >= LEAST_WORDS ? copyKeysOf(title) : []),
  ];
}

/** The stories of a message, as they are remembered. Those that its e-mail only counts do not count as notified. */
export function notifiedBy(
  message: Pick<Message, 'unlisted' | 'listed' | 'texts'>,
  alerts: readonly Alert[],
  channel: Channel,
): NotifiedStory[] {
  const { unlisted = [], listed = {}, texts } = message;
  const hidden = new Set(unlisted);
  const places = new Map(alerts.map((alert, place) => [alert, place]));
  const entries = [...Map.groupBy(alerts, entryKey).values()];
  return entries.flatMap((entry, place) => {
    const all = storyAlertsOf(entry.filter(({ id }) => !hidden.has(id)));
    const [first] = all;
    if (!first) return [];
    const isInJson = (places.get(first.alert) ?? 0) < (listed.json ?? Number.POSITIVE_INFINITY);
    const isInSms = texts.sms !== undefined && place < (listed.sms ?? Number.POSITIVE_INFINITY);
    const protocols = protocolsOf(channel).filter((protocol) => {
      if (protocol === 'sms') return isInSms;
      return protocol === 'email' || isInJson;
    });
    const story: NotifiedStory = {
      alertIds: all.map((one) => one.alert.id),
      watches: [...new Set(all.flatMap(({ watchId, alert: { watches = [] } }) => [watchId, ...watches]))],
      spaces: [...new Set(all.map(({ space }) => space))],
      severity: mostSevere(first.alert.severity, ...all.map((one) => one.alert.severity)),
      protocols,
      keys: [...new Set(all.flatMap(({ keys }) => keys))],
    };
    return [story];
  });
}

/**
 * The notified stories, the surest first, that make an alert of another space needless: the same article at no lower
 * severity, on all transports that the alert would go to. Alerts without one are left out.
 */
export function alreadyNotified<N extends NotifiedStory>(
  alerts: readonly Alert[],
  { notified, channel }: { notified: readonly N[]; channel: Channel },
): Map<Alert, N[]> {
  const keyed = notified.flatMap((story) => story.keys.map((key) => ({ key, story })));
  const byKey = Map.groupBy(keyed, ({ key }) => key);
  const protocols = protocolsOf(channel);
  const found = new Map<Alert, N[]>();
  for (const { alert, space, keys } of storyAlertsOf(alerts)) {
    const isEnough = (story: N) =>
      !story.spaces.includes(space) &&
      compareSeverity(alert.severity, story.severity) <= 0 &&
      protocols.every(
        (protocol) =>
          story.protocols.includes(protocol) ||
          compareSeverity(alert.severity, channel.protocolSeverity?.[protocol] ?? 'info') < 0,
      );
    const like = new Set(keys.flatMap((key) => byKey.get(key) ?? []).map(({ story }) => story));
    const enough = [...like].filter(isEnough);
    if (enough.length > 0) found.set(alert, enough);
  }
  return found;
}

/**
 * The same alerts in the same order, those of several spaces about one article with the story of the most severe one.
 * One message contains them.
 */
export function withSharedStories(alerts: readonly Alert[]): AlertForMessage[] {
  const ordered = alerts.toSorted(
    (a, b) => compareSeverity(b.severity, a.severity) || a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1),
  );
  const spaces = new Map<string, Set<string>>();
  const byKey = new Map<string, Set<string>>();
  const shared = new Map<string, string>();
  for (const { alert, space, keys } of storyAlertsOf(ordered)) {
    const own = storyKey(alert);
    const like = keys.flatMap((key) => [...(byKey.get(key) ?? [])]);
    const story = shared.get(own) ?? like.find((one) => !spaces.get(one)?.has(space)) ?? own;
    shared.set(own, story);
    spaces.set(story, (spaces.get(story) ?? new Set()).add(space));
    for (const key of keys) byKey.set(key, (byKey.get(key) ?? new Set()).add(story));
  }
  const isShared = (story: string) => (spaces.get(story)?.size ?? 0) > 1;
  return alerts.map((alert) => {
    const sharedStory = isStoryAlert(alert) ? shared.get(storyKey(alert)) : undefined;
    return sharedStory !== undefined && isShared(sharedStory) ? { ...alert, sharedStory } : alert;
  });
}
