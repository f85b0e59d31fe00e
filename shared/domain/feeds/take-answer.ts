import { defined } from '../lib/fields.ts';
import { DAY, HOUR, type Instant, MINUTE, type Window } from '../time/instant.ts';
import {
  type FeedAnswer,
  type FeedDocument,
  type FeedItem,
  type FeedState,
  type MissedSpan,
  type SeenItem,
  seenItemOf,
} from './feed.ts';
import { type KnownItem, NEWS_OF_FIRST_POLL, recogniseItems, shownText } from './item-keys.ts';

/** While a feed cannot be read, its time is recorded as possibly missed this often, and for so long. */
const MISSED_EVERY = HOUR;
const MISSED_FOR = 7 * DAY;

/** What a poll of a feed changes. */
export interface PolledFeed {
  state: FeedState;
  items: SeenItem[];
  /** Absent: the memory of the feed stays as it is. */
  seen?: readonly KnownItem[];
  missed?: MissedSpan;
}

/** A poll of a feed, and what was known before. */
interface Poll {
  url: string;
  before: FeedState | undefined;
  answer: FeedAnswer;
  now: Instant;
}

/** Whether an answer shows other items, or other texts, than the last one: else nothing can be new. */
export function isChanged({ before, answer }: Pick<Poll, 'before' | 'answer'>): boolean {
  if (answer.status !== 'read') return false;
  return before?.readAt === undefined || shownText(answer.document.items) !== before.shown;
}

/**
 * Takes the answer of a poll.
 *
 * @param seen what is remembered of the feed; needed where the answer {@link isChanged}.
 */
export function takeAnswer(poll: Poll, seen?: readonly KnownItem[]): PolledFeed {
  const { answer } = poll;
  if (answer.status === 'failed') return failed(poll, answer);
  if (answer.status === 'unchanged' || !isChanged(poll))
    return { state: readState(poll, { added: 0, hasGap: false }), items: [] };
  return changed(poll, { document: answer.document, seen });
}

function failed(
  { url, before, answer, now }: Poll,
  { failure, text }: FeedAnswer & { status: 'failed' },
): PolledFeed {
  const span = missedWhileFailing(before, now);
  const state = defined<Omit<FeedState, 'dueAt'>>({
    visible: 0,
    ...before,
    url,
    failures: (before?.failures ?? 0) + 1,
    failure,
    failureText: text,
    missed: span ? joined(before?.missed, span) : before?.missed,
  });
  const dueAt = nextPollAt(state, { answer, now, hasGap: false });
  return { state: { ...state, dueAt }, items: [], ...(span && { missed: { url, ...span } }) };
}

/**
 * The time since the last poll that was read, or since what is recorded. A feed that was never read has missed
 * nothing.
 */
function missedWhileFailing(before: FeedState | undefined, now: Instant): Window | undefined {
  if (before?.readAt === undefined || now - before.readAt > MISSED_FOR) return undefined;
  const from = Math.max(before.readAt, before.missed?.to ?? 0);
  return now - from >= MISSED_EVERY ? { from, to: now } : undefined;
}

function joined(before: Window | undefined, span: Window): Window {
  return before?.to === span.from ? { from: before.from, to: span.to } : span;
}

function changed(
  poll: Poll,
  { document, seen }: { document: FeedDocument; seen: readonly KnownItem[] | undefined },
): PolledFeed {
  const { url, before, now } = poll;
  const { items, title } = document;
  const recognised = recogniseItems({ url, items, now }, seen);
  const hasGap = before?.readAt !== undefined && !recognised.isContinuous;
  const span = { from: Math.max(before?.readAt ?? now, before?.missed?.to ?? 0), to: now };
  const state = {
    ...readState(poll, { added: recognised.added, hasGap }),
    shown: shownText(items),
    since: before?.since ?? Math.max(shownSince(items, now), now - NEWS_OF_FIRST_POLL),
  };
  return {
    state: hasGap ? { ...state, missed: joined(before.missed, span) } : state,
    items: recognised.fresh.map((one) => seenItemOf(one, { url, title, at: now })),
    seen: recognised.seen,
    ...(hasGap && { missed: { url, ...span } }),
  };
}

/**
 * Since when the items that a feed shows are all that it had: from the oldest of them, in a list in the order of its
 * dates. What is out of order, such as a pinned item, proves nothing.
 */
