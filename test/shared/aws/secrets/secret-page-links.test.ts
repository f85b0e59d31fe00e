import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PutSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { arnOf, localCredentials } from '../../../../infra/local/aws/local-account.ts';
import { openRecordStore, type RecordStore } from '../../../../infra/local/aws/record-store.ts';
import { startSecretEngine } from '../../../../infra/local/aws/secret-engine.ts';
import { createClock } from '../../../../infra/local/aws/shared-clock.ts';
import { secretPageLinks } from '../../../../shared/aws/secrets/secret-page-links.ts';
import { MINUTE } from '../../../../shared/domain/time/instant.ts';
import { NOON } from '../../../ports/examples.ts';
import { heldClock } from '../../../ports/memory-services.ts';

const secret = { name: 'link-key', arn: arnOf('secretsmanager', 'secret:link-key'), generated: 43 };
let folder: string;
let store: RecordStore;
let engine: Awaited<ReturnType<typeof startSecretEngine>>;
let client: SecretsManagerClient;

async function start(): Promise<void> {
  engine = await startSecretEngine({ secrets: [secret], values: {}, store, clock: createClock(NOON) });
  client = new SecretsManagerClient({ ...localCredentials, endpoint: engine.url, maxAttempts: 1 });
}
async function stop(): Promise<void> {
  client.destroy();
  await engine.stop();
}
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bellwether-keys-'));
  store = openRecordStore(join(folder, 'records.db'));
  await start();
});
afterEach(async () => {
  await stop();
  store.close();
  await rm(folder, { recursive: true });
});

const put = (SecretString: string) =>
  client.send(new PutSecretValueCommand({ SecretId: secret.arn, SecretString }));

const open = (clock = heldClock(NOON)) => {
  const links = secretPageLinks(client, { keySecret: secret.arn, base: 'https://pages.example.com', clock });
  return async () => (await links()).keys;
};

it('the keys of links are the value in use and the one before it, read again after five minutes', async () => {
  const clock = heldClock(NOON);
  const keys = open(clock);
  const [generated] = await keys();
  expect(generated).toMatch(/^[0-9A-Za-z]{43}$/);
  await put('second');
  expect(await keys()).toEqual([generated]);
  clock.at += 5 * MINUTE;
  expect(await keys()).toEqual(['second', generated]);
  await put('third');
  clock.at += 5 * MINUTE;
  expect(await keys()).toEqual(['third', 'second']);
});

it('keys that this machine has generated are the same after a restart: links in messages still open', async () => {
  const read = () => open()();
  const before = await read();
  await stop();
  await start();
  expect(await read()).toEqual(before);
});
