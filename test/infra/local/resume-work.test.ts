import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { expect, it } from 'vitest';
import { localCredentials } from '../../../infra/local/aws/local-account.ts';
import { startTableEngine } from '../../../infra/local/aws/table/start-table-engine.ts';
import { endDeadLeases } from '../../../infra/local/resume-work.ts';
import { outputsSchema, OUTPUT_NAMES } from '../../../infra/stack-outputs.ts';
import { dynamoTable } from '../../../shared/aws/dynamo/dynamo-table.ts';
import { openStore } from '../../../shared/store/open-store.ts';
import { HOUR } from '../../../shared/domain/time/instant.ts';
import { spaceOf } from '../../../shared/domain/watches/watch.ts';
import { aChannel, aWatch, NOON } from '../../ports/examples.ts';
import { tableSpec } from '../../ports/table-spec.ts';

it('lets a new process work at once where an earlier one was killed, and keeps what was taken on purpose', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bellwether-leases-'));
  const engine = await startTableEngine({ folder, tables: [tableSpec('table')] });
  const client = new DynamoDBClient({ ...localCredentials, endpoint: engine.url });
  const store = openStore(dynamoTable(client, 'table'));
  await store.definitions.putWatch(aWatch());
  await store.definitions.putChannel(aChannel());
  const live = { watchId: 'acme-news', track: 'live' } as const;
  const [dead, next] = ['dead', 'next'].map((owner) => ({ owner, until: NOON + HOUR }));
  const takeAll = async (lease: typeof dead) => [
    await store.leases.take('apply-watches', lease!, NOON),
    await store.leases.take('reconcile', lease!, NOON),
    (await store.states.acquire(live, lease!, NOON)) !== undefined,
    (await store.spaces.acquire(spaceOf(aWatch()), lease!, NOON)) !== undefined,
    (await store.gate.enter('press-team', lease!, NOON)) !== undefined,
    (await store.gate.enter('press-team', { ...lease!, urgency: 'critical' }, NOON)) !== undefined,
    await store.leases.take('hourly-counts', lease!, NOON),
  ];
  expect(await takeAll(dead)).toEqual([true, true, true, true, true, true, true]);
  expect(await takeAll(next)).toEqual([false, false, false, false, false, false, false]);
  const values = Object.fromEntries(OUTPUT_NAMES.map((name) => [name, 'https://example.com']));
  const outputs = outputsSchema.parse({ ...values, TableName: 'table' });
  await endDeadLeases({ outputs, store }, engine.url);
  // A sweep that is done once an hour stays done.
  expect(await takeAll(next)).toEqual([true, true, true, true, true, true, false]);
  expect(await store.states.read('acme-news', 'live')).toMatchObject({ fence: 2, clean: false });
  client.destroy();
  await engine.stop();
  await rm(folder, { recursive: true });
});
