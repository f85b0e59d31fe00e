import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { expect, it } from 'vitest';
import { localCredentials } from '../../infra/local/aws/local-account.ts';
import { startTableEngine } from '../../infra/local/aws/table/start-table-engine.ts';
import { listenOnLoopback } from '../../infra/local/listen-on-loopback.ts';
import { dynamoTable } from '../../shared/aws/dynamo/dynamo-table.ts';
import { openStore } from '../../shared/store/open-store.ts';
import { DAY, MINUTE } from '../../shared/domain/time/instant.ts';
import { tableSpec } from '../ports/table-spec.ts';

const SPACE = 'watch.acme-news';
/**
 * How long the handler of the worker may take, in milliseconds: long enough for a slow machine to get to its first
 * line.
 */
const REMAINING = 1_500;

async function openWorld() {
  const folder = await mkdtemp(join(tmpdir(), 'bellwether-frozen-'));
  const engine = await startTableEngine({ folder, tables: [tableSpec('table')] });
  const client = new DynamoDBClient({ ...localCredentials, endpoint: engine.url });
  let published = 0;
  const topic = createServer((request, answer) => {
    published += 1;
    request.resume();
    answer.writeHead(200).end();
  });
  const topicUrl = `http://127.0.0.1:${await listenOnLoopback(topic)}`;
  return {
    store: openStore(dynamoTable(client, 'table')),
    published: () => published,
    environment: {
      AWS_REGION: localCredentials.region,
      AWS_ACCESS_KEY_ID: localCredentials.credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: localCredentials.credentials.secretAccessKey,
      AWS_ENDPOINT_URL_DYNAMODB: engine.url,
      AWS_ENDPOINT_URL_SNS: topicUrl,
      POWERTOOLS_DEV: 'true',
      POWERTOOLS_SERVICE_NAME: 'frozen',
    },
    close: async () => {
      topic.closeAllConnections();
      topic.close();
      client.destroy();
      await engine.stop();
      await rm(folder, { recursive: true });
    },
  };
}

it('a worker that is frozen for longer than its time changes nothing once it is thawed', async () => {
  const world = await openWorld();
  const { store } = world;
  const worker = spawn(process.execPath, [join(import.meta.dirname, 'frozen-worker.ts'), String(REMAINING)], {
    env: { ...process.env, ...world.environment },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  try {
    const said = createInterface({ input: worker.stdout })[Symbol.asyncIterator]();
    const next = async () => (await said.next()).value;
    expect(await next()).toBe('working');
    const deadline = Date.now() + REMAINING;
    worker.kill('SIGSTOP');
    await pause(deadline + 1 - Date.now());
    // Its lease has ended, and another worker does its work.
    const later = Date.now() + MINUTE;
    const taken = await store.spaces.acquire(SPACE, { owner: 'another', until: later + MINUTE }, later);
    expect(taken).toEqual({ space: SPACE, fence: 2 });
    worker.stdin.write('go on\n');
    worker.kill('SIGCONT');
    const rest: string[] = [];
    for (let line = await next(); line !== undefined; line = await next()) rest.push(line);
    // The handler is answered for when its time is up; its work goes on, as it may in the next call of the process.
    expect(rest.toSorted()).toEqual([
      'alert: RequestNotSent',
      'answered TimeoutError',
      'finding: RequestNotSent',
      'message: RequestNotSent',
      'release: RequestNotSent',
      'story: RequestNotSent',
    ]);
    expect(await store.findings.total('acme-news')).toBe(1);
    expect(await store.outbox.hasWork('press-team', later + DAY)).toBe(false);
    expect(await store.spaces.release(taken!)).toBe(true);
    expect(world.published()).toBe(0);
  } finally {
    worker.kill('SIGKILL');
    await world.close();
  }
});
