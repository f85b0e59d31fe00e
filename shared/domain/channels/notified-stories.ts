import type { Alert, AlertItem } from '../alerts/alert.ts';
import { type AlertForMessage, type Message, type Protocol, storyKey } from '../alerts/message.ts';
import { signatureOf } from '../stories/similarity.ts';
import { addressKey } from '../text/page-address.ts';
import { compareSeverity, mostSevere, type Severity } from '../watches/watch.ts';
import { type Channel, protocolsOf } from './channel.ts';
import { copyKeysOf } from '../stories/similarity-profile.ts';

// Within a space, the id of an alert says what its channel has learned. Between spaces, an alert is compared with what the channel was
// notified of, and with what is due with it: by its article alone.

/** A story that a message has notified a channel of, and by what the alert of another space about it is recognised. */
export interface NotifiedStory {
  /** Its alerts in the message, and the watches that they name; the first ones are those of the alert that represents it. */
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

/** Whether an alert is about a story as such: neither every finding, a changed fact, a count, nor Bellwether itself. */
export function isStoryAlert({ occasion, items, watchId }: Alert): boolean {
  return occasion.type === 'story' && items.length > 0 && watchId !== undefined;
}

/** The story alerts among alerts. One about the facts of a finding has no space: the watch that caused it takes its place. */
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

/** By what an article is recognised: its fingerprint, the page of its link, and its title. Two events may have the same title. */
function articleKeys({ fingerprint, link, title, facts }: AlertItem): string[] {
  const signature = signatureOf(title);
  const isTelling = facts === undefined && signature.words.length >= LEAST_WORDS;
  return [
    fingerprint,
    ...(link === undefined ? [] : [addressKey(link)]),
    ...(isTelling ? copyKeysOf(signature) : []),
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
  const entries = [...Map.groupBy(alerts, storyKey).values()];
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
 * The notified stories, the surest first, that make an alert of another space needless: the same article at no lower severity,
 * on all transports that the alert would go to. Alerts without one are left out.
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
 * The same alerts in the same order, those of several spaces about one article with the story of the most severe one. One message
 * contains them.
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
