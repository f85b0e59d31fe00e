import {
  DescribeExecutionCommand,
  DescribeStateMachineCommand,
  ListExecutionsCommand,
  SFNClient,
  StartExecutionCommand,
} from '@aws-sdk/client-sfn';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type CallEnd, InvokeRefused } from '../../../../../infra/local/aws/functions/function-spec.ts';
import { arnOf, localCredentials } from '../../../../../infra/local/aws/local-account.ts';
import { createClock } from '../../../../../infra/local/aws/shared-clock.ts';
import { type MachineDefinition, machineSchema } from '../../../../../infra/local/aws/workflow/definition.ts';
import { startWorkflowEngine } from '../../../../../infra/local/aws/workflow/workflow-engine.ts';
import {
  stepFunctionsExecutions,
  stepFunctionsWorkflow,
} from '../../../../../shared/aws/step-functions-workflow.ts';

const NOON = Date.parse('2026-11-20T12:00:00Z');
const MACHINE = arnOf('states', 'stateMachine:machine');
const STEP = arnOf('lambda', 'function:step');

/** A task that repeats while its answer says so, waits in between, and passes its failures to another task. */
const LOOP: MachineDefinition = machineSchema.parse({
  StartAt: 'Step',
  TimeoutSeconds: 86_400,
  States: {
    Step: {
      Type: 'Task',
      Resource: STEP,
      TimeoutSeconds: 60,
      Retry: [{ ErrorEquals: ['Busy'], IntervalSeconds: 3_600, MaxAttempts: 2 }],
      Catch: [{ ErrorEquals: ['States.ALL'], ResultPath: '$.failure', Next: 'Record' }],
      Next: 'What next',
    },
    'What next': {
      Type: 'Choice',
      Choices: [{ Variable: '$.next', StringEquals: 'end', Next: 'Done' }],
      Default: 'Wait',
    },
    Wait: { Type: 'Wait', SecondsPath: '$.seconds', Next: 'Step' },
    Record: {
      Type: 'Task',
      Resource: arnOf('lambda', 'function:record'),
      TimeoutSeconds: 60,
      Next: 'Broken',
    },
    Broken: { Type: 'Fail', Error: 'StepBroken', Cause: 'It was recorded.' },
    Done: { Type: 'Succeed' },
  },
});

/** An engine whose functions are the test's own, with its client. */
async function open(answer: (arn: string, event: any) => CallEnd | Promise<CallEnd>, skipWaits = true) {
  const clock = createClock(NOON);
  const engine = await startWorkflowEngine({
    machines: [{ name: 'machine', arn: MACHINE, definition: LOOP }],
    clock,
    skipWaits,
    invoke: async (arn, event) => answer(arn.split(':').at(-1) ?? '', JSON.parse(event)),
  });
  const client = new SFNClient({ ...localCredentials, endpoint: engine.url, maxAttempts: 1 });
  onTestFinished(async () => {
    client.destroy();
    await engine.stop();
  });
  const start = async (name: string, input: object = { jobId: name }) => {
    const order = { stateMachineArn: MACHINE, name, input: JSON.stringify(input) };
    return (await client.send(new StartExecutionCommand(order))).executionArn ?? '';
  };
  const describeOne = (executionArn: string) => client.send(new DescribeExecutionCommand({ executionArn }));
  const ended = async (arn: string) => {
    await expect.poll(async () => (await describeOne(arn)).status).not.toBe('RUNNING');
  };
  return { clock, engine, client, start, describeOne, ended };
}

const payload = (value: object): CallEnd => ({ payload: JSON.stringify(value) });

