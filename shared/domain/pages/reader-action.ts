import { type Alert, watchesOf } from '../alerts/alert.ts';
import { OPERATORS } from '../channels/channel.ts';
import { channelNameOf, laneText } from '../channels/lanes.ts';
import { type Silence, silenceOf } from '../channels/silence.ts';
import { defined } from '../lib/fields.ts';
import { DAY, type Instant } from '../time/instant.ts';
import type { ProposedExclusions } from './propose-exclusions.ts';

/** What a reader can do about an alert. The words are stored, and are in forms. */
export const READER_ACTIONS = ['acknowledge', 'mute-story', 'not-relevant', 'less-outlet'] as const;
export type ReaderActionKind = (typeof READER_ACTIONS)[number];

/** What a reader has done, and through which lane's link. */
export interface ReaderAction {
  kind: ReaderActionKind;
  watchId: string;
  alertId: string;
  /** Whose link was used: the name of a channel, with the transport behind it where that is not SNS. */
  lane: string;
  /** The story that is muted or acknowledged. */
  story?: string;
  /** The outlet that is muted. */
  domain?: string;
  /** When the page with the form was opened. */
  at: Instant;
  /** What it mutes, and until when. */
  silenceId?: string;
  mutedUntil?: Instant;
  /** When it was undone. */
  undoneAt?: Instant;
  expiresAt: Instant;
}

/** How long an action mutes: a story for as long as it is remembered by default, an outlet for a month. */
const MUTE_LENGTH = 30 * DAY;
/** How long what readers have done is kept: as long as alerts are by default. */
const KEPT = 400 * DAY;

/** What a reader can do about an alert. About Bellwether itself there is nothing to do; incidents end by themselves. */
export function actionsOn({ channel, watchId, items, story, occasion }: Alert): ReaderActionKind[] {
  if (channel === OPERATORS || watchId === undefined || items.length === 0) return [];
  const isOne = !('period' in occasion && occasion.period !== undefined);
  const isPossible: Readonly<Record<ReaderActionKind, boolean>> = {
    acknowledge: true,
    'mute-story': isOne && story !== undefined,
    'not-relevant': true,
    'less-outlet': isOne && items[0]?.outlet?.domain !== undefined,
  };
  return READER_ACTIONS.filter((kind) => isPossible[kind]);
}

/** What a reader does now, with the silence that follows from it, if one does. Both are the same whenever they are made. */
export function actionOf(
  kind: ReaderActionKind,
  given: { alert: Alert; lane: string; at: Instant },
): { action: ReaderAction; silence?: Silence } {
  const { alert, lane, at } = given;
  const silence = silenceBy(kind, given);
  const action = defined<ReaderAction>({
    kind,
    watchId: alert.watchId ?? '',
    alertId: alert.id,
    lane,
    story: alert.story?.id,
    domain: alert.items[0]?.outlet?.domain,
    at,
    silenceId: silence?.id,
    mutedUntil: silence?.endsAt,
    expiresAt: at + KEPT,
  });
  return { action, ...(silence && { silence }) };
}

/** It mutes for the channel of the reader alone. Acknowledging and judging mute nothing. */
function silenceBy(
  kind: ReaderActionKind,
  { alert, lane, at }: { alert: Alert; lane: string; at: Instant },
): Silence | undefined {
  const { id, items, story } = alert;
  const head = {
    owner: 'reader',
    reason: `${ACTION_REASONS[kind]} by a reader of ${laneText(lane)}, on the page of alert ${id}`,
    endsAt: at + MUTE_LENGTH,
  };
  const matchers = { channel: [channelNameOf(lane)] };
  if (kind === 'mute-story' && story) return silenceOf({ ...head, matchers, stories: [story.id] }, at);
  const domain = items[0]?.outlet?.domain;
  if (kind === 'less-outlet' && domain !== undefined)
    return silenceOf({ ...head, matchers: { ...matchers, watch: watchesOf(alert), domain: [domain] } }, at);
  return undefined;
}

const ACTION_REASONS: Readonly<Record<ReaderActionKind, string>> = {
  acknowledge: 'acknowledged',
  'mute-story': 'story muted',
  'not-relevant': 'judged not relevant',
  'less-outlet': 'outlet muted',
};

/** How many of the alerts of a watch readers have acted on, each alert counted once for each kind. */
export function countActions(actions: readonly ReaderAction[]): Record<ReaderActionKind, number> {
  const active = actions.filter(({ undoneAt }) => undoneAt === undefined);
  const countOf = (kind: ReaderActionKind) =>
    new Set(active.filter((one) => one.kind === kind).map(({ alertId }) => alertId)).size;
  return {
    acknowledge: countOf('acknowledge'),
    'mute-story': countOf('mute-story'),
    'not-relevant': countOf('not-relevant'),
    'less-outlet': countOf('less-outlet'),
  };
}

/** How many of the latest alerts of a watch readers marked as not relevant, and what to exclude for it. */
export interface WatchMarks {
  watchId: string;
  /** Alerts of the days that were counted. */
  alerts: number;
  /** Those of them that are marked. */
  notRelevant: number;
  acknowledged: number;
  proposed: ProposedExclusions;
}

/** Which alerts of each watch were made on some days. */
export interface CountedAlerts {
  byWatch: ReadonlyMap<string, ReadonlySet<string>>;
  /** How many UTC days were counted, with today: fewer than asked where there were too many alerts. */
  days: number;
}

/** What readers did about these alerts of a watch, each alert counted once; undone actions do not count. */
export function countMarks(
  actions: readonly ReaderAction[],
  alerts: ReadonlySet<string>,
): Pick<WatchMarks, 'alerts' | 'notRelevant' | 'acknowledged'> {
  const active = actions.filter(({ alertId, undoneAt }) => undoneAt === undefined && alerts.has(alertId));
  const countOf = (kind: ReaderAction['kind']) =>
    new Set(active.filter((one) => one.kind === kind).map(({ alertId }) => alertId)).size;
  return { alerts: alerts.size, notRelevant: countOf('not-relevant'), acknowledged: countOf('acknowledge') };
}
