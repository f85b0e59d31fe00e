import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type GetSecretValueCommand,
  PutSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { arnOf, localCredentials } from '../../../infra/local/aws/local-account.ts';
import { openRecordStore, type RecordStore } from '../../../infra/local/aws/record-store.ts';
import { startSecretEngine } from '../../../infra/local/aws/secret-engine.ts';
import { createClock } from '../../../infra/local/aws/shared-clock.ts';
import { namedSecrets, secretKey, secretPageLinks } from '../../../shared/aws/secrets.ts';
import { PublishRefused } from '../../../shared/domain/lib/errors.ts';
import { MINUTE } from '../../../shared/domain/time/instant.ts';
import { engineProxy, type EngineProxy } from '../../ports/engine-proxy.ts';
import { NOON } from '../../ports/examples.ts';
import { heldClock } from '../../ports/memory-services.ts';

describe('secret key', () => {
  const secret = { name: 'news-key', arn: arnOf('secretsmanager', 'secret:news-key') };

  let folder: string;
  let store: RecordStore;
  let engine: Awaited<ReturnType<typeof startSecretEngine>>;
  let proxy: EngineProxy;
  let client: SecretsManagerClient;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'bellwether-secrets-'));
    store = openRecordStore(join(folder, 'records.db'));
    engine = await startSecretEngine({ secrets: [secret], values: {}, store, clock: createClock(NOON) });
    proxy = await engineProxy(engine.url);
    client = new SecretsManagerClient({ ...localCredentials, endpoint: proxy.url, maxAttempts: 1 });
  });
  afterEach(async () => {
    client.destroy();
    await proxy.close();
    await engine.stop();
    store.close();
    await rm(folder, { recursive: true });
  });

  const put = (SecretString: string) =>
    client.send(new PutSecretValueCommand({ SecretId: secret.arn, SecretString }));
  const reads = () => proxy.passages.filter(({ action }) => action === 'GetSecretValue').length;
  const open = (clock = heldClock(NOON)) => ({
    clock,
    key: secretKey(client, { secretId: secret.arn, clock }),
  });

  describe('the key of a service', () => {
    it('is read without the blanks that pasting leaves', async () => {
      await put('  k-123\n');
      expect(await open().key()).toBe('k-123');
    });

    it('is read once in five minutes, and a changed one is in use after that', async () => {
      await put('old');
      const { clock, key } = open();
      expect(await key()).toBe('old');
      await put('new');
      clock.at += 5 * MINUTE - 1;
      expect(await key()).toBe('old');
      expect(reads()).toBe(1);
      clock.at += 1;
      expect(await key()).toBe('new');
      expect(reads()).toBe(2);
    });

    it('is not taken for missing when the secret cannot be read: the fault is reported, and nothing is cached', async () => {
      await put('k-123');
      const { key } = open();
      proxy.trouble = () => ({
        status: 400,
        body: '{"__type":"AccessDeniedException","message":"not allowed"}',
      });
      await expect(key()).rejects.toThrow('not allowed');
      proxy.trouble = () => undefined;
      expect(await key()).toBe('k-123');
    });
  });
});

/** Secrets Manager with these values. */
function secretsWith(values: Record<string, string>) {
  const asked: (string | undefined)[] = [];
  const send = async ({ input }: GetSecretValueCommand) => {
    asked.push(input.SecretId);
    const value = values[input.SecretId ?? ''];
    if (value === undefined) throw new ResourceNotFoundException({ message: 'none', $metadata: {} });
    return { SecretString: value };
  };
  return { asked, client: { send } as unknown as SecretsManagerClient };
}

it('refuses a message while its secret is missing, says how to make it, and finds it at the next try', async () => {
  const values: Record<string, string> = {};
  const { client } = secretsWith(values);
  const secret = namedSecrets(client, { stack: 'bellwether-dev', clock: heldClock(NOON) });
  const error = await secret('SLACK_TOKEN').catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(PublishRefused);
  expect(String(error)).toContain('create-secret --name bellwether-dev/SLACK_TOKEN');
  values['bellwether-dev/SLACK_TOKEN'] = 'xoxb-1';
  expect(await secret('SLACK_TOKEN')).toBe('xoxb-1');
});

describe('secret page links', () => {
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
    const links = secretPageLinks(client, {
      keySecret: secret.arn,
      base: 'https://pages.example.com',
      clock,
    });
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
});