describe('an execution', () => {
  it('goes from task to task, and waits until the clock has come', async () => {
    const events: object[] = [];
    const { engine, clock, start, describeOne, ended } = await open((_name, event) => {
      events.push({ ...event, at: clock.now() - NOON });
      return payload({ ...event, next: events.length === 3 ? 'end' : 'on', seconds: events.length * 60 });
    });
    const arn = await start('one', { jobId: 'a' });
    expect(arn).toBe(arnOf('states', 'execution:machine:one'));
    for (const wait of [60_000, 120_000]) {
      await expect.poll(() => engine.busy()).toBe(0);
      expect(engine.untilNext()).toBeGreaterThan(wait - 5_000);
      expect(engine.untilNext()).toBeLessThanOrEqual(wait);
      clock.leap(wait);
      engine.wake();
    }
    await ended(arn);
    expect(engine.untilNext()).toBeUndefined();
    expect(events).toHaveLength(3);
    expect(await describeOne(arn)).toMatchObject({
      name: 'one',
      status: 'SUCCEEDED',
      input: '{"jobId":"a"}',
      output: '{"jobId":"a","next":"end","seconds":180}',
      stateMachineArn: MACHINE,
    });
  });

  it('tries a task again by its policy, without waiting where waits are skipped', async () => {
    const names = ['Busy', 'Busy'];
    const { start, ended, describeOne } = await open(() => {
      const errorType = names.pop();
      return errorType ? { error: { errorType, errorMessage: 'later' } } : payload({ next: 'end' });
    });
    const arn = await start('one');
    await ended(arn);
    expect((await describeOne(arn)).status).toBe('SUCCEEDED');
  });

  it('gives the cause of a function that failed as JSON text, as AWS does', async () => {
    const recorded: any[] = [];
    const { start, ended, describeOne } = await open((name, event) => {
      if (name === 'record') recorded.push(event);
      const error = { errorType: 'TypeError', errorMessage: 'x is not a function', trace: ['at x'] };
      return name === 'record' ? payload({}) : { error };
    });
    const arn = await start('one');
    await ended(arn);
    expect(await describeOne(arn)).toMatchObject({
      status: 'FAILED',
      error: 'StepBroken',
      cause: 'It was recorded.',
    });
    expect(recorded).toHaveLength(1);
    expect(recorded[0]).toMatchObject({ jobId: 'one', failure: { Error: 'TypeError' } });
    expect(JSON.parse(recorded[0].failure.Cause)).toMatchObject({
      errorType: 'TypeError',
      errorMessage: 'x is not a function',
    });
  });

  it.each<[string, () => CallEnd, string]>([
    [
      'a function that is not there',
      () => {
        throw new InvokeRefused('ResourceNotFoundException', 'Function not found');
      },
      'Lambda.ResourceNotFoundException',
    ],
    ['an answer above 256 KB', () => payload({ text: 'x'.repeat(300_000) }), 'States.DataLimitExceeded'],
  ])('passes to its catcher %s', async (_what, answer, error) => {
    const recorded: any[] = [];
    const { start, ended } = await open((name, event) => {
      if (name !== 'record') return answer();
      recorded.push(event);
      return payload(event);
    });
    await ended(await start('one'));
    expect(recorded).toMatchObject([{ failure: { Error: error } }]);
  });

  it.each<[string, () => CallEnd]>([
    ['a wait that is no number', () => payload({ next: 'on', seconds: '60' })],
    ['a choice without its value', () => payload({ seconds: 1 })],
    ['a loop without end', () => payload({ next: 'on', seconds: 0 })],
  ])('fails for %s', async (_what, answer) => {
    const { start, ended, describeOne } = await open(answer);
    const arn = await start('one');
    await ended(arn);
    expect(await describeOne(arn)).toMatchObject({ status: 'FAILED', error: 'States.Runtime' });
  });
});

