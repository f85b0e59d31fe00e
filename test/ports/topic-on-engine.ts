import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfirmSubscriptionCommand, SNSClient } from '@aws-sdk/client-sns';
import { arnOf, localCredentials } from '../../infra/local/aws/local-account.ts';
import { openRecordStore } from '../../infra/local/aws/record-store.ts';
import { createClock } from '../../infra/local/aws/shared-clock.ts';
import {
  type CapturedMessage,
  type SmsSettings,
  startTopicEngine,
} from '../../infra/local/aws/topic/topic-engine.ts';
import { subscriptionSchema } from '../../infra/local/aws/topic/subscriptions.ts';
import { NOON } from './examples.ts';
import { engineProxy } from './engine-proxy.ts';

export const TOPIC = arnOf('sns', 'alerts');

/**
 * The embedded topic behind a proxy, with a client that tries once. With `mustConfirm`, e-mail and web addresses wait
 * until `confirm` is called with the address, as at SNS.
 */
export async function openTopicEngine({
  mustConfirm = false,
  sms,
}: {
  mustConfirm?: boolean;
  sms?: SmsSettings;
} = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'bellwether-topic-port-'));
  const store = openRecordStore(join(folder, 'records.db'));
  const captured: CapturedMessage[] = [];
  const tokens = new Map<string, string>();
  const engine = await startTopicEngine({
    topics: [TOPIC],
    store,
    clock: createClock(NOON),
    capture: (message) => void captured.push(message),
    sendToQueue: async () => true,
    ...(sms && { sms }),
    ...(mustConfirm && { askToConfirm: ({ endpoint, token }) => void tokens.set(endpoint, token) }),
  });
  const proxy = await engineProxy(engine.url);
  const sns = new SNSClient({ ...localCredentials, endpoint: proxy.url, maxAttempts: 1 });
  return {
    sns,
    proxy,
    captured,
    /** What somebody does who opens the link in the mail. Returns the ARN. */
    confirm: async (endpoint: string): Promise<string> => {
      const command = new ConfirmSubscriptionCommand({ TopicArn: TOPIC, Token: tokens.get(endpoint) });
      return (await sns.send(command)).SubscriptionArn ?? '';
    },
    /** Deletes the pending subscription of an address, as SNS does some days after it asked. */
    expire: (endpoint: string): void => {
      const records = store.records('subscription', subscriptionSchema);
      for (const one of records.all())
        if (one.endpoint === endpoint && one.isPending) records.remove(one.arn);
    },
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
