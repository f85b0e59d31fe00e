import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { expect, it, onTestFinished } from 'vitest';
import { localCredentials } from '../../../infra/local/aws/local-account.ts';
import { startTableEngine } from '../../../infra/local/aws/table/start-table-engine.ts';
import { dynamoTable } from '../../../shared/aws/dynamo/dynamo-table.ts';
import { openStore } from '../../../shared/store/open-store.ts';
import type { FeedAnswer } from '../../../shared/domain/feeds/feed.ts';
import { DAY, HOUR, MINUTE } from '../../../shared/domain/time/instant.ts';
import { openLanguageDetector } from '../../../shared/providers/feeds/detect-language.ts';
import { pollFeeds } from '../../../shared/use-cases/feeds/poll-feeds.ts';
import { fullForm } from '../../full-form.ts';
import { openTableMeter } from '../../ports/table-meter.ts';
import { tableSpec } from '../../ports/table-spec.ts';

/** Hex digits like those that servers put into their validators. */
const random = (text: string, length: number) =>
  createHash('sha256').update(text).digest('hex').slice(0, length);

/** The full form has as many feeds as the aim. A round of fewer writes less. */
const FEEDS = fullForm(100, 300);
const MOST_UNITS = fullForm(20, 60);

it(`writes at most ${MOST_UNITS} units for a quiet round of ${FEEDS} feeds`, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bellwether-feeds-'));
  const engine = await startTableEngine({ folder, tables: [tableSpec('table')] });
  const meter = await openTableMeter(engine.url);
  const client = new DynamoDBClient({ ...localCredentials, endpoint: meter.url });
  onTestFinished(async () => {
    client.destroy();
    await meter.close();
    await engine.stop();
    await rm(folder, { recursive: true });
  });
  const store = openStore(dynamoTable(client, 'table'));
  const urls = Array.from(
    { length: FEEDS },
    (_, n) => `https://www.${random(`host ${n}`, 10)}.example/feeds/${n}.xml`,
  );
  await store.feedLists.put({ name: 'all', urls });
  let now = Date.UTC(2026, 10, 23, 12);
  const items = (url: string) =>
    Array.from({ length: 3 }, (_, n) => ({
      title: `A headline of ${url} number ${n}`,
      link: `${url}/${n}`,
      snippet: 'What it is about.',
      authors: [],
      publishedAt: now - n * HOUR,
    }));
  const pollFeed = async (url: string, validators: object | undefined): Promise<FeedAnswer> =>
    validators
      ? { status: 'unchanged' }
      : {
          status: 'read',
          validators: {
            etag: `"${random(url, 32)}"`,
            lastModified: new Date(now - (url.length % 60) * MINUTE).toUTCString(),
          },
          document: { format: 'rss', title: `The news of ${url}`, hints: {}, items: items(url) },
        };
  const round = () =>
    pollFeeds(
      {
        ...store,
        clock: { now: () => now, sleep: async () => undefined },
        pollFeed,
        languages: openLanguageDetector,
      },
      { owner: 'test', deadline: now + DAY },
    );
  expect(await round()).toMatchObject({ polled: FEEDS, items: FEEDS * 3 });
  now += 2 * HOUR;
  meter.take();
  expect(await round()).toMatchObject({ polled: FEEDS, unchanged: FEEDS, items: 0 });
  const { writes } = meter.take();
  expect(writes).toBeLessThanOrEqual(MOST_UNITS);
});
