import { memoryStore } from '../../infra/memory/memory-store.ts';
import { HOUR } from '../../shared/domain/time/instant.ts';
import { openLanguageDetector } from '../../shared/providers/feeds/detect-language.ts';
import { FEED_LIMIT, fetchFeed } from '../../shared/providers/feeds/fetch-feed.ts';
import { publicAgent } from '../../shared/providers/http/public/public-agent.ts';
import { pollFeeds } from '../../shared/use-cases/feeds/poll-feeds.ts';
import type { RoundsOfFeeds } from './feeds.bench.ts';

/** Polls the feeds of the server at a port of this machine, and sends what it took. */
const port = process.argv[2] ?? '';
const FEEDS = 300;

const store = memoryStore();
const mayReach = (address: string) => address.startsWith('127.');
const agent = publicAgent({ mayReach, connections: 1, limit: FEED_LIMIT });
const urls = Array.from(
  { length: FEEDS },
  (_, n) => `http://127.0.${Math.floor(n / 200)}.${(n % 200) + 1}:${port}/feed.xml`,
);
await store.feedLists.put({ name: 'all', urls });

let ahead = 0;
const now = () => Date.now() + ahead;

async function round(): Promise<{ seconds: number; items: number }> {
  const start = performance.now();
  const outcome = await pollFeeds(
    {
      ...store,
      clock: { now, sleep: async () => undefined },
      languages: openLanguageDetector,
      pollFeed: (url, validators) =>
        fetchFeed(url, { agent, mayReach, userAgent: 'bench', now, ...(validators && { validators }) }),
    },
    { owner: 'bench', deadline: now() + HOUR },
  );
  if (outcome.polled !== FEEDS || outcome.failed > 0)
    throw new Error(`${outcome.polled} of ${FEEDS} feeds were polled, ${outcome.failed} failed.`);
  ahead += 2 * HOUR;
  return { seconds: (performance.now() - start) / 1_000, items: outcome.items };
}

const first = await round();
await fetch(`http://127.0.0.1:${port}/turn`);
const busy = await round();
const quiet = await round();
const result: RoundsOfFeeds = {
  first: first.seconds,
  busy: busy.seconds,
  quiet: quiet.seconds,
  megabytes: process.resourceUsage().maxRSS / 1_024,
  items: first.items + busy.items,
};
await agent.close();
process.send?.(result, () => process.exit());