export function shownSince(items: readonly FeedItem[], now: Instant): Instant {
  const dates = items.flatMap(({ publishedAt }) => publishedAt ?? []);
  const rises = dates.filter((at, n) => at > (dates[n - 1] ?? at)).length;
  const newestFirst = rises * 2 > dates.length ? dates.toReversed() : dates;
  const inOrder = newestFirst.filter((at, n) => at >= (newestFirst[n + 1] ?? at));
  return Math.min(now, ...inOrder);
}

function readState(poll: Poll, { added, hasGap }: { added: number; hasGap: boolean }): FeedState {
  const { url, before, answer, now } = poll;
  const document = answer.status === 'read' ? answer.document : undefined;
  const observed = before?.readAt === undefined ? shownRhythm(document, now) : before.rhythm;
  const hints = document ? document.hints : before;
  const state = defined<Omit<FeedState, 'dueAt'>>({
    url,
    readAt: now,
    validators: answer.status === 'read' ? answer.validators : before?.validators,
    visible: document ? document.items.length : (before?.visible ?? 0),
    shown: before?.shown,
    since: before?.since,
    rhythm: Math.round(rhythmAfter({ ...before, rhythm: observed }, { added, hasGap, now })),
    ttl: hints?.ttl,
    skipHours: hints?.skipHours,
    skipDays: hints?.skipDays,
    title: document?.title ?? before?.title,
    failures: 0,
    missed: before?.missed,
    hintsLie: before?.hintsLie || (hasGap && before?.failures === 0) || undefined,
    movedTo: answer.movedTo,
  });
  return { ...state, dueAt: nextPollAt(state, { answer, now, hasGap }) };
}

/** A feed is polled no more often than this, whatever its rhythm. */
const SHORTEST_PACE = 5 * MINUTE;
/** And no less often, unless its server asks for it. */
export const LONGEST_PACE = HOUR;
/** A feed of which nothing is known yet. */
const FIRST_RHYTHM = 15 * MINUTE;
/** A feed that brings less is still looked at. */
const SLOWEST_RHYTHM = 4 * LONGEST_PACE;
/** A feed is polled this often while an item stays in it. */
const LOOKS = 4;
/** How much the newest observation counts in the rhythm. */
const WEIGHT = 0.3;
/** A feed that brings nothing slows down by this factor a poll. */
const SLOWING = 1.15;
/** A server that failed is asked again after 5, 10, 20 … minutes, at most after this. */
const LONGEST_BACKOFF = 6 * HOUR;
/** A feed that has ended, or is not there, may come back. */
const GONE = DAY;

/** So many items show how long one stays. */
const ENOUGH_ITEMS = 10;

/** The rhythm of the items that a feed shows at its first poll, by their dates. */
function shownRhythm(document: FeedDocument | undefined, now: Instant): number | undefined {
  const dates = document?.items.flatMap(({ publishedAt }) => publishedAt ?? []) ?? [];
  return dates.length < ENOUGH_ITEMS ? undefined : Math.max(0, now - Math.min(...dates)) / dates.length;
}

/**
 * Milliseconds from one new item to the next, after a poll that brought `added` of them. After a gap there were more
 * than that.
 */
function rhythmAfter(
  { rhythm = FIRST_RHYTHM, readAt }: { rhythm?: number | undefined; readAt?: Instant },
  { added, hasGap, now }: { added: number; hasGap: boolean; now: Instant },
): number {
  if (readAt === undefined) return Math.min(rhythm, SLOWEST_RHYTHM);
  if (added === 0) return Math.min(rhythm * SLOWING, SLOWEST_RHYTHM);
  const latest = (now - readAt) / added;
  return hasGap ? Math.min(rhythm, latest) : (1 - WEIGHT) * rhythm + WEIGHT * latest;
}

/**
 * When a feed is polled next: by its own rhythm, often enough that no item comes and goes unseen; not before its
 * server and its own hints allow it, as long as its items stay; and later after each failure. After a gap it is polled
 * as often as a feed can be, and its hints are not believed any more.
 */
