import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SNSClient } from '@aws-sdk/client-sns';
import { arnOf, localCredentials } from '../../infra/local/aws/local-account.ts';
import { openRecordStore } from '../../infra/local/aws/record-store.ts';
import { createClock } from '../../infra/local/aws/shared-clock.ts';
import { type CapturedMessage, startTopicEngine } from '../../infra/local/aws/topic/topic-engine.ts';
import { NOON } from './examples.ts';
import { engineProxy } from './engine-proxy.ts';

export const TOPIC = arnOf('sns', 'alerts');

/** The embedded topic behind a proxy, with a client that tries once. */
export async function openTopicEngine() {
  const folder = await mkdtemp(join(tmpdir(), 'bellwether-topic-port-'));
  const store = openRecordStore(join(folder, 'records.db'));
  const captured: CapturedMessage[] = [];
  const engine = await startTopicEngine({
    topics: [TOPIC],
    store,
    clock: createClock(NOON),
    capture: (message) => void captured.push(message),
    sendToQueue: async () => true,
  });
  const proxy = await engineProxy(engine.url);
  const sns = new SNSClient({ ...localCredentials, endpoint: proxy.url, maxAttempts: 1 });
  return {
    sns,
    proxy,
    captured,
    close: async () => {
      sns.destroy();
      await proxy.close();
      await engine.stop();
      store.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** A refusal as SNS words it. */
export function snsError(status: number, code: string, message: string) {
  const body = `<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error><RequestId>r-1</RequestId></ErrorResponse>`;
  return { status, headers: { 'content-type': 'text/xml' }, body };
}
