import { type Alert, type AlertState, watchesOf } from '../alerts/alert.ts';
import { channelNameOf, OPERATORS } from './channel.ts';
import { idOf } from '../lib/hash.ts';
import { excludedDomain } from '../findings/fit-finding.ts';
import { DAY, HOUR, type Instant } from '../time/instant.ts';
import { wordTexts } from '../query/words.ts';
import { SEVERITIES, type Severity } from '../watches/watch.ts';

/**
 * Which alerts a silence mutes: those that match every matcher that is set, each by at least one of its values.
 */
export interface Matchers {
  watch?: readonly string[];
  brand?: readonly string[];
  channel?: readonly string[];
  severity?: readonly Severity[];
  /** Domains of outlets; a domain includes its subdomains. */
  domain?: readonly string[];
  /** Phrases whose words occur side by side in the title or in the snippet. */
  words?: readonly string[];
  /** Ids of stories. */
  story?: readonly string[];
}

export const MATCHERS = [
  'watch',
  'brand',
  'channel',
  'severity',
  'domain',
  'words',
  'story',
] as const satisfies (keyof Matchers)[];

/** The order to make a silence. */
export interface SilenceOrder {
  matchers: Matchers;
  /** Who made it. */
  owner: string;
  reason: string;
  endsAt: Instant;
}

/** A time in which matching alerts are stored as silenced. They are never sent, not even after its end. */
export interface Silence extends SilenceOrder {
  id: string;
  startsAt: Instant;
  /** The link by which it was made. Absent: the command line made it. */
  by?: MuteLink;
}

/** A link that mutes. */
export interface MuteLink {
  /** It was in a message, or is one to all pages. */
  from: 'message' | 'pages';
  /** On the page of this alert, with the lane. Absent: on the page of a story. */
  alert?: Pick<Alert, 'id' | 'createdAt' | 'channel'>;
}

/** How many silences may wait for their end: each delivery reads all of them, and matches each alert with them. */
export const MOST_SILENCES = 10_000;

/** How long a silence may last. */
export const LONGEST_SILENCE = 366 * DAY;

/** The silence of an order, from now on. */
export function silenceOf(order: SilenceOrder, now: Instant): Silence {
  const parts = MATCHERS.map((name) => JSON.stringify([name, order.matchers[name]?.toSorted() ?? null]));
  return {
    ...order,
    id: idOf('silence', ...parts, order.owner, order.reason, String(order.endsAt), String(now)).slice(0, 12),
    startsAt: now,
  };
}

/** The longest that the links of an alert mute, from the alert on. */
const LINKS_MUTE_FOR = 30 * DAY;
/** Whoever gets a message forwarded has its links, so no link mutes what is critical. */
const BELOW_CRITICAL = SEVERITIES.filter((severity) => severity !== 'critical');

/**
 * The silence that a link makes: on some channels only, below critical, and never later than 30 days after what the
 * link is about. Wider silences are made by the command line. Its end is a full hour and its id depends on no other time,
 * so that muting and undoing it over and over leaves no more than one an hour.
 *
 * @param order.length how long it mutes, in milliseconds.
 * @param order.about when what the link is about was made.
 * @returns undefined where the link mutes no longer.
 */
export function silenceByLink(
  order: {
    by: MuteLink;
    about: Instant;
    channels: readonly string[];
    matchers: Pick<Matchers, 'watch' | 'domain' | 'story'>;
    length: number;
    reason: string;
  },
  now: Instant,
): Silence | undefined {
  const { by, about, channels, matchers, length, reason } = order;
  const endsAt = Math.floor(Math.min(now + length, about + LINKS_MUTE_FOR) / HOUR) * HOUR;
  if (endsAt <= now || channels.length === 0) return undefined;
  const narrow = { ...matchers, channel: channels, severity: BELOW_CRITICAL };
  const id = idOf('link', JSON.stringify([by, narrow]), String(endsAt)).slice(0, 12);
  return { id, matchers: narrow, owner: 'reader', reason, startsAt: now, endsAt, by };
}

/** How many alerts each silence has muted, by its id. */
export function countMuted(states: readonly AlertState[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const state of states)
    if (state.state === 'silenced') counts.set(state.silenceId, (counts.get(state.silenceId) ?? 0) + 1);
  return counts;
}

/**
 * The silence that mutes an alert: one that is in force now, or that was in force when the alert was made. So an alert
 * that waited for a brief is muted as it would have been at once.
 */
export function silenceFor(
  alert: Alert,
  { silences, now }: { silences: readonly Silence[]; now: Instant },
): Silence | undefined {
  if (alert.occasion.type === 'heartbeat') return undefined;
  return silences.find(
    (silence) => (isInForce(silence, now) || isInForce(silence, alert.createdAt)) && matches(silence, alert),
  );
}

/** Whether a silence is in force: from its start until just before its end. */
export function isInForce({ startsAt, endsAt }: Pick<Silence, 'startsAt' | 'endsAt'>, at: Instant): boolean {
  return startsAt <= at && at < endsAt;
}

/** Incidents are muted only by a silence that names the operators, so that no one mutes them by accident. */
function matches({ matchers }: Pick<Silence, 'matchers'>, alert: Alert): boolean {
  const name = channelNameOf(alert.channel);
  if (name === OPERATORS && !matchers.channel?.includes(OPERATORS)) return false;
  const { watch, brand, channel, severity, domain, words, story } = matchers;
  return (
    (watch === undefined || areAmong(watchesOf(alert), watch)) &&
    isAmong(alert.brand, brand) &&
    isAmong(name, channel) &&
    isAmong(alert.severity, severity) &&
    (domain === undefined || isFrom(alert, domain)) &&
    (words === undefined || words.some((phrase) => mentions(alert, phrase))) &&
    isAmong(alert.story?.id, story)
  );
}

/** An alert that names several watches is muted only where all of them are. */
function areAmong(values: readonly string[], wanted: readonly string[]): boolean {
  return values.length > 0 && values.every((value) => wanted.includes(value));
}

function isAmong(value: string | undefined, wanted: readonly string[] | undefined): boolean {
  return wanted === undefined || (value !== undefined && wanted.includes(value));
}

function isFrom({ items }: Alert, domains: readonly string[]): boolean {
  return (
    items.length > 0 && items.every(({ outlet }) => excludedDomain(domains, outlet?.domain) !== undefined)
  );
}

function mentions({ items }: Alert, phrase: string): boolean {
  const wanted = ` ${wordTexts(phrase).join(' ')} `;
  if (wanted.trim() === '') return false;
  return items.some(({ title, snippet }) =>
    [title, snippet].some((text) => ` ${wordTexts(text).join(' ')} `.includes(wanted)),
  );
}
