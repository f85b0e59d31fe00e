import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { localCredentials } from '../../../infra/local/aws/local-account.ts';
import { startTableEngine } from '../../../infra/local/aws/table/start-table-engine.ts';
import { dynamoTable } from '../../../shared/aws/dynamo/dynamo-table.ts';
import { openStore } from '../../../shared/store/open-store.ts';
import type { FeedAnswer } from '../../../shared/domain/feeds/feed.ts';
import { DAY, HOUR, MINUTE } from '../../../shared/domain/time/instant.ts';
import { pollFeeds } from '../../../shared/use-cases/feeds/poll-feeds.ts';
import { NOON } from '../../ports/examples.ts';
import { openTableMeter, type TableUse } from '../../ports/table-meter.ts';
import { tableSpec } from '../../ports/table-spec.ts';

/** Feeds of a stack that reads many. */
export const FEEDS = 300;

/** Hex digits like those that servers put into their validators. */
const digits = (text: string, length: number) =>
  createHash('sha256').update(text).digest('hex').slice(0, length);

/**
 * What so many rounds of the poller ask of the table, one each minute, with 300 feeds that have nothing new. Their
 * polls have spread over the minutes before.
 */
export async function countRounds(rounds: number): Promise<TableUse> {
  const folder = await mkdtemp(join(tmpdir(), 'bellwether-rounds-'));
  const engine = await startTableEngine({ folder, tables: [tableSpec('table')] });
  const meter = await openTableMeter(engine.url);
  const client = new DynamoDBClient({ ...localCredentials, endpoint: meter.url });
  try {
    const store = openStore(dynamoTable(client, 'table'));
    let now = NOON;
    const urls = Array.from(
      { length: FEEDS },
      (_, n) => `https://www.${digits(`host ${n}`, 10)}.example/feed.xml`,
    );
    await store.feedLists.put({ name: 'all', urls });
    const pollFeed = async (url: string, validators: object | undefined): Promise<FeedAnswer> =>
      validators ? { status: 'unchanged' } : firstAnswer(url, now);
    const round = () =>
      pollFeeds(
        {
          ...store,
          clock: { now: () => now, sleep: async () => undefined },
          pollFeed,
          languages: async () => ({ languages: [], detect: () => ({}) }),
        },
        { owner: 'bench', deadline: now + DAY },
      );
    for (let n = 0; n < 3 * 60; n += 1, now += MINUTE) await round();
    meter.take();
    for (let n = 0; n < rounds; n += 1, now += MINUTE) await round();
    return meter.take();
  } finally {
    client.destroy();
    await meter.close();
    await engine.stop();
    await rm(folder, { recursive: true });
  }
}

/** Feeds differ in how often something new comes, so that their polls spread. */
function firstAnswer(url: string, now: number): FeedAnswer {
  const every = ((Number.parseInt(digits(url, 4), 16) % 48) + 1) * HOUR;
  return {
    status: 'read',
    validators: { etag: `"${digits(url, 32)}"`, lastModified: new Date(now).toUTCString() },
    document: {
      format: 'rss',
      title: `The news of ${url}`,
      hints: {},
      items: [1, 2, 3].map((n) => ({
        title: `A headline of ${url} number ${n}`,
        link: `${url}/${n}`,
        snippet: 'What it is about.',
        authors: [],
        publishedAt: now - n * every,
      })),
    },
  };
}
