import {
  type CoveredList,
  type FeedAnswer,
  type FeedList,
  type SeenItem,
  seenItemOf,
} from '../../../shared/domain/feeds/feed.ts';
import { recogniseItems } from '../../../shared/domain/feeds/item-keys.ts';
import { settleLanguage, shownSince } from '../../../shared/domain/feeds/take-answer.ts';
import { defined } from '../../../shared/domain/lib/fields.ts';
import { inParallel, partsOf } from '../../../shared/domain/lib/in-parallel.ts';
import { HOUR, type Instant, SECOND } from '../../../shared/domain/time/instant.ts';
import { openLanguageDetector } from '../../../shared/providers/feeds/detect-language.ts';
import type { FeedShelf } from '../../../shared/providers/feeds/feeds-source.ts';
import { FEED_LIMIT, type FeedPolling, fetchFeed } from '../../../shared/providers/feeds/fetch-feed.ts';
import { publicAgent } from '../../../shared/providers/http/public-address.ts';
import type { Watch } from '../../../shared/domain/watches/watch.ts';
import { filesBetween, SLOT, STREAMS } from '../../../shared/domain/world/archive-file.ts';
import { finds, rowMatcherOf } from '../../../shared/domain/world/match-rows.ts';
import type { WorldRow } from '../../../shared/domain/world/read-row.ts';
import { openArchive } from '../../../shared/providers/world/open-archive.ts';
import { WORLD_URL } from '../../stages/read-stage.ts';

// Feeds and the archive, read once by a command: nothing is stored.

/** Public addresses alone, and this machine where the user names it. */
export function pollingOf(urls: readonly string[], { now }: { now: () => Instant }): FeedPolling {
  const isHere = urls.some((url) => /^(?:localhost|127\.0\.0\.1)$/.test(URL.parse(url)?.hostname ?? ''));
  const mayReach = (address: string) => isHere && address === '127.0.0.1';
  const agent = publicAgent({ mayReach, connections: 1, limit: FEED_LIMIT });
  return { agent, mayReach, userAgent: 'Bellwether/1 (feeds check)', now };
}

/** What lists of feeds show now. */
export interface PolledOnce {
  shelf: FeedShelf;
  feeds: number;
  /** Feeds that could not be read, with the reason as a sentence. */
  failed: readonly { url: string; text: string }[];
}

/**
 * Reads each feed of some lists once, and stores nothing. An item counts as seen when the feed dates it; without a
 * date, now.
 */
export async function pollOnce(
  lists: readonly FeedList[],
  { now }: { now: () => Instant },
): Promise<PolledOnce> {
  const urls = [...new Set(lists.flatMap((list) => list.urls))];
  const polling = pollingOf(urls, { now });
  const answers = await inParallel(urls, async (url) => ({ url, answer: await fetchFeed(url, polling) }));
  const at = now();
  const detector = await openLanguageDetector();
  const items = answers.flatMap(({ url, answer }): SeenItem[] => {
    if (answer.status !== 'read') return [];
    const { title, items: shown } = answer.document;
    return recogniseItems({ url, items: shown, now: at }, []).fresh.map((one) => {
      const seenAt = Math.min(one.item.publishedAt ?? at, at - SECOND);
      const item = seenItemOf(one, { url, title, at: seenAt });
      return defined<SeenItem>({ ...item, language: settleLanguage(item, detector) });
    });
  });
  const shelf: FeedShelf = {
    feedLists: { all: async () => [...lists] },
    feeds: {
      round: async () => ({
        until: at,
        lists: lists.map((list) => coveredList(list, answers, at)),
      }),
      async *finds({ from, to }) {
        yield { items: items.filter(({ seenAt }) => from <= seenAt && seenAt < to), missed: [] };
      },
    },
  };
  const failed = answers.flatMap(({ url, answer }) =>
    answer.status === 'failed' ? [{ url, text: answer.text }] : [],
  );
  return { shelf, feeds: urls.length, failed };
}

function coveredList(
  { name, urls }: FeedList,
  answers: readonly { url: string; answer: FeedAnswer }[],
  at: Instant,
): CoveredList {
  const shown = answers.flatMap(({ url, answer }) =>
    urls.includes(url) && answer.status === 'read' ? [shownSince(answer.document.items, at)] : [],
  );
  return { name, since: Math.min(at, ...shown), wholeSince: shown.length === 0 ? at : Math.max(...shown) };
}

/** What the latest files of the archive hold. */
export interface ReadArchive {
  /** How many articles were read: 0 when the archive cannot be reached. */
  read: number;
  rows: readonly WorldRow[];
}

/** How far back files are read, and how many at once. */
const BACK = 2 * HOUR;
const AT_ONCE = 4;

/** Reads the files of the last two hours once, for one watch, and stores nothing. */
export async function readArchiveOnce(watch: Watch, { now }: { now: () => Instant }): Promise<ReadArchive> {
  const sleep = (wait: number) => new Promise<void>((done) => setTimeout(done, Math.min(wait, SECOND)));
  const archive = openArchive({ url: WORLD_URL, clock: { sleep } });
  const matcher = rowMatcherOf(watch);
  const latest = await inParallel(STREAMS, (stream) => archive.latest(stream));
  const files = latest.flatMap((file) =>
    file && file.slot > now() - BACK
      ? filesBetween(file.stream, { from: file.slot + SLOT - BACK, to: file.slot + SLOT })
      : [],
  );
  let read = 0;
  const rows: WorldRow[] = [];
  for (const part of partsOf(files, AT_ONCE))
    await inParallel(part, async (file) => {
      const answer = await archive.read(file, (row) => {
        read += 1;
        return finds(matcher, row);
      });
      if ('rows' in answer) rows.push(...answer.rows);
    });
  return { read, rows: rows.toSorted((a, b) => b.publishedAt - a.publishedAt) };
}
