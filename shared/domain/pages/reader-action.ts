import { type Alert, watchesOf } from '../alerts/alert.ts';
import { channelNameOf, laneText } from '../channels/channel.ts';
import { type Matchers, type MuteLink, type Silence, silenceByLink } from '../channels/silence.ts';
import { defined } from '../lib/fields.ts';
import { wordTexts } from '../query/words.ts';
import { DAY, type Instant } from '../time/instant.ts';
import { actionsInside, actionsOn, type ReaderActionKind, type TriageActionKind } from './signed-link.ts';
import type { Viewer } from './viewer.ts';

/** What a reader has done, and through which lane's link. */
export interface ReaderAction {
  kind: TriageActionKind;
  watchId: string;
  alertId: string;
  /** Whose link was used: the name of a channel, with the transport behind it where that is not SNS. */
  lane: string;
  /** The story that is muted or acknowledged. */
  story?: string;
  /** The outlet that is muted. */
  domain?: string;
  /** Who did it. Absent: a reader of the lane, by the link of a message. */
  by?: Pick<Viewer, 'id' | 'name'>;
  /** Of a note: what it says. */
  text?: string;
  /** It was done where the incident is, which stays open there. */
  keepsIncident?: true;
  /** When the page with the form was opened. */
  at: Instant;
  /** What it mutes, and until when. */
  silenceId?: string;
  mutedUntil?: Instant;
  /** When it was undone. */
  undoneAt?: Instant;
  expiresAt: Instant;
}

/** Whether an action takes care of an alert: somebody knows of it, has it, or does not want it. Undone ones do not. */
export function isHandling({ kind, undoneAt }: Pick<ReaderAction, 'kind' | 'undoneAt'>): boolean {
  return HANDLING.includes(kind) && undoneAt === undefined;
}

const HANDLING: readonly TriageActionKind[] = [
  'acknowledge',
  'assign',
  'not-relevant',
  'mute-story',
  'mute-watch',
];

/** How long an action mutes at most: a story for as long as it is remembered by default. */
const MUTE_LENGTHS: Readonly<Partial<Record<TriageActionKind, number>>> = {
  'mute-story': 30 * DAY,
  'mute-watch': DAY,
  'less-outlet': 30 * DAY,
};
/** How long what readers have done is kept: as long as alerts are by default. */
const KEPT = 400 * DAY;

/** The longest note, in UTF-16 units. */
export const LONGEST_NOTE = 500;

interface ActionGiven extends Pick<ReaderAction, 'by' | 'text' | 'keepsIncident'> {
  alert: Alert;
  lane: string;
  /** Where the link comes from that leads to the form. */
  from: MuteLink['from'];
  at: Instant;
}

/** What a reader can do about an alert now: its links mute no longer when they are old. */
export function possibleActions(given: ActionGiven): TriageActionKind[] {
  const actions: TriageActionKind[] =
    given.from === 'pages' ? actionsInside(given.alert) : actionsOn(given.alert);
  return actions.filter((kind) => MUTE_LENGTHS[kind] === undefined || silenceBy(kind, given) !== undefined);
}

/** Whether an action takes the place of one of its kind that holds: somebody else has it, or says something else. */
export function replaces(kind: TriageActionKind): boolean {
  return kind === 'assign' || kind === 'note';
}

/**
 * What a reader does now, with the silence that follows from it, if one does. Both are the same whenever they are
 * made.
 */
export function actionOf(
  kind: TriageActionKind,
  given: ActionGiven,
): { action: ReaderAction; silence?: Silence } {
  const { alert, lane, by, text, keepsIncident, at } = given;
  const silence = silenceBy(kind, given);
  const action = defined<ReaderAction>({
    kind,
    watchId: alert.watchId ?? '',
    alertId: alert.id,
    lane,
    story: alert.story?.id,
    domain: alert.items[0]?.outlet?.domain,
    by,
    text,
    keepsIncident,
    at,
    silenceId: silence?.id,
    mutedUntil: silence?.endsAt,
    expiresAt: at + KEPT,
  });
  return { action, ...(silence && { silence }) };
}

/** It mutes for the channel of the reader alone. Acknowledging and judging mute nothing. */
function silenceBy(kind: TriageActionKind, { alert, lane, from, by, at }: ActionGiven): Silence | undefined {
  const { id, createdAt, watchId } = alert;
  const [length, matchers] = [MUTE_LENGTHS[kind], mutedBy(kind, alert)];
  if (length === undefined || !matchers || watchId === undefined) return undefined;
  const order = {
    by: { from, alert: { id, createdAt, channel: lane } },
    about: createdAt,
    channels: [channelNameOf(lane)],
    matchers,
    length,
    reason: `${ACTION_REASONS[kind]} by ${by?.name ?? 'a reader'} of ${laneText(lane)}, on the page of alert ${id}`,
  };
  return silenceByLink(order, at);
}

