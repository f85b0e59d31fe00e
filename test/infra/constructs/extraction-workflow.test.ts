import { setTimeout as pause } from 'node:timers/promises';
import { SFNClient } from '@aws-sdk/client-sfn';
import { StateMachine } from 'aws-local-stepfunctions';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  EXECUTION_SECONDS,
  extractionStates,
  LAMBDA_RETRY,
  STEP_RETRY,
} from '../../../infra/constructs/extraction-workflow.ts';
import { type CallEnd } from '../../../infra/local/aws/functions/function-spec.ts';
import { arnOf, localCredentials } from '../../../infra/local/aws/local-account.ts';
import { type SharedClock } from '../../../infra/local/aws/shared-clock.ts';
import { readTemplate } from '../../../infra/local/aws/template/read-template.ts';
import {
  startWorkflowEngine,
  type WorkflowEngine,
} from '../../../infra/local/aws/workflow/workflow-engine.ts';
import {
  stepFunctionsExecutions,
  stepFunctionsWorkflow,
} from '../../../shared/aws/step-functions-workflow.ts';
import { extractionOrderSchema } from '../../../shared/contracts/orders.ts';
import {
  BUSY_LIMIT,
  DEADLINE,
  LATE_LIMIT,
  OVERDUE,
  PART_GAP,
  POLL_GAP,
} from '../../../shared/domain/extraction/extraction-transitions.ts';
import { type Extraction } from '../../../shared/domain/extraction/extraction.ts';
import { HOUR, MINUTE } from '../../../shared/domain/time/instant.ts';
import { type Watch } from '../../../shared/domain/watches/watch.ts';
import { recordBrokenExecution, restartExtractions } from '../../../shared/use-cases/extraction/poll-job.ts';
import { NOON } from '../../ports/examples.ts';
import { type JobScript } from '../../ports/memory-jobs.ts';
import {
  aftermathOf,
  aJobWatch,
  extractionBench,
  type ExtractionBench,
  STEPS,
} from '../../shared/use-cases/extraction-bench.ts';
import { decideOrdered } from '../../shared/use-cases/decide-ordered.ts';
import { type SharedStack, stackOf, exactWords, onlyOne, plainId } from '../synthesised.ts';

// The state machine of the template, on the engine of this machine, over use cases whose clock is held.

let dev: SharedStack;
let machine: ReturnType<typeof readTemplate>['stateMachines'][number];
let engine: WorkflowEngine;
let client: SFNClient;
let bench: ExtractionBench;
/** What a function does beside its step: a test makes it fail. */
let failing: ((name: string) => Error | undefined) | undefined;
let calls: string[];

/** The clock of the engine is the one of the use cases. */
const clock: SharedClock = {
  now: () => bench.clock.at,
  leap: (milliseconds) => {
    bench.clock.at += milliseconds;
  },
  shift: new SharedArrayBuffer(8),
};

/** A function of the stack, by the part of its ARN that says what it does. */
async function invoke(arn: string, event: string): Promise<CallEnd> {
  const step = (['submit', 'poll', 'collect'] as const).find((name) => arn.toLowerCase().includes(name));
  if (!step) throw new Error(`There is no function ${arn}`);
  try {
    const { jobId, failure } = extractionOrderSchema.parse(JSON.parse(event));
    calls.push(failure === undefined ? step : 'record');
    const before = failure === undefined ? failing?.(step) : undefined;
    if (before) throw before;
    const outcome =
      failure === undefined
        ? await STEPS[step](jobId, bench.ports, { owner: 'call', deadline: bench.clock.at + 2 * MINUTE })
        : await recordBrokenExecution({ jobId, cause: failure }, bench.ports);
    await decideOrdered(bench.ports);
    const { next, waitSeconds } = outcome;
    return { payload: JSON.stringify({ jobId, next, waitSeconds }) };
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    return { error: { errorType: name, errorMessage: message } };
  }
}

beforeAll(async () => {
  dev = await stackOf('dev');
  const parameters = { NewsUrl: 'x', EventsUrl: 'x', JobsUrl: 'x' };
  const order = {
    assets: 'assets',
    stackName: 'test',
    parameters,
    queueBase: 'http://127.0.0.1:1/0',
    httpBase: '',
  };
  const stack = readTemplate({ ...order, template: dev.template.toJSON() });
  const [only, ...others] = stack.stateMachines;
  if (!only || others.length > 0) throw new Error('The stack should have one state machine');
  machine = only;
  engine = await startWorkflowEngine({ machines: [machine], clock, skipWaits: true, invoke });
  client = new SFNClient({ ...localCredentials, endpoint: engine.url });
});
afterAll(async () => {
  client.destroy();
  await engine.stop();
});
beforeEach(() => {
  failing = undefined;
  calls = [];
});

let watches = 0;
let watch: Watch;

interface Scene {
  script?: JobScript;
  changes?: Partial<Watch>;
  /** What is arranged before the first step: the service answers as the test says from then on. */
  arrange?: () => void;
}

