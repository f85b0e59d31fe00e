import type { CoveredList, FeedList, FeedState, MissedSpan, SeenItem } from '../../domain/feeds/feed.ts';
import type { KnownItem } from '../../domain/feeds/item-keys.ts';
import {
  isChanged,
  type LanguageDetector,
  type PolledFeed,
  settleLanguage,
  takeAnswer,
} from '../../domain/feeds/take-answer.ts';
import { defined } from '../../domain/lib/fields.ts';
import { inParallel } from '../../domain/lib/in-parallel.ts';
import { isAhead, SECOND, wholeSecond, type Instant } from '../../domain/time/instant.ts';
import type { PollFeed } from '../ports/services.ts';
import type { Ports } from '../ports/ports.ts';

type PollPorts = Pick<Ports, 'clock' | 'leases' | 'feedLists' | 'feeds'> & {
  pollFeed: PollFeed;
  /** Loaded in rounds with new items alone. */
  languages: () => Promise<LanguageDetector>;
};

/** What a round did. The handler logs it. */
interface PollOutcome {
  status: 'done' | 'busy';
  feeds: number;
  polled: number;
  unchanged: number;
  failed: number;
  /** Feeds that were due and wait for the next round: the time was up. */
  waiting: number;
  items: number;
  missed: readonly MissedSpan[];
}

const NOTHING: PollOutcome = {
  status: 'busy',
  feeds: 0,
  polled: 0,
  unchanged: 0,
  failed: 0,
  waiting: 0,
  items: 0,
  missed: [],
};

const LEASE = 'poll-feeds';
/** No feed is asked for later than this before the end of the time: the limit of a poll, and time to store. */
const RESERVE = 20 * SECOND;
/** Due times are met by the nearest round. */
const EARLY = 20 * SECOND;

/**
 * One round of the poller: polls the feeds that are due, each host one feed at a time, and stores what is new. Items
 * are stored before the memory of their feeds, and the end of the round last: who dies in between sees the same items
 * again, and a run never reads past what is stored.
 */
export async function pollFeeds(
  ports: PollPorts,
  { owner, deadline }: { owner: string; deadline: Instant },
): Promise<PollOutcome> {
  const { clock, leases, feedLists, feeds } = ports;
  const lease = { owner, until: deadline };
  if (!(await leases.take(LEASE, lease, clock.now()))) return NOTHING;
  try {
    const [lists, states, last] = await Promise.all([feedLists.all(), feeds.states(), feeds.round()]);
    // A round of a clock that was ahead: the feeds were polled until then, and are all due.
    const wasAhead = isAhead(last?.until, clock.now());
    const now = Math.max(wholeSecond(clock.now()), wasAhead ? 0 : (last?.until ?? 0));
    const urls = [...new Set(lists.flatMap(({ urls: own }) => own))];
    const known = new Map(states.map((state) => [state.url, state]));
    const due = urls.filter((url) => wasAhead || (known.get(url)?.dueAt ?? 0) <= now + EARLY);
    const polled = await pollDue(due, { ports, known, now, until: deadline - RESERVE });
    await store(polled, { ports, now });
    for (const { state } of polled) known.set(state.url, state);
    const changed = new Set(polled.map(({ state }) => state.url));
    const wanted = new Set(urls);
    for (const url of known.keys()) if (!wanted.has(url)) changed.add(url);
    await feeds.putStates(
      [...known.values()].filter(({ url }) => wanted.has(url)),
      changed,
    );
    await feeds.putRound({
      until: now + SECOND,
      lists: lists.flatMap((list) => coveredList(list, { known, now })),
    });
    return outcomeOf(polled, { feeds: urls.length, due: due.length, now });
  } finally {
    await leases.giveBack(LEASE, lease);
  }
}

/** None for a list of which a feed has not been polled. */
function coveredList(
  { name, urls }: FeedList,
  { known, now }: { known: ReadonlyMap<string, FeedState>; now: Instant },
): CoveredList[] {
  if (!urls.every((url) => known.has(url))) return [];
  const read = urls.flatMap((url) => known.get(url)?.since ?? []);
  return [{ name, since: Math.min(now, ...read), wholeSince: read.length === 0 ? now : Math.max(...read) }];
}

type Polled = PolledFeed & { status: 'read' | 'unchanged' | 'failed' };

interface Round {
  ports: PollPorts;
  known: ReadonlyMap<string, FeedState>;
  now: Instant;
  /** No poll begins later. */
  until: Instant;
}

async function pollDue(due: readonly string[], round: Round): Promise<Polled[]> {
  const oldestFirst = due.toSorted((a, b) => dueOf(a, round) - dueOf(b, round));
  const hosts = Map.groupBy(oldestFirst, (url) => URL.parse(url)?.host ?? '');
  const polled = await inParallel(hosts.values(), async (urls) => {
    const done: Polled[] = [];
    for (const url of urls) {
      if (round.ports.clock.now() > round.until) break;
      done.push(await pollOne(url, round));
    }
    return done;
  });
  return polled.flat();
}

function dueOf(url: string, { known }: Round): Instant {
  return known.get(url)?.dueAt ?? 0;
}

async function pollOne(url: string, { ports, known, now }: Round): Promise<Polled> {
  const before = known.get(url);
  const answer = await ports.pollFeed(url, before?.validators);
  const isKnown = before?.readAt !== undefined && isChanged({ before, answer });
  const seen = isKnown ? await ports.feeds.seen(url) : undefined;
  return { ...takeAnswer({ url, before, answer, now }, seen), status: answer.status };
}

async function store(polled: readonly Polled[], { ports, now }: Pick<Round, 'ports' | 'now'>): Promise<void> {
  const items = await spoken(
    polled.flatMap((one) => one.items),
    ports,
  );
  const missed = missedIn(polled);
  if (items.length + missed.length > 0) await ports.feeds.putFinds(now, { items, missed });
  const memories = polled.flatMap(({ seen, state }): [string, readonly KnownItem[]][] =>
    seen ? [[state.url, seen]] : [],
  );
  await inParallel(memories, ([url, seen]) => ports.feeds.putSeen(url, seen, now));
}

/** The items with their languages, as the feed says or as the text shows. */
async function spoken(items: readonly SeenItem[], { languages }: PollPorts): Promise<SeenItem[]> {
  if (items.length === 0) return [];
  const detector = await languages();
  return items.map((item) => defined<SeenItem>({ ...item, language: settleLanguage(item, detector) }));
}

function missedIn(polled: readonly Polled[]): MissedSpan[] {
  return polled.flatMap(({ missed }) => (missed ? [missed] : []));
}

function outcomeOf(
  polled: readonly Polled[],
  { feeds, due }: { feeds: number; due: number; now: Instant },
): PollOutcome {
  const count = (status: Polled['status']) => polled.filter((one) => one.status === status).length;
  return {
    status: 'done',
    feeds,
    polled: polled.length,
    unchanged: count('unchanged'),
    failed: count('failed'),
    waiting: due - polled.length,
    items: polled.reduce((sum, { items }) => sum + items.length, 0),
    missed: missedIn(polled),
  };
}