describe('the wire', () => {
  const waiting = () => open(() => payload({ next: 'on', seconds: 60 }));

  it('takes the same start again while it runs, and refuses the name afterwards or for something else', async () => {
    const { client, start, ended, engine, clock } = await open(() => payload({ next: 'end' }));
    const running = await waiting();
    const arn = await running.start('one');
    expect(await running.start('one')).toBe(arn);
    await expect(running.start('one', { other: 1 })).rejects.toMatchObject({
      name: 'ExecutionAlreadyExists',
    });
    await ended(await start('two'));
    await expect(start('two')).rejects.toMatchObject({ name: 'ExecutionAlreadyExists' });
    await stepFunctionsWorkflow(client, MACHINE).start('two', 'two');
    expect([engine.busy(), clock.now() >= NOON]).toEqual([0, true]);
  });

  it('lists what runs, page by page', async () => {
    const { client, start } = await waiting();
    for (const name of ['a', 'b', 'c']) await start(name);
    const executions = stepFunctionsExecutions(client, MACHINE);
    expect(await executions.running()).toEqual(new Set(['a', 'b', 'c']));
    const query = { stateMachineArn: MACHINE, maxResults: 2 };
    const first = await client.send(new ListExecutionsCommand(query));
    expect(first.executions?.map(({ name }) => name)).toEqual(['c', 'b']);
    const rest = await client.send(new ListExecutionsCommand({ ...query, nextToken: first.nextToken }));
    expect(rest.executions?.map(({ name, status }) => [name, status])).toEqual([['a', 'RUNNING']]);
    expect(rest.nextToken).toBeUndefined();
  });

  it.each<[string, (client: SFNClient) => Promise<unknown>, string]>([
    [
      'a state machine that is not there',
      (client) => client.send(new StartExecutionCommand({ stateMachineArn: `${MACHINE}x` })),
      'StateMachineDoesNotExist',
    ],
    [
      'a name with a colon',
      (client) => client.send(new StartExecutionCommand({ stateMachineArn: MACHINE, name: 'a:b' })),
      'InvalidName',
    ],
    [
      'an input that is no JSON',
      (client) => client.send(new StartExecutionCommand({ stateMachineArn: MACHINE, input: 'no' })),
      'InvalidExecutionInput',
    ],
    [
      'an input above 256 KB',
      (client) =>
        client.send(
          new StartExecutionCommand({ stateMachineArn: MACHINE, input: `"${'x'.repeat(262_144)}"` }),
        ),
      'InvalidExecutionInput',
    ],
    [
      'an execution that is not there',
      (client) =>
        client.send(new DescribeExecutionCommand({ executionArn: arnOf('states', 'execution:m:x') })),
      'ExecutionDoesNotExist',
    ],
    [
      'every other action',
      (client) => client.send(new DescribeStateMachineCommand({ stateMachineArn: MACHINE })),
      'UnknownOperationException',
    ],
  ])('refuses %s', async (_what, send, name) => {
    const { client } = await waiting();
    await expect(send(client)).rejects.toMatchObject({ name });
  });
});

describe('a definition', () => {
  const refused = (change: (definition: any) => void) => {
    const definition = structuredClone(LOOP);
    change(definition);
    return machineSchema.safeParse(definition).error?.issues.map(({ path }) => path.join('.')) ?? [];
  };

  it.each<[string, (definition: any) => void]>([
    ['JSONata', (one) => void (one.QueryLanguage = 'JSONata')],
    ['Assign', (one) => void (one.States.Step.Assign = { a: 1 })],
    ['a heartbeat', (one) => void (one.States.Step.HeartbeatSeconds = 10)],
    ['a path into the context', (one) => void (one.States.Wait.SecondsPath = '$$.State.RetryCount')],
    [
      'a wait of more than 24 days',
      (one) => void (one.States.Wait = { Type: 'Wait', Seconds: 2_500_000, Next: 'Step' }),
    ],
    ['a wait for two times', (one) => void (one.States.Wait.Seconds = 1)],
    ['a wait until a time', (one) => void (one.States.Wait = { Type: 'Wait', Timestamp: 'x', Next: 'Step' })],
    ['a task without a time limit', (one) => void delete one.States.Step.TimeoutSeconds],
    ['a machine without a time limit', (one) => void delete one.TimeoutSeconds],
    [
      'a service other than Lambda',
      (one) => void (one.States.Step.Resource = 'arn:aws:states:::sns:publish'),
    ],
    ['a map', (one) => void (one.States.Step = { Type: 'Map', Next: 'Done' })],
  ])('with %s is refused when it is read', (_what, change) => {
    expect(refused(change)).not.toEqual([]);
  });
});
