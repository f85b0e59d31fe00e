import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { localCredentials } from '../../../infra/local/aws/local-account.ts';
import { startTableEngine, type TableEngine } from '../../../infra/local/aws/table/start-table-engine.ts';
import { openStore, type Store } from '../../../shared/aws/dynamo/open-store.ts';
import { signatureOf } from '../../../shared/domain/stories/similarity.ts';
import { newMonitor, newWatchlist } from '../../../shared/domain/upstream/upstream-resource.ts';
import { aFinding, aMessage, aStoredFinding, NOON } from '../../ports/examples.ts';
import { newStories } from '../../ports/story-examples.ts';
import { tableSpec } from '../../ports/table-spec.ts';

// What older versions have stored must be read, and what is stored now must be the same: attributes are named here as the
// table has them, whatever the code calls them.

let folder: string;
let engine: TableEngine;
let client: DynamoDBClient;
let store: Store;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bellwether-names-'));
  engine = await startTableEngine({ folder, tables: [tableSpec('table')] });
  client = new DynamoDBClient({ ...localCredentials, endpoint: engine.url });
  store = openStore(client, 'table');
});
afterAll(async () => {
  client.destroy();
  await engine.stop();
  await rm(folder, { recursive: true });
});

async function raw(pk: string, sk: string): Promise<Record<string, unknown>> {
  const { Item = {} } = await client.send(
    new GetItemCommand({ TableName: 'table', Key: marshall({ pk, sk }), ConsistentRead: true }),
  );
  return unmarshall(Item);
}

it('a finding: contentDigest, and told in its verdict', async () => {
  const found = aStoredFinding(1, { finding: aFinding(1, { contentHash: 'hash-1' }) });
  await store.findings.put(found);
  await store.findings.judge(found, { notified: 'alert-1' });
  const { fingerprint } = found.finding;
  const item = await raw('WATCH#acme-news', `FINDING#${fingerprint}`);
  expect(item).toMatchObject({ finding: { contentDigest: 'hash-1' }, verdict: { told: 'alert-1' } });
  expect(Object.keys(item['finding'] ?? {}).toSorted()).toEqual(
    [
      'authors contentDigest fingerprint indexedAt language link matched outlet publishedAt service snippet title type',
    ].flatMap((names) => names.split(' ')),
  );
  expect(Object.keys(item).toSorted()).toEqual(
    'expiresAt finding foundAt pk sk timePk timeSk ttl v verdict watchId'.split(' '),
  );

  await store.findings.revise('acme-news', {
    finding: { ...found.finding, contentHash: 'hash-2' },
    changedAt: NOON,
  });
  expect(await raw('WATCH#acme-news', `FINDING#${fingerprint}`)).toMatchObject({
    finding: { contentDigest: 'hash-2' },
    changedAt: NOON,
  });
  expect(await store.findings.read('acme-news', [fingerprint])).toEqual([
    {
      ...found,
      finding: { ...found.finding, contentHash: 'hash-2' },
      verdict: { notified: 'alert-1' },
      changedAt: NOON,
    },
  ]);
});

it('a finding that is judged when it is put: its verdict', async () => {
  await store.findings.put(aStoredFinding(2, { verdict: { notified: 'alert-2' } }));
  await store.findings.put(aStoredFinding(3, { verdict: { silent: 'base' } }));
  const item = (n: number) => raw('WATCH#acme-news', `FINDING#${aFinding(n).fingerprint}`);
  expect((await item(2))['verdict']).toEqual({ told: 'alert-2' });
  expect((await item(3))['verdict']).toEqual({ silent: 'base' });
});

it('a delivery: receipt, the id that SNS gave', async () => {
  const message = aMessage(1);
  await store.messages.put(message);
  const stored = await store.messages.get(message.id);
  if (!stored) throw new Error('The message was not stored.');
  const delivery = { state: 'accepted', tries: 1, retryAt: NOON, snsMessageId: 'sns-1' } as const;
  expect(await store.messages.move(stored, delivery)).toBe(true);
  expect((await raw('MESSAGE#message-1', 'MESSAGE'))['delivery']).toEqual({
    state: 'accepted',
    tries: 1,
    retryAt: NOON,
    receipt: 'sns-1',
  });
  expect((await store.messages.get(message.id))?.delivery).toEqual(delivery);
});

