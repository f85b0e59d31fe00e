import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SQSClient } from '@aws-sdk/client-sqs';
import { arnOf, localCredentials } from '../../infra/local/aws/local-account.ts';
import { startQueueEngine } from '../../infra/local/aws/queue-engine.ts';
import { sqsRunQueue } from '../../shared/aws/sqs-queues.ts';
import { parseJson } from '../../shared/contracts/parse-as.ts';
import { watchOrderSchema } from '../../shared/contracts/orders.ts';
import { memoryQueue } from './memory-services.ts';
import { describeRunQueue } from './run-queue-suite.ts';

describeRunQueue('in memory', async () => {
  const queue = memoryQueue(['news', 'events']);
  return {
    queue,
    take: async (service) => {
      const taken = queue.sent.filter((one) => one.service === service && one.delay <= 0);
      for (const one of taken) queue.sent.splice(queue.sent.indexOf(one), 1);
      return taken.map(({ order }) => order);
    },
    skip: (milliseconds) => {
      for (const one of queue.sent) one.delay -= milliseconds;
    },
    close: async () => {},
  };
});

describeRunQueue('SQS, on the embedded engine', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bellwether-queue-port-'));
  const engine = await startQueueEngine(folder);
  for (const name of ['runs-news', 'runs-events']) {
    engine.createQueue({ name, arn: arnOf('sqs', name), attributes: { VisibilityTimeout: '600' } });
  }
  const client = new SQSClient({ ...localCredentials, endpoint: engine.url });
  return {
    queue: sqsRunQueue(client, { news: engine.urlOf('runs-news'), events: engine.urlOf('runs-events') }),
    take: async (service) => {
      const name = `runs-${service}`;
      if (engine.depth(name).ready === 0) return [];
      const records = await engine.receive(name, 10);
      for (const { receiptHandle } of records) engine.remove(name, receiptHandle);
      return records.map(({ body }) => watchOrderSchema.parse(parseJson(body)));
    },
    skip: (milliseconds) => engine.skip(milliseconds),
    close: async () => {
      client.destroy();
      await engine.stop();
      await rm(folder, { recursive: true });
    },
  };
});
