import { defined } from '../lib/fields.ts';
import { DAY, HOUR, type Instant } from '../time/instant.ts';
import type { Window } from '../time/window.ts';
import type { FeedAnswer } from './feed-answer.ts';
import type { FeedDocument } from './feed.ts';
import type { FeedState, MissedSpan } from './feed-state.ts';
import { keyedItems, type KeyedItem } from './item-keys.ts';
import { nextPollAt, rhythmAfter } from './poll-pace.ts';
import { recogniseItems, type SeenKeys, shownText } from './recognise-items.ts';
import { type SeenItem, seenItemOf } from './seen-item.ts';

/** At the first poll of a feed, items count as new that it dates within this. What it showed before is known. */
const NEWS_OF_FIRST_POLL = DAY;
/** While a feed cannot be read, its time is recorded as possibly missed this often, and for so long. */
const MISSED_EVERY = HOUR;
const MISSED_FOR = 7 * DAY;

/** What a poll of a feed changes. */
export interface PolledFeed {
  state: FeedState;
  items: SeenItem[];
  /** Absent: the memory of the feed stays as it is. */
  seen?: SeenKeys;
  missed?: MissedSpan;
}

/** A poll of a feed, and what was known before. */
export interface Poll {
  url: string;
  before: FeedState | undefined;
  answer: FeedAnswer;
  now: Instant;
}

/** The items of an answer; undefined where they are those of the last one, so that nothing can be new. */
export function changedItems({ url, before, answer }: Omit<Poll, 'now'>): KeyedItem[] | undefined {
  if (answer.status !== 'read') return undefined;
  const items = keyedItems(url, answer.document.items);
  return before?.readAt !== undefined && shownText(items) === before.shown ? undefined : items;
}

/**
 * Takes the answer of a poll.
 *
 * @param items as {@link changedItems} gives them.
 * @param seen what is remembered of the feed; not needed where `items` is undefined.
 */
export function takeAnswer(
  poll: Poll,
  { items, seen }: { items: readonly KeyedItem[] | undefined; seen: SeenKeys | undefined },
): PolledFeed {
  const { answer } = poll;
  if (answer.status === 'failed') return failed(poll, answer);
  if (!items || answer.status === 'unchanged')
    return { state: readState(poll, { fresh: 0, hasGap: false }), items: [] };
  return changed(poll, { document: answer.document, items, seen });
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
    polledAt: now,
    failures: (before?.failures ?? 0) + 1,
    failure,
    failureText: text,
    missed: span ? joined(before?.missed, span) : before?.missed,
  });
  const dueAt = nextPollAt(state, { answer, now, hasGap: false });
  return { state: { ...state, dueAt }, items: [], ...(span && { missed: { url, ...span } }) };
}

/** The time since the last poll that was read, or since what is recorded. A feed that was never read has missed nothing. */
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
  {
    document,
    items,
    seen,
  }: { document: FeedDocument; items: readonly KeyedItem[]; seen: SeenKeys | undefined },
): PolledFeed {
  const { url, before, now } = poll;
  const recognised = recogniseItems(items, seen);
  const isFirst = before?.readAt === undefined;
  const fresh = isFirst ? recognised.fresh.filter(({ item }) => isRecent(item, now)) : recognised.fresh;
  const hasGap = !isFirst && !recognised.isContinuous;
  const span = { from: Math.max(before?.readAt ?? now, before?.missed?.to ?? 0), to: now };
  const state = { ...readState(poll, { fresh: fresh.length, hasGap }), shown: shownText(items) };
  return {
    state: hasGap ? { ...state, missed: joined(before.missed, span) } : state,
    items: fresh.map((one) => seenItemOf(one, { url, title: document.title, at: now })),
    seen: recognised.seen,
    ...(hasGap && { missed: { url, ...span } }),
  };
}

function isRecent({ publishedAt }: { publishedAt?: Instant }, now: Instant): boolean {
  return publishedAt !== undefined && publishedAt > now - NEWS_OF_FIRST_POLL;
}

function readState(poll: Poll, { fresh, hasGap }: { fresh: number; hasGap: boolean }): FeedState {
  const { url, before, answer, now } = poll;
  const document = answer.status === 'read' ? answer.document : undefined;
  const hints = document ? document.hints : before;
  const state = defined<Omit<FeedState, 'dueAt'>>({
    url,
    polledAt: now,
    readAt: now,
    validators: answer.status === 'read' ? answer.validators : before?.validators,
    visible: document ? document.items.length : (before?.visible ?? 0),
    shown: before?.shown,
    rhythm: Math.round(rhythmAfter(before ?? {}, { fresh, now })),
    ttl: hints?.ttl,
    skipHours: hints?.skipHours,
    skipDays: hints?.skipDays,
    title: document?.title ?? before?.title,
    failures: 0,
    missed: before?.missed,
    movedTo: answer.movedTo,
  });
  return { ...state, dueAt: nextPollAt(state, { answer, now, hasGap }) };
}