it('the state of a run: troubles, pace, restsUntil, talliedUntil, learnedOf', async () => {
  const lease = { owner: 'me', until: NOON };
  const state = await store.states.acquire({ watchId: 'w', track: 'live' }, lease, NOON - 1);
  if (!state) throw new Error('The lease is taken.');
  const set = {
    incidents: ['watch:w:failing'],
    withdrawnUntil: NOON + 1,
    judgedUntil: NOON + 2,
    learnedKind: 'outlet',
    failures: 3,
  };
  await store.states.save(state, { set, release: true });
  const rate = { state: 'slowed', interval: 60_000, reason: 'Short.', until: NOON } as const;
  await store.states.setRate('w', rate);
  expect(await raw('WATCH#w', 'STATE')).toEqual({
    pk: 'WATCH#w',
    sk: 'STATE',
    v: 1,
    watchId: 'w',
    track: 'live',
    fence: 1,
    releasedFence: 1,
    troubles: ['watch:w:failing'],
    restsUntil: NOON + 1,
    talliedUntil: NOON + 2,
    learnedOf: 'outlet',
    failures: 3,
    pace: rate,
  });
  expect(await store.states.read('w', 'live')).toMatchObject({ ...set, rate, clean: false });
  await store.states.setRate('w', undefined);
  expect(await raw('WATCH#w', 'STATE')).not.toHaveProperty('pace');
});

it('hourly counts: rings, each with its sighting; hours as rows of numbers', async () => {
  const hour = { at: NOON, articles: 3, stories: 2, scored: 1, sentimentSum: -0.5, latest: NOON + 5 };
  const counts = {
    watchId: 'w',
    policy: 'p',
    since: NOON,
    until: NOON + 3_600_000,
    readAt: NOON + 3_600_000,
    hours: [hour],
    recent: [{ story: 's', at: NOON }],
    episode: { at: NOON, last: NOON },
    detections: [{ at: NOON, detection: { text: 'Seen.', figures: { limit: 2 } } }],
  };
  expect(await store.countStore.put(counts, undefined)).toBe(true);
  const { ttl: _ttl, ...item } = await raw('WATCH#w', 'TALLY');
  expect(item).toEqual({
    pk: 'WATCH#w',
    sk: 'TALLY',
    v: 1,
    watchId: 'w',
    policy: 'p',
    since: NOON,
    until: NOON + 3_600_000,
    readAt: NOON + 3_600_000,
    hours: [[NOON / 3_600_000, 3, 2, 1, -0.5, 5]],
    recent: [['s', NOON / 3_600_000]],
    episode: { at: NOON, last: NOON },
    rings: [{ at: NOON, sighting: { text: 'Seen.', figures: { limit: 2 } } }],
  });
  expect(await store.countStore.get('w')).toEqual(counts);
});

it('a story: prints, a set of texts; a similarity key: band', async () => {
  const signature = signatureOf('Acme opens a plant');
  const story = {
    id: 's1',
    title: 'Acme opens a plant',
    madeAt: NOON,
    seenAt: NOON,
    expiresAt: NOON + 1_000,
    articles: [{ fingerprint: 'f1', at: NOON, domain: 'a.example' }],
    signature,
    samples: [],
    absorbed: [],
  };
  const keys = [{ key: 'w1-2', story: 's1', until: NOON }];
  await store.stories.putNew('w', newStories({ stories: [story], keys }));
  await store.stories.join('w', 's1', {
    articles: [{ fingerprint: 'f2', at: NOON + 1 }],
    samples: [],
    seenAt: NOON + 1,
    expiresAt: NOON + 1_000,
  });
  const item = await raw('STORY#s1', 'WATCH#w');
  expect(Object.keys(item).toSorted()).toEqual(
    'expiresAt id madeAt pk prints seenAt signature sk timePk timeSk title ttl v watchId'.split(' '),
  );
  expect(item['prints']).toEqual(
    new Set([`["f1",${NOON},"a.example",null,null,null]`, `["f2",${NOON + 1},null,null,null,null]`]),
  );
  expect((await store.stories.parts(['s1'])).get('s1')?.[0]?.articles).toHaveLength(2);
  expect(await raw('BAND#w1-2', 'WATCH#w')).toMatchObject({ band: 'w1-2', story: 's1', until: NOON });
});

it('upstream resources: secrets and digests of entities', async () => {
  await store.resources.write({ ...newMonitor('w'), secrets: ['hash'] });
  expect(await raw('HOLDINGS', 'MONITOR#w')).toMatchObject({ secrets: ['hash'], rounds: 0, revision: 1 });
  await store.resources.write({ ...newWatchlist('cars'), members: { acme: { id: 'e1', hash: 'hash' } } });
  expect((await raw('HOLDINGS', 'WATCHLIST#cars'))['members']).toEqual({
    acme: { id: 'e1', digest: 'hash' },
  });
  expect((await store.resources.watchlist('cars'))?.members).toEqual({ acme: { id: 'e1', hash: 'hash' } });
});