/** A watch of its own, started on the engine. */
async function start({ script = {}, changes = {}, arrange }: Scene = {}): Promise<void> {
  watch = aJobWatch({ id: `cuts-${(watches += 1)}`, ...changes });
  bench = await extractionBench({ watches: [watch], script });
  arrange?.();
  const workflow = stepFunctionsWorkflow(client, machine.arn);
  const executions = stepFunctionsExecutions(client, machine.arn);
  Object.assign(bench.ports, { workflow, executions });
  // The twin notes the name as well, so that the extraction is found again.
  await bench.run(watch);
  await bench.run(watch, {}, { ...bench.ports, workflow: bench.workflow });
}

const extraction = async (): Promise<Extraction> => {
  const [id = ''] = bench.workflow.started.values();
  return (await bench.store.extractions.get(id))!;
};
const running = () => stepFunctionsExecutions(client, machine.arn).running();

/** Lets time pass from wait to wait until nothing runs, or until a time. */
async function pass(until = Number.POSITIVE_INFINITY): Promise<void> {
  for (;;) {
    while (engine.busy() > 0) await pause(1);
    const wait = engine.untilNext();
    if (wait === undefined || clock.now() + wait > until) return;
    clock.leap(wait);
    engine.wake();
  }
}

const alertedOn = async () =>
  (await aftermathOf(bench, watch.id)).alerts.map(({ about }) => about).toSorted();

describe('the state machine of the stack', () => {
  afterEach(async () => {
    await pass();
    if ((await running()).size > 0) throw new Error('An execution has been left behind');
  });

  it('passes the checks of the States Language as it is written, and its history has room for every wait', () => {
    const definition = structuredClone(machine.definition);
    expect(() => new StateMachine(definition)).not.toThrow();
    const resources = Object.values(machine.definition.States).flatMap((state) =>
      state.Type === 'Task' ? [/(Submit|Poll|Collect)Extraction/.exec(state.Resource)?.[1]] : [],
    );
    expect(resources).toEqual(['Submit', 'Poll', 'Collect', 'Poll']);
    // A step takes 5 events, the choices and the wait after it 6; a job may be busy, polled, late, and give its pages
    // twice.
    const parts = (DEADLINE / PART_GAP) * 10;
    const polls = DEADLINE / POLL_GAP + LATE_LIMIT / HOUR;
    const steps = BUSY_LIMIT / MINUTE + 2 * (polls + parts + 10) + 20;
    expect(steps * 11).toBeLessThan(25_000);
    expect(EXECUTION_SECONDS * 1_000).toBeGreaterThan(BUSY_LIMIT + 2 * (DEADLINE + LATE_LIMIT));
  });

  it('takes a job from its submit to its last page', async () => {
    await start({ script: { records: 250 } });
    await pass();
    expect(await extraction()).toMatchObject({ state: 'done', found: 250, executions: 1 });
    expect(calls[0]).toBe('submit');
    expect(calls.slice(-3)).toEqual(['collect', 'collect', 'collect']);
    expect((await alertedOn()).filter((about) => about === 'finding')).toHaveLength(250);
  });

  it('tries a step again, then records why it broke off, and reconcile starts another execution', async () => {
    await start();
    await pass(NOON + 3 * MINUTE);
    failing = (step) => (step === 'poll' ? new TypeError('x is not a function') : undefined);
    await pass();
    expect(calls.filter((call) => call === 'poll').length).toBeGreaterThan(4);
    expect(calls.at(-1)).toBe('record');
    expect(await extraction()).toMatchObject({
      state: 'working',
      error: 'A step failed: TypeError: x is not a function',
    });
    expect(await running()).toEqual(new Set());
    failing = undefined;
    clock.leap(OVERDUE);
    const { id } = await extraction();
    expect(await restartExtractions(bench.ports)).toEqual([id]);
    await pass();
    const done = await extraction();
    expect(done).toMatchObject({ state: 'done', executions: 2 });
    expect(done).not.toHaveProperty('error');
  });
});

describe('the retry policies', () => {
  it('are on every task, with those of Lambda first', () => {
    const fn = { arn: arnOf('lambda', 'function:f'), seconds: 60 };
    const { States } = extractionStates({ submit: fn, poll: fn, collect: fn });
    for (const state of [States.Submit, States.Poll, States.Collect, States['Record failure']]) {
      expect(state).toMatchObject({ TimeoutSeconds: 75, Retry: [LAMBDA_RETRY, STEP_RETRY] });
    }
  });
});

describe('the workflow of extractions', () => {
  const machine = () => onlyOne(dev, 'AWS::StepFunctions::StateMachine');

  it('is a standard one with a role of its own, and logs each step without its inputs', () => {
    const { StateMachineType, RoleArn, LoggingConfiguration, TracingConfiguration } = machine().Properties;
    // Standard unless it says otherwise.
    expect(StateMachineType).toBeUndefined();
    expect(TracingConfiguration).toBeUndefined();
    expect(exactWords(RoleArn)).toBe('ExtractionWorkflowRole.Arn');
    expect(machine().DependsOn.map(plainId)).toEqual([
      'ExtractionWorkflowRoleDefaultPolicy',
      'ExtractionWorkflowRole',
    ]);
    const { Destinations, IncludeExecutionData, Level } = LoggingConfiguration;
    expect([IncludeExecutionData, Level]).toEqual([false, 'ALL']);
    expect(Destinations.map((one: any) => exactWords(one.CloudWatchLogsLogGroup.LogGroupArn))).toEqual([
      'ExtractionWorkflowVendedLog.Arn',
    ]);
  });
});