function nextPollAt(
  state: Omit<FeedState, 'dueAt'>,
  { answer, now, hasGap }: { answer: FeedAnswer; now: Instant; hasGap: boolean },
): Instant {
  if (answer.status === 'failed') return now + Math.max(backoff(state), answer.retryAfter ?? 0);
  const own = hasGap ? SHORTEST_PACE : paceOf(state);
  const look = state.visible < ENOUGH_ITEMS ? DAY : Math.min(lookOf(state), DAY);
  const hinted = state.hintsLie ? 0 : Math.min(Math.max(answer.freshFor ?? 0, state.ttl ?? 0), look);
  const wait = Math.max(own, hinted, Math.min(answer.retryAfter ?? 0, DAY));
  return outsideSkipped(now + wait, state);
}

/** The pace of a feed by its rhythm, in milliseconds. */
function paceOf(state: Pick<FeedState, 'rhythm' | 'visible'>): number {
  const { rhythm = FIRST_RHYTHM } = state;
  return Math.min(Math.max(Math.min(rhythm, lookOf(state)), SHORTEST_PACE), LONGEST_PACE);
}

/** The pace at which each item is met while it stays. */
function lookOf({ rhythm = FIRST_RHYTHM, visible }: Pick<FeedState, 'rhythm' | 'visible'>): number {
  return (rhythm * Math.max(visible, 1)) / LOOKS;
}

function backoff({ failures, failure }: Pick<FeedState, 'failures' | 'failure'>): number {
  if (failure === 'gone') return GONE;
  return Math.min(SHORTEST_PACE * 2 ** Math.min(failures - 1, 10), LONGEST_BACKOFF);
}

/**
 * The first hour from then on that the feed does not leave out. One that leaves out all of them is not taken at its
 * word.
 */
function outsideSkipped(
  at: Instant,
  { skipHours = [], skipDays = [] }: Pick<FeedState, 'skipHours' | 'skipDays'>,
): Instant {
  const isSkipped = (instant: Instant) => {
    const date = new Date(instant);
    return skipHours.includes(date.getUTCHours()) || skipDays.includes(date.getUTCDay());
  };
  const start = Math.floor(at / HOUR) * HOUR;
  for (let hours = 0; hours <= 7 * 24; hours += 1) {
    const hour = start + hours * HOUR;
    if (!isSkipped(hour)) return Math.max(hour, at);
  }
  return at;
}

/**
 * What a detector makes of a text: how well it fits each language that fits at all, by ISO 639-1; empty where it is
 * not sure.
 */
type LanguageScores = Readonly<Record<string, number>>;

/** Detects the language of a text. A port: the rules are large and are loaded at the first text. */
export interface LanguageDetector {
  /** The languages that it can tell apart. */
  languages: readonly string[];
  detect: (text: string) => LanguageScores;
}

/** Letters that a text needs to be judged at all, and to overrule what the feed says of itself. */
const ENOUGH = 20;
const ENOUGH_TO_OVERRULE = 60;

/**
 * A language is plainly wrong where it fits by less than so much of what another one fits. Of 1,400 texts of the
 * sample, title and first sentence, English, French and German fit each other by at most 0.90, in the middle by 0.5;
 * Spanish and Portuguese by 0.89 and 0.81.
 */
const PLAINLY = 0.75;

/**
 * The language of an item: what the feed says, unless that is plainly wrong; else what the text shows. Undefined
 * where neither says it.
 *
 * A feed in one language with the code of another is common: systems are installed in English and never set right.
 * Short titles, and languages that the detector does not know, are left as the feed says.
 */
export function settleLanguage(
  { language, title, snippet }: { language?: string | undefined; title: string; snippet: string },
  { languages, detect }: LanguageDetector,
): string | undefined {
  const text = snippet.startsWith(title) ? snippet : `${title}. ${snippet}`;
  const letters = (text.match(/\p{L}/gu) ?? []).length;
  // The detector knows one Norwegian.
  const stated = language === 'nb' || language === 'nn' ? 'no' : language;
  if (letters < (stated === undefined ? ENOUGH : ENOUGH_TO_OVERRULE)) return language;
  if (stated !== undefined && !languages.includes(stated)) return language;
  const scores = detect(text);
  const [best, score = 0] = Object.entries(scores).toSorted(([, a], [, b]) => b - a)[0] ?? [];
  if (best === undefined || best === stated) return language ?? best;
  if (stated === undefined) return best;
  return (scores[stated] ?? 0) < score * PLAINLY ? best : language;
}
