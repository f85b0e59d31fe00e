import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SQSClient } from '@aws-sdk/client-sqs';
import { expect, it, onTestFinished } from 'vitest';
import { arnOf, localCredentials } from '../../infra/local/aws/local-account.ts';
import { startQueueEngine } from '../../infra/local/aws/queue-engine.ts';
import { sqsDecideQueue } from '../../shared/aws/sqs-queues.ts';
import { decideOrderSchema } from '../../shared/contracts/orders.ts';
import { parseJson } from '../../shared/contracts/parse-as.ts';
import { SECOND } from '../../shared/domain/time/instant.ts';

it('the queue of the function that decides hands on an order whole, and not before its delay', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bellwether-decide-queue-'));
  const engine = await startQueueEngine(folder);
  engine.createQueue({
    name: 'decide',
    arn: arnOf('sqs', 'decide'),
    attributes: { VisibilityTimeout: '600' },
  });
  const client = new SQSClient({ ...localCredentials, endpoint: engine.url });
  onTestFinished(async () => {
    client.destroy();
    await engine.stop();
    await rm(folder, { recursive: true });
  });
  const order = { space: 'brand.acme.normal', waits: 3 };
  await sqsDecideQueue(client, engine.urlOf('decide')).send(order, 90.5 * SECOND);
  engine.skip(90 * SECOND);
  expect(engine.depth('decide').ready).toBe(0);
  engine.skip(SECOND);
  const [record] = await engine.receive('decide', 10);
  expect(decideOrderSchema.parse(parseJson(record?.body ?? ''))).toEqual(order);
});
