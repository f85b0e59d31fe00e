import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { dynamoTable } from '../../shared/aws/dynamo/dynamo-table.ts';
import { openStore } from '../../shared/store/open-store.ts';
import { HOUR } from '../../shared/domain/time/instant.ts';
import { openLanguageDetector } from '../../shared/providers/feeds/detect-language.ts';
import { FEED_LIMIT, fetchFeed } from '../../shared/providers/feeds/fetch-feed.ts';
import { publicAgent } from '../../shared/providers/http/public-address.ts';
import { pollFeeds } from '../../shared/use-cases/feeds/poll-feeds.ts';
import type { RoundOfFeeds } from './feeds.bench.ts';

/**
 * Polls once the feeds of the server at a port of this machine into a table, some hours ahead of the clock, and sends
 * what it took.
 */
const [port = '', endpoint = '', table = '', ahead = '0'] = process.argv.slice(2);
const FEEDS = 300;

const store = openStore(dynamoTable(new DynamoDBClient({ endpoint }), table));
const mayReach = (address: string) => address.startsWith('127.');
const agent = publicAgent({ mayReach, connections: 1, limit: FEED_LIMIT });
const urls = Array.from(
  { length: FEEDS },
  (_, n) => `http://127.0.${Math.floor(n / 200)}.${(n % 200) + 1}:${port}/feed.xml`,
);
await store.feedLists.put({ name: 'all', urls });

const now = () => Date.now() + Number(ahead) * HOUR;
/** Highest memory of this process since its start, MB. */
const megabytes = () => process.resourceUsage().maxRSS / 1_024;

const loaded = megabytes();
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
const result: RoundOfFeeds = {
  seconds: (performance.now() - start) / 1_000,
  items: outcome.items,
  loaded,
  megabytes: megabytes(),
};
await agent.close();
process.send?.(result, () => process.exit());
