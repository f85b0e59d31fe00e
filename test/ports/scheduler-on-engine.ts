import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SchedulerClient } from '@aws-sdk/client-scheduler';
import { arnOf, localCredentials } from '../../infra/local/aws/local-account.ts';
import { openRecordStore } from '../../infra/local/aws/record-store.ts';
import { startSchedulerEngine } from '../../infra/local/aws/scheduler/scheduler-engine.ts';
import { createClock } from '../../infra/local/aws/shared-clock.ts';
import type { ScheduleSettings } from '../../shared/aws/eventbridge-schedules.ts';
import { engineProxy } from './engine-proxy.ts';
import { NOON } from './examples.ts';

export const SETTINGS: ScheduleSettings = {
  group: 'watches',
  roleArn: 'arn:aws:iam::000000000000:role/scheduler',
  deadLettersArn: arnOf('sqs', 'dead'),
  queueArns: { news: arnOf('sqs', 'runs-news'), events: arnOf('sqs', 'runs-events') },
};

/** The embedded scheduler behind a proxy, an hour before noon; what it sends is kept. */
export async function openSchedulerEngine({ rate }: { rate?: number } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'bellwether-scheduler-port-'));
  const store = openRecordStore(join(folder, 'records.db'));
  const clock = createClock(NOON - 60 * 60_000);
  const sent: { arn: string; input: string }[] = [];
  const engine = await startSchedulerEngine({
    groups: [SETTINGS.group],
    store,
    clock,
    ...(rate !== undefined && { rate }),
    deliver: async (arn, input) => void sent.push({ arn, input }),
    onFailure: (schedule, cause) => {
      throw new Error(`${schedule} was not sent`, { cause });
    },
  });
  const proxy = await engineProxy(engine.url);
  const client = new SchedulerClient({ ...localCredentials, endpoint: proxy.url, maxAttempts: 1 });
  return {
    client,
    proxy,
    engine,
    clock,
    sent,
    close: async () => {
      client.destroy();
      await proxy.close();
      await engine.stop();
      store.close();
      await rm(folder, { recursive: true });
    },
  };
}
