import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateScheduleCommand, SchedulerClient } from '@aws-sdk/client-scheduler';
import { PutSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import { expect, it, onTestFinished } from 'vitest';
import { localCredentials } from '../../../../infra/local/aws/local-account.ts';
import { openRecordStore } from '../../../../infra/local/aws/record-store.ts';
import { startSchedulerEngine } from '../../../../infra/local/aws/scheduler/scheduler-engine.ts';
import { startSecretEngine } from '../../../../infra/local/aws/secret-engine.ts';
import { createClock } from '../../../../infra/local/aws/shared-clock.ts';
import { startWorkflowEngine } from '../../../../infra/local/aws/workflow/workflow-engine.ts';

const clock = createClock();
const NOTHING = { length: { toString: 1, valueOf: 2 } };

async function openEngines() {
  const folder = mkdtempSync(join(tmpdir(), 'bellwether-wire-'));
  const store = openRecordStore(join(folder, 'records.db'));
  const invoke = async () => ({ payload: '{}' });
  const workflow = await startWorkflowEngine({ machines: [], clock, skipWaits: true, invoke });
  const secrets = await startSecretEngine({ secrets: [], values: {}, store, clock });
  const deliver = async () => undefined;
  const scheduler = await startSchedulerEngine({
    groups: ['g'],
    store,
    clock,
    deliver,
    onFailure: () => undefined,
  });
  onTestFinished(async () => {
    await Promise.all([workflow, secrets, scheduler].map((engine) => engine.stop()));
    store.close();
    rmSync(folder, { recursive: true });
  });
  return { workflow, secrets, scheduler };
}

/** A client that sends a body in place of what the command holds. It is signed afterwards. */
function withBody<C extends { destroy: () => void; middlewareStack: any }>(client: C, body: object): C {
  const replace = (next: any) => async (given: any) => {
    given.request.body = JSON.stringify(body);
    given.request.headers['content-length'] = String(Buffer.byteLength(given.request.body));
    return next(given);
  };
  client.middlewareStack.add(replace, { step: 'build', priority: 'low' });
  onTestFinished(() => client.destroy());
  return client;
}

it('the engines refuse an object where a text is needed, as AWS does', async () => {
  const engines = await openEngines();
  const at = (engine: { url: string }) => ({ ...localCredentials, endpoint: engine.url, maxAttempts: 1 });
  const workflow = withBody(new SFNClient(at(engines.workflow)), { stateMachineArn: NOTHING });
  const start = workflow.send(new StartExecutionCommand({ stateMachineArn: 'x' }));
  await expect(start).rejects.toMatchObject({ name: 'ValidationException' });
  const secrets = withBody(new SecretsManagerClient(at(engines.secrets)), {
    SecretId: 'a',
    SecretString: NOTHING,
  });
  const put = secrets.send(new PutSecretValueCommand({ SecretId: 'a', SecretString: 'b' }));
  await expect(put).rejects.toMatchObject({ name: 'InvalidParameterException' });
  const target = { Arn: 'arn:aws:sqs:x', RoleArn: 'r', Input: NOTHING };
  const window = { Mode: 'OFF' } as const;
  const scheduler = withBody(new SchedulerClient(at(engines.scheduler)), {
    ScheduleExpression: 'rate(1 hour)',
    FlexibleTimeWindow: window,
    Target: target,
  });
  const create = scheduler.send(
    new CreateScheduleCommand({
      Name: 'a',
      GroupName: 'g',
      ScheduleExpression: 'rate(1 hour)',
      FlexibleTimeWindow: window,
      Target: { ...target, Input: 'x' },
    }),
  );
  await expect(create).rejects.toMatchObject({ name: 'ValidationException' });
});
