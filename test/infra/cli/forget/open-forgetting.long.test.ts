import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openForgetting } from '../../../../infra/cli/forget/open-forgetting.ts';
import { localCredentials } from '../../../../infra/local/aws/local-account.ts';
import { startQueueEngine } from '../../../../infra/local/aws/queue-engine.ts';
import { startTableEngine } from '../../../../infra/local/aws/table/start-table-engine.ts';
import { dynamoTable } from '../../../../shared/aws/dynamo/dynamo-table.ts';
import { openStore } from '../../../../shared/store/open-store.ts';
import { eventbridgeSchedules } from '../../../../shared/aws/eventbridge-schedules.ts';
import { snsSubscriptions } from '../../../../shared/aws/sns-subscriptions.ts';
import { DAY, MINUTE } from '../../../../shared/domain/time/instant.ts';
import { forgetAddress } from '../../../../shared/use-cases/forget/forget-address.ts';
import { forgetSubject } from '../../../../shared/use-cases/forget/forget-subject.ts';
import { readRawItems } from '../../../ports/raw-items.ts';
import { engineProxy, type EngineProxy } from '../../../ports/engine-proxy.ts';
import { anAlert, NOON } from '../../../ports/examples.ts';
import { heldClock } from '../../../ports/memory-services.ts';
import { openSchedulerEngine, SETTINGS } from '../../../ports/scheduler-on-engine.ts';
import { tableSpec } from '../../../ports/table-spec.ts';
import { openTopicEngine, TOPIC } from '../../../ports/topic-on-engine.ts';
import { fill, LATER } from '../../../shared/use-cases/forget/forget-bench.ts';

// Forgetting on the engines of this machine: what is left in them, and which rights it needs.

const POLICIES = join(import.meta.dirname, '..', '..', '..', '..', 'docs', 'aws', 'policies');
const WATCHES = ['acme-news', 'acme-news-2'];

let folder: string;
const closers: (() => unknown)[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bellwether-forgetting-'));
});
afterAll(async () => {
  for (const close of closers.toReversed()) await close();
  await rm(folder, { recursive: true });
});

async function openEngines() {
  const table = await startTableEngine({ folder: join(folder, 'table'), tables: [tableSpec('table')] });
  const queues = await startQueueEngine(join(folder, 'objects'));
  queues.createBucket('objects');
  const proxies = { table: await engineProxy(table.url), s3: await engineProxy(queues.url) };
  const topic = await openTopicEngine();
  const scheduler = await openSchedulerEngine();
  const dynamo = new DynamoDBClient({ ...localCredentials, endpoint: proxies.table.url });
  const s3 = { ...localCredentials, endpoint: proxies.s3.url };
  const bucket = new S3Client({ ...s3, forcePathStyle: true });
  closers.push(
    () => table.stop(),
    () => queues.stop(),
    () => proxies.table.close(),
    () => proxies.s3.close(),
    () => topic.close(),
    () => scheduler.close(),
    () => dynamo.destroy(),
    () => bucket.destroy(),
  );
  return {
    proxies: { ...proxies, topic: topic.proxy, scheduler: scheduler.proxy },
    topic,
    scheduler,
    dynamo,
    s3,
    bucket,
  };
}

/** The rights that the requests need which passed since this was last called. */
function takeRights(proxies: Record<string, EngineProxy>): string[] {
  const rights = Object.entries(proxies).flatMap(([name, { passages }]) =>
    passages.splice(0).map(({ action }) => rightOf(name, action)),
  );
  return [...new Set(rights)].toSorted();
}

function rightOf(proxy: string, action: string): string {
  if (proxy === 'table') return `dynamodb:${action}`;
  if (proxy === 'topic') return `sns:${action}`;
  if (proxy === 'scheduler' && action.startsWith('DELETE /schedules/')) return 'scheduler:DeleteSchedule';
  if (/^GET \/objects\/?\?.*list-type=2/.test(action)) return 's3:ListBucket';
  if (/^POST \/objects\/?\?delete/.test(action)) return 's3:DeleteObject';
  return `${proxy}: ${action}`;
}

