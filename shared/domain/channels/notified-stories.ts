import type { Alert } from '../alerts/alert.ts';
import { type AlertForMessage, storyKey } from '../alerts/grouping.ts';
import type { Message, Protocol } from '../alerts/message.ts';
import { addToStory } from '../stories/open-stories.ts';
import { newOpenStory, type OpenStory, withArticle } from '../stories/open-story.ts';
import { compareSeverity, type Severity } from '../watches/watch.ts';
import { type Channel, protocolsOf } from './channel.ts';
import {
  articleKeys,
  comparedWith,
  isStoryAlert,
  noteIn,
  storiesLike,
  type StoryAlert,
  storyAlertsOf,
} from './compare-stories.ts';

// Two watches on one channel find the same story. What the channel was notified of is compared with what is due.

/** A story that a message has notified a channel of, and by what another watch's alert about it is recognised. */
export interface NotifiedStory {
  /** Its alerts in the message, and their watches; the first ones are those of the alert that represents it. */
  alertIds: readonly string[];
  watches: readonly string[];
  /** The highest severity of these alerts. */
  severity: Severity;
  /** The transports that had it: an SMS or a document may list only the first stories of a message. */
  protocols: readonly Protocol[];
  storyIds: readonly string[];
  /** Fingerprints and links of the articles that were sent. */
  articles: readonly string[];
  /** The words by which it is recognised, and those of them that its watches ask for, which weigh nothing. Absent: an older version stored it. */
  signature?: OpenStory;
  queried?: readonly string[];
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
    const [first, ...others] = storyAlertsOf(entry.filter(({ id }) => !hidden.has(id)));
    if (!first) return [];
    const isInJson = (places.get(first.alert) ?? 0) < (listed.json ?? Number.POSITIVE_INFINITY);
    const isInSms = texts.sms !== undefined && place < (listed.sms ?? Number.POSITIVE_INFINITY);
    const protocols = protocolsOf(channel).filter((protocol) => {
      if (protocol === 'sms') return isInSms;
      return protocol === 'email' || isInJson;
    });
    return [notifiedStory(first, others, protocols)];
  });
}

function notifiedStory(
  first: StoryAlert,
  others: readonly StoryAlert[],
  protocols: readonly Protocol[],
): NotifiedStory {
  const all = [first, ...others];
  const { alert, article } = first;
  const signature = others.reduce(
    (story, { article: { words, headline } }) => withArticle(story, words, headline),
    newOpenStory(alert.id, article.words, article.headline),
  );
  const asked = new Set(all.flatMap(({ queried }) => [...queried]));
  return {
    alertIds: all.map((one) => one.alert.id),
    watches: [...new Set(all.map((one) => one.watchId))],
    severity: all.map((one) => one.alert.severity).reduce((a, b) => (compareSeverity(b, a) > 0 ? b : a)),
    protocols,
    storyIds: [...new Set(all.flatMap((one) => one.alert.story?.id ?? []))],
    articles: [...new Set(all.flatMap(({ item }) => articleKeys(item)))],
    queried: [...signature.title.keys()].filter((word) => asked.has(word)),
    signature,
  };
}

/**
 * The notified stories, the likeliest first, that make an alert of another watch needless: the same
 * story at no lower severity, on all transports that the alert would go to. Alerts without one are left out. A watch
 * itself decides which of its alerts are one story.
 */
export function alreadyNotified<N extends NotifiedStory>(
  alerts: readonly Alert[],
  { notified, channel }: { notified: readonly N[]; channel: Channel },
): Map<Alert, N[]> {
  const found = new Map<Alert, N[]>();
  if (notified.length === 0) return found;
  // Two tries at one message, and an alert in two messages, have records with the same alert.
  const keyed = new Map(notified.map((story, n) => [`${n}`, story]));
  const compared = comparedWith([...keyed]);
  const protocols = protocolsOf(channel);
  for (const one of storyAlertsOf(alerts)) {
    const { alert, watchId } = one;
    const enough = storiesLike(one, compared)
      .flatMap((key) => keyed.get(key) ?? [])
      .filter(
        (story) =>
          !story.watches.includes(watchId) &&
          compareSeverity(alert.severity, story.severity) <= 0 &&
          protocols.every(
            (protocol) =>
              story.protocols.includes(protocol) ||
              compareSeverity(alert.severity, channel.protocolSeverity?.[protocol] ?? 'info') < 0,
          ),
      );
    if (enough.length > 0) found.set(alert, enough);
  }
  return found;
}

/** A flood is compared by ids beyond so many alerts: they are in one message then, which counts most of them. */
const MOST_COMPARED = 500;

/**
 * The same alerts in the same order, those of several watches about one story with the story of the most severe one. One
 * message contains them.
 */
export function withSharedStories(alerts: readonly Alert[]): AlertForMessage[] {
  const watches = new Set(alerts.filter(isStoryAlert).map(({ watchId }) => watchId));
  if (watches.size < 2) return [...alerts];
  const compared = comparedWith([]);
  const members = new Map<string, { watches: Set<string>; alerts: StoryAlert[] }>();
  const ordered = alerts.toSorted(
    (a, b) => compareSeverity(b.severity, a.severity) || a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1),
  );
  for (const one of storyAlertsOf(ordered.filter(isStoryAlert).slice(0, MOST_COMPARED))) {
    const own = storyKey(one.alert);
    const isOther = (key: string) => key === own || members.get(key)?.watches.has(one.watchId) === false;
    const key = storiesLike(one, compared).find(isOther) ?? own;
    const story = members.get(key) ?? { watches: new Set(), alerts: [] };
    members.set(key, { watches: story.watches.add(one.watchId), alerts: [...story.alerts, one] });
    addToStory(compared.open, key, one.article);
    const { alert, item, queried } = one;
    noteIn(compared, key, {
      storyIds: alert.story ? [alert.story.id] : [],
      articles: articleKeys(item),
      queried,
    });
  }
  const shared = new Map(
    [...members].flatMap(([key, story]) =>
      story.watches.size < 2 ? [] : story.alerts.map(({ alert }) => [alert, key] as const),
    ),
  );
  return alerts.map((alert) => {
    const sharedStory = shared.get(alert);
    return sharedStory === undefined ? alert : { ...alert, sharedStory };
  });
}