function mutedBy(
  kind: TriageActionKind,
  alert: Alert,
): Pick<Matchers, 'watch' | 'domain' | 'story'> | undefined {
  const { items, story, watchId = '' } = alert;
  if (kind === 'mute-watch') return { watch: [watchId] };
  if (kind === 'mute-story') return story && { story: [story.id] };
  const domain = items[0]?.outlet?.domain;
  return domain === undefined ? undefined : { watch: watchesOf(alert), domain: [domain] };
}

const ACTION_REASONS: Readonly<Record<TriageActionKind, string>> = {
  assign: 'taken',
  note: 'noted',
  acknowledge: 'acknowledged',
  'mute-story': 'story muted',
  'mute-watch': 'watch muted',
  'not-relevant': 'judged not relevant',
  relevant: 'judged relevant',
  'less-outlet': 'outlet muted',
};

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

/** How many of the alerts of a watch readers have acted on, each alert counted once for each kind. */
export function countActions(actions: readonly ReaderAction[]): Record<ReaderActionKind, number> {
  const active = actions.filter(({ undoneAt }) => undoneAt === undefined);
  const countOf = (kind: ReaderActionKind) =>
    new Set(active.filter((one) => one.kind === kind).map(({ alertId }) => alertId)).size;
  return {
    acknowledge: countOf('acknowledge'),
    'mute-story': countOf('mute-story'),
    'mute-watch': countOf('mute-watch'),
    'not-relevant': countOf('not-relevant'),
    relevant: countOf('relevant'),
    'less-outlet': countOf('less-outlet'),
  };
}

/** What readers found wrong with a watch, as lines for its `exclude` in `watches.yaml`. Nothing is changed by it. */
export interface ProposedExclusions {
  /** Outlets of which readers want less, or of which most of what was not relevant comes. */
  domains: readonly string[];
  /** Words that headlines which were not relevant share, or else the whole headline. */
  phrases: readonly string[];
}

/** So many of what was not relevant must be of one outlet before it is proposed. */
const LEAST_OF_OUTLET = 3;
const MOST = 10;

/**
 * Proposes exclusions from what readers did about a watch.
 *
 * @param titles the headlines of the alerts, by alert id.
 * @param excluded what the watch excludes already.
 * @param wanted texts of its query and brand: what it looks for is not proposed.
 */
export function proposeExclusions(
  actions: readonly ReaderAction[],
  given: {
    titles: ReadonlyMap<string, string>;
    excluded: ProposedExclusions;
    wanted: readonly string[];
  },
): ProposedExclusions {
  const active = actions.filter(({ undoneAt }) => undoneAt === undefined);
  const wrong = [
    ...new Map(
      active.filter(({ kind }) => kind === 'not-relevant').map((action) => [action.alertId, action]),
    ).values(),
  ];
  const less = active.flatMap(({ kind, domain }) => (kind === 'less-outlet' ? (domain ?? []) : []));
  const often = [...Map.groupBy(wrong, ({ domain }) => domain)].flatMap(([domain, all]) =>
    domain !== undefined && all.length >= LEAST_OF_OUTLET ? [domain] : [],
  );
  const titles = wrong.flatMap(({ alertId }) => given.titles.get(alertId) ?? []);
  return {
    domains: newOnes([...less, ...often], given.excluded.domains),
    phrases: newOnes(phrasesOf(titles, given.wanted), given.excluded.phrases),
  };
}

function newOnes(found: readonly string[], known: readonly string[]): string[] {
  return [...new Set(found)].filter((one) => !known.includes(one)).slice(0, MOST);
}

/**
 * Pairs of words that two of the headlines share, the most frequent first. A headline that shares none is proposed
 * whole.
 */
function phrasesOf(titles: readonly string[], wanted: readonly string[]): string[] {
  const known = new Set(wanted.flatMap(wordTexts));
  const pairs = titles.map((title) => pairsIn(title, known));
  const counts = new Map<string, number>();
  for (const pair of pairs.flat()) counts.set(pair, (counts.get(pair) ?? 0) + 1);
  const shared = [...counts].filter(([, count]) => count > 1).toSorted((a, b) => b[1] - a[1]);
  const names = new Set(shared.map(([pair]) => pair));
  const alone = titles.filter(
    (title, n) => !pairs[n]?.some((pair) => names.has(pair)) && saysMore(title, known),
  );
  return [...names, ...alone];
}

/** Whether a headline has words of its own: as a phrase, one without them would exclude what the watch looks for. */
function saysMore(title: string, known: ReadonlySet<string>): boolean {
  return wordTexts(title).filter((word) => word.length >= 4 && !known.has(word)).length >= 2;
}

/**
 * The pairs of neighbours in a headline, each once. A pair of short words, or of words that the watch looks for, says
 * nothing.
 */
function pairsIn(title: string, known: ReadonlySet<string>): string[] {
  const words = wordTexts(title);
  const pairs = words.slice(1).flatMap((word, n) => {
    const both = [words[n] ?? '', word];
    const isPlain = both.some((one) => one.length < 4) || both.every((one) => known.has(one));
    return isPlain || both.some((one) => known.has(one)) ? [] : [both.join(' ')];
  });
  return [...new Set(pairs)];
}