/** What the table answers while too many requests come. */
const THROTTLED = {
  status: 400,
  headers: { 'content-type': 'application/x-amz-json-1.0' },
  body: JSON.stringify({
    __type: 'com.amazonaws.dynamodb.v20120810#ThrottlingException',
    message: 'Slow down',
  }),
};
const access = ({ url }: EngineProxy) => ({ ...localCredentials, endpoint: url });

const allowed = (name: string): string[] =>
  JSON.parse(readFileSync(join(POLICIES, name), 'utf8')).Statement.flatMap(({ Action }: any) => Action);

it('nothing in the engines names what was forgotten, and the policies allow what that took and nothing else', async () => {
  const { proxies, topic, scheduler, dynamo, s3, bucket } = await openEngines();
  const store = openStore(dynamoTable(dynamo, 'table'));
  const put = (Key: string) => bucket.send(new PutObjectCommand({ Bucket: 'objects', Key, Body: '{}' }));
  await fill({ store, put }, { watches: WATCHES });
  await store.alerts.put(anAlert(1, { id: 'waiting' }), { dueAt: LATER + DAY, heldFor: 'brief' });
  const schedules = eventbridgeSchedules(scheduler.client, SETTINGS);
  for (const watchId of WATCHES)
    await schedules.put(
      { watchId, service: 'news', expression: 'cron(0 8 * * ? *)', timezone: 'UTC' },
      false,
    );
  const subscriptions = snsSubscriptions(topic.sns, TOPIC);
  const jane = { protocol: 'email', endpoint: 'jane@acme.example' } as const;
  const arn = await subscriptions.subscribe({ ...jane, channels: ['old'] });
  await store.subscriptionRecords.put({ ...jane, channels: ['old'], arn, askedAt: NOON });
  const clock = heldClock(LATER);
  const ports = await openForgetting({
    dynamo: access(proxies.table),
    table: 'table',
    s3,
    bucket: 'objects',
    scheduler: scheduler.client,
    group: SETTINGS.group,
    subscriptions,
    pageLinks: async () => ({ base: 'https://pages.example', keys: ['key'] }),
    clock,
  });
  takeRights(proxies);
  const throttled = new Set(['BatchWriteItem', 'Query']);
  proxies.table.trouble = ({ action }) => (throttled.delete(action) ? THROTTLED : undefined);

  const context = { deadline: LATER + MINUTE, since: NOON - 2 * DAY, progress: () => undefined };
  const outcome = await forgetSubject({ watches: ['acme-news'] }, ports, context);
  expect(outcome).toMatchObject({
    status: 'forgotten',
    forgotten: { findings: 5, stories: 1, alerts: 3, messages: 1, shortened: 1, objects: 2, days: 1 },
  });
  const left = (await forgetAddress(jane, ports, context)).status;
  expect(left).toBe('forgotten');
  expect(throttled.size).toBe(0);
  const needed = takeRights(proxies);

  const items = (await readRawItems(dynamo, 'table')).map((item) => JSON.stringify(item));
  const shared = items.filter((item) => item.includes('shared-story'));
  expect(
    items.filter((item) => !shared.includes(item) && /acme-news(?!-2)|jane@|acmenewsx/.test(item)),
  ).toEqual([]);
  expect(items.filter((item) => item.includes('WATCH#acme-news-2"')).length).toBeGreaterThan(10);
  expect(await ports.objects.count('')).toBe(3);
  expect((await schedules.list()).map(({ watchId }) => watchId).toSorted()).toEqual(['acme-news-2']);
  expect(await subscriptions.list()).toEqual([]);

  const own = allowed('forget.json');
  expect([...allowed('operator.json'), ...own]).toEqual(expect.arrayContaining(needed));
  expect(needed).toEqual(expect.arrayContaining(own));
});
