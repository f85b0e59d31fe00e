import { beforeAll, describe, expect, it } from 'vitest';
import type { FeedState, MissedSpan, SeenItem } from '../../../../shared/domain/feeds/feed.ts';
import { LONGEST_PACE } from '../../../../shared/domain/feeds/take-answer.ts';
import { DAY, HOUR, MINUTE, SECOND, type Instant } from '../../../../shared/domain/time/instant.ts';
import { pollFeeds } from '../../../../shared/use-cases/feeds/poll-feeds.ts';
import { memoryStore } from '../../../store/memory-store.ts';
import { answerOf, bursts, END, every, itemsAt, START, type WorldFeed } from './feed-world.ts';

const failed = (failure: 'server-error' | 'busy', retryAfter?: number) =>
  ({
    status: 'failed',
    failure,
    text: 'It failed.',
    ...(retryAfter !== undefined && { retryAfter }),
  }) as const;
const during = (from: number, to: number) => (now: Instant) =>
  now >= START + from && now < START + to ? failed('server-error') : undefined;

/** How long after the start one feed fails, and when. */
const OUTAGE = { from: DAY, to: 4 * DAY };

/** Feeds with every fault, each alone. */
const WORLD: Readonly<Record<string, WorldFeed>> = {
  steady: { url: 'https://steady.example/rss', items: itemsAt('steady', every(11 * MINUTE), 20) },
  bursts: { url: 'https://bursts.example/rss', items: itemsAt('bursts', bursts(60), 25) },
  outage: {
    url: 'https://outage.example/rss',
    items: itemsAt('outage', every(20 * MINUTE), 30),
    instead: during(OUTAGE.from, OUTAGE.to),
  },
  'short outage': {
    url: 'https://short.example/rss',
    items: itemsAt('short', every(30 * MINUTE), 40),
    instead: during(4 * DAY, 4 * DAY + 40 * MINUTE),
  },
  clocks: {
    url: 'https://clocks.example/rss',
    items: itemsAt('clocks', every(40 * MINUTE), 15),
    noValidators: true,
    change: ({ id, publishedAt: _at, ...item }, now) => ({ ...item, id: `${id}#${now}`, publishedAt: now }),
    order: (items, now) => items.toSorted((a, b) => hash(a.title, now) - hash(b.title, now)),
  },
  moved: {
    url: 'https://moved.example/rss',
    items: itemsAt('moved', every(50 * MINUTE), 25),
    facts: { movedTo: 'https://new.example/rss' },
    address: (title, now) =>
      `https://${now < START + 4 * DAY ? 'old' : 'new'}.example/${title.replaceAll(' ', '-')}`,
  },
  polite: {
    url: 'https://polite.example/rss',
    items: itemsAt('polite', every(90 * MINUTE), 30),
    facts: { freshFor: 2 * HOUR },
    hints: { skipHours: [1, 2, 3], skipDays: [0] },
  },
  busy: {
    url: 'https://busy.example/rss',
    items: itemsAt('busy', every(2 * HOUR), 30),
    instead: (now) => (new Date(now).getUTCHours() === 12 ? failed('busy', 3 * HOUR) : undefined),
  },
};

function hash(text: string, now: Instant): number {
  return Array.from(`${text}${now}`, (letter) => letter.charCodeAt(0)).reduce(
    (sum, code) => (sum * 31 + code) % 1_009,
    7,
  );
}

/** The languages of items are no subject here. */
const SPEECHLESS = { languages: [], detect: () => ({}) };

const feeds = Object.values(WORLD);
const requests = new Map<string, Instant[]>();
const store = memoryStore();
let states: FeedState[];
const items: SeenItem[] = [];
const missed: MissedSpan[] = [];

