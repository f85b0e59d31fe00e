import { readFileSync } from 'node:fs';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import * as z from 'zod';
import { NOON } from '../../ports/examples.ts';
import { dynamoTable } from '../../../shared/aws/dynamo/dynamo-table.ts';
import { openStore, type Store } from '../../../shared/store/open-store.ts';
import { type RawItem, storedOf } from '../../ports/raw-items.ts';
import type { Parser } from '../parser.ts';

/** A read of each thing that is stored. */
const READS: readonly ((store: Store) => Promise<unknown>)[] = [
  ({ definitions }) => definitions.watches(),
  ({ definitions }) => definitions.channels(),
  ({ watchlists }) => watchlists.all(),
  ({ removedWatches }) => removedWatches.all(NOON),
  ({ states }) => states.read('acme-news', 'live'),
  ({ expectedRuns }) => expectedRuns.all(),
  ({ windows }) => windows.latest('acme-news'),
  ({ hourlyCounts }) => hourlyCounts.get('acme-news'),
  ({ findings }) => findings.read('acme-news', ['article-00001']),
  ({ findings }) => findings.part('acme-news', '2026-11-20T12:00:00.001Z#article-00001'),
  ({ seenValues }) => seenValues.learned('acme-news'),
  ({ quarantine }) => quarantine.latest('acme-news', { limit: 10, now: NOON }),
  ({ stories }) => stories.inSpace('brand.acme.normal', { keys: ['w1a-2b'], ids: ['story-1'] }),
  ({ stories }) => stories.read(['story-1']),
  ({ stories }) => stories.open('brand.acme.normal'),
  ({ spaces }) => spaces.waiting('brand.acme.normal', 10),
  ({ storyOrders }) => storyOrders.of('brand.acme.normal'),
  ({ alerts }) => alerts.get('alert-00001'),
  ({ outbox }) => outbox.due('press-team', NOON, 10),
  ({ messages }) => messages.get('message-1'),
  ({ gate }) => gate.enter('press-team', { owner: 'two', until: NOON }, NOON),
  ({ cooldowns }) => cooldowns.lastNotified('press-team', ['topic-1']),
  ({ channelStories }) => channelStories.since('press-team', NOON, 10),
  ({ silences }) => silences.since(NOON),
  ({ readerActions }) => readerActions.of('acme-news'),
  ({ unsubscriptions }) => unsubscriptions.of('press-team~ses'),
  ({ drills }) => drills.read('drill00001'),
  ({ incidents }) => incidents.open(),
  ({ budgets }) => budgets.get('news'),
  ({ subscriptionRecords }) => subscriptionRecords.all(),
  ({ extractions }) => extractions.get('extraction-1'),
  ({ collectedRuns }) => collectedRuns.of('acme-news', ['job-1']),
  ({ resources }) => resources.all(),
  ({ reportPlans }) => reportPlans.plans(),
  ({ reportRecords }) => reportRecords.latest(10),
  ({ nameCounts }) => nameCounts.get('a-key'),
  ({ rollups }) =>
    rollups.marks({ brand: 'acme', timezone: 'UTC' }, { from: '2026-11-19', to: '2026-11-20' }),
];

/** A table that answers every read with the same item. */
function tableOf(item: Record<string, any>): DynamoDBClient {
  const send = async (command: { input: any }) => {
    const tables = Object.keys(command.input.RequestItems ?? {});
    return {
      Item: item,
      Items: [item],
      Count: 1,
      Responses: Object.fromEntries(tables.map((table) => [table, [item]])),
    };
  };
  return { send, middlewareStack: { remove: () => true } } as unknown as DynamoDBClient;
}

/** DynamoDB stores no empty set, and no number that `marshall` refuses. Such items do not exist. */
function marshalled(item: unknown): Record<string, any> | undefined {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return undefined;
  try {
    return marshall(storedOf(item) as object, { removeUndefinedValues: true });
  } catch {
    return undefined;
  }
}

const seeds = readFileSync(new URL('../../frozen/items.ndjson', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n');

export const storedParsers: readonly Parser[] = [
  {
    name: 'stored-items',
    form: 'json',
    seeds,
    share: 3,
    read: async (text: string) => {
      const item = marshalled(JSON.parse(text) as RawItem);
      if (!item) return;
      const store = openStore(dynamoTable(tableOf(item), 'table'));
      for (const read of READS)
        await read(store).catch((error: unknown) => {
          // An item of another kind does not fit.
          if (!(error instanceof z.ZodError)) throw error;
        });
    },
    timeless: 'an item has at most 400 KB, and a schema reads it',
  },
];
