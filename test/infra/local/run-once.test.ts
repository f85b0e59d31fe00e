import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { FunctionEngine } from '../../../infra/local/aws/functions/function-engine.ts';
import { pollQueue } from '../../../infra/local/aws/functions/poll-queue.ts';
import { arnOf } from '../../../infra/local/aws/local-account.ts';
import { type QueueSpec, startQueueEngine } from '../../../infra/local/aws/queue-engine.ts';
import { createClock } from '../../../infra/local/aws/shared-clock.ts';
import type { LoggedDecision, LoggedRun } from '../../../infra/local/function-log.ts';
import { endRuns, exitCodeOf, type OnceOrder, runOnce } from '../../../infra/local/run-once.ts';
import { runOrderBody, runOrderSchema } from '../../../shared/contracts/orders.ts';
import type { RunOrder } from '../../../shared/domain/watches/watch.ts';
import { aWatch, NOON } from '../../ports/examples.ts';
import { memoryWorkflow } from '../../ports/memory-workflow.ts';
import { memoryStore } from '../../store/memory-store.ts';

const NOTHING = { windows: 1, calls: 1, matched: 0, new: 0, alerts: 1, quarantined: 1 };

/** A function that a test gives, fed from a real queue whose messages are dead after three receives. */
async function openRuns(invoke: FunctionEngine['invoke']) {
  const folder = await mkdtemp(join(tmpdir(), 'bellwether-once-'));
  const queues = await startQueueEngine(folder);
  const RedrivePolicy = JSON.stringify({ deadLetterTargetArn: arnOf('sqs', 'dead'), maxReceiveCount: 3 });
  const specs: QueueSpec[] = [
    { name: 'dead', arn: arnOf('sqs', 'dead'), attributes: {} },
    { name: 'runs', arn: arnOf('sqs', 'runs'), attributes: { VisibilityTimeout: '1800', RedrivePolicy } },
  ];
  for (const spec of specs) queues.createQueue(spec);
  const functions = {
    invoke,
    invokeLater: () => undefined,
    loadAhead: () => undefined,
    running: () => 0,
    stop: async () => undefined,
  };
  const source = { queueArn: arnOf('sqs', 'runs'), functionName: 'run', batchSize: 1, concurrency: 1 };
  const poller = pollQueue({ ...source, partialFailures: false }, { queues, functions });
  onTestFinished(async () => {
    await poller.stop();
    await queues.stop();
    await rm(folder, { recursive: true });
  });
  const workflow = { untilNext: () => undefined, wake: () => undefined };
  return { stack: { queues: specs }, queues, functions, workflow, isIdle: () => poller.busy() === 0 };
}

/** Runs a watch once on real queues. `run` is its function: it logs how a run ended, orders more, or throws. */
async function once(
  run: (
    order: RunOrder,
    given: {
      log: (status: string) => void;
      more: () => Promise<void>;
      decide: (story: string) => void;
    },
  ) => Promise<void>,
) {
  const runs: LoggedRun[] = [];
  const decided: LoggedDecision[] = [];
  const send = (order: RunOrder) => machine.queues.send('runs', runOrderBody(order));
  const machine = await openRuns(async (name, event) => {
    if (name !== 'run') return { payload: '{}' };
    const order = runOrderSchema.parse(JSON.parse(JSON.parse(event).Records[0].body));
    const log = (status: string) =>
      void runs.push({ watchId: order.watchId, kind: 'search', status, ...NOTHING });
    const more = () => send({ ...order, continuation: order.continuation + 1 });
    const decide = (story: string) =>
      void decided.push({
        watches: [
          { watchId: order.watchId, findings: 1, stories: [story], alerts: 1 },
          { watchId: 'another', findings: 1, stories: ['other'], alerts: 1 },
        ],
        quarantined: 0,
      });
    return run(order, { log, more, decide }).then(
      () => ({ payload: 'null' }),
      (error: Error) => ({ error: { errorType: error.name, errorMessage: error.message } }),
    );
  });
  const twin = memoryWorkflow();
  const order = {
    machine,
    access: {
      outputs: { DeliverAlertsFunction: 'deliver', ReconcileFunction: 'reconcile' },
      store: memoryStore(),
      queue: { send: (_service: string, one: RunOrder) => send(one) },
      workflow: twin,
      executions: twin,
      workQueues: ['runs'],
      links: async () => ({ base: 'http://127.0.0.1', keys: ['k'] }),
    },
    clock: createClock(NOON),
    watches: [aWatch({ id: 'acme-news' })],
    skipWaits: true,
    runs,
    decided,
    sent: new Set<string>(),
  };
  return runOnce(order as unknown as OnceOrder);
}

it('a run with its continuations is done; its stories and alerts are those of the run and of what was decided', async () => {
  const { watches, totals } = await once(async ({ continuation }, { log, more, decide }) => {
    if (continuation < 2) await more();
    log(continuation < 2 ? 'continued' : 'done');
    decide(continuation < 2 ? 'story' : 'another story');
  });
  expect(watches).toMatchObject([{ status: 'done', windows: 3, stories: 2, alerts: 6 }]);
  expect(totals).toMatchObject({ failed: 0, dead: 0, quarantined: 3 });
});

it('a continuation that dies each time has failed, although the run before it logged its end', async () => {
  const { watches, totals } = await once(async ({ continuation }, { log, more }) => {
    if (continuation > 0) throw new Error('no');
    await more();
    log('continued');
  });
  expect(watches).toMatchObject([{ status: 'failed', windows: 1, error: { name: 'RunDied' } }]);
  expect(totals).toMatchObject({ failed: 1, dead: 1 });
});

it('ends with 1 where a run failed or an order is among the dead letters', () => {
  const codeWith = (totals: Record<string, number>) =>
    exitCodeOf({ watches: [], deliveries: [], totals: { failed: 0, dead: 0, ...totals } });
  expect([codeWith({}), codeWith({ quarantined: 1 })]).toEqual([0, 0]);
  expect([codeWith({ failed: 1 }), codeWith({ dead: 1 })]).toEqual([1, 1]);
});

it('the end of runs comes when an order fails each time, also where its waits are real', async () => {
  const bodies: string[] = [];
  const machine = await openRuns(async (_name, event) => {
    const { body } = JSON.parse(event).Records[0];
    bodies.push(body);
    return body === 'bad' ? { error: { errorType: 'Error', errorMessage: 'no' } } : { payload: 'null' };
  });
  await machine.queues.send('runs', 'bad');
  await machine.queues.send('runs', 'good');
  const access = { workQueues: ['runs'] };
  const order = { machine, access, clock: createClock(), skipWaits: false, retryAfter: 50 };
  await endRuns(order as unknown as Parameters<typeof endRuns>[0]);
  expect(bodies.toSorted()).toEqual(['bad', 'bad', 'bad', 'good']);
  expect(machine.queues.depth('dead').ready).toBe(1);
});