/** Plays all days: the poller is called in each minute in which a feed is due. */
beforeAll(async () => {
  let now = START;
  const clock = { now: () => now, sleep: async () => undefined };
  await store.feedLists.put({ name: 'all', urls: feeds.map(({ url }) => url) });
  const pollFeed = async (url: string, validators: FeedState['validators']) => {
    requests.set(url, [...(requests.get(url) ?? []), now]);
    const feed = feeds.find((one) => one.url === url);
    if (!feed) throw new Error(`no feed ${url}`);
    return answerOf(feed, { validators, now });
  };
  while (now < END) {
    await pollFeeds(
      { ...store, clock, pollFeed, languages: async () => SPEECHLESS },
      { owner: 'test', deadline: now + 3 * MINUTE },
    );
    states = await store.feeds.states();
    const next = Math.min(...states.map(({ dueAt }) => dueAt));
    now = Math.max(now + MINUTE, Math.ceil((next - 20 * SECOND) / MINUTE) * MINUTE);
  }
  for await (const part of store.feeds.finds({ from: START, to: END + DAY })) {
    items.push(...part.items);
    missed.push(...part.missed);
  }
}, 300_000);

const found = (url: string) => items.filter(({ feed }) => feed === url);
const missedOf = (url: string) => missed.filter((span) => span.url === url);
/** When a feed was asked and answered with its content. */
const reads = ({ url, instead }: WorldFeed) =>
  (requests.get(url) ?? []).filter((at) => instead?.(at) === undefined);
const later = (feed: WorldFeed) => feed.items.filter(({ from }) => from > START && from < END - DAY);

describe.each(Object.entries(WORLD))('a feed: %s', (_name, feed) => {
  it('finds each item that was shown at a poll, once, under the time of that poll', () => {
    const times = reads(feed);
    const shown = later(feed).filter(({ from, to }) => times.some((at) => from <= at && at < to));
    const titles = found(feed.url).map(({ title }) => title);
    expect(new Set(titles).size).toBe(titles.length);
    expect(shown.filter(({ title }) => !titles.includes(title))).toEqual([]);
    const wrong = found(feed.url).filter(({ title, seenAt }) => {
      const item = feed.items.find((one) => one.title === title);
      return seenAt !== times.find((at) => item && item.from <= at);
    });
    expect(wrong).toEqual([]);
  });

  it('reports each span in which an item came and went', () => {
    const titles = new Set(found(feed.url).map(({ title }) => title));
    const lost = later(feed).filter(({ title, to }) => to < END - DAY && !titles.has(title));
    const spans = missedOf(feed.url);
    expect(lost.filter((item) => !covers(spans, item))).toEqual([]);
  });
});

/** Whether spans that meet cover a time. */
function covers(spans: readonly MissedSpan[], { from, to }: { from: Instant; to: Instant }): boolean {
  let covered = from;
  for (const span of spans.toSorted((a, b) => a.from - b.from))
    if (span.from <= covered) covered = Math.max(covered, span.to);
  return covered >= to;
}

describe('the rounds of many days', () => {
  it('lose nothing of what a feed shows for longer than the slowest pace', () => {
    const healthy = ['steady', 'clocks', 'moved', 'short outage'] as const;
    for (const name of healthy) {
      const feed = WORLD[name]!;
      const titles = new Set(found(feed.url).map(({ title }) => title));
      const lost = later(feed).filter(
        ({ title, from, to }) => to - from > LONGEST_PACE + 2 * MINUTE && !titles.has(title),
      );
      expect(lost).toEqual([]);
      expect(missedOf(feed.url)).toEqual([]);
    }
  });

  it('report the bursts and the outage, and the outage while it lasts', () => {
    expect(missedOf(WORLD['bursts']!.url).length).toBeGreaterThan(0);
    const outage = missedOf(WORLD['outage']!.url);
    expect(outage[0]?.to).toBeLessThan(START + OUTAGE.from + 3 * HOUR);
    expect(outage.at(-1)?.to).toBeGreaterThanOrEqual(START + OUTAGE.to);
  });

  it('send requests only when the server and the feed allow it', () => {
    const polite = requests.get(WORLD['polite']!.url) ?? [];
    const gaps = polite.slice(1).map((at, n) => at - (polite[n] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(2 * HOUR - 20 * SECOND);
    expect(polite.slice(1).filter((at) => [1, 2, 3].includes(new Date(at).getUTCHours()))).toEqual([]);
    expect(polite.slice(1).filter((at) => new Date(at).getUTCDay() === 0)).toEqual([]);
    const { url, instead } = WORLD['busy']!;
    const busy = requests.get(url) ?? [];
    const soon = busy.filter((at, n) => instead?.(at) && (busy[n + 1] ?? END) - at < 3 * HOUR - 20 * SECOND);
    expect(soon).toEqual([]);
  });
});
