import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { parseAs, tryParse } from '../../../../shared/contracts/parse-as.ts';
import type { Instant } from '../../../../shared/domain/time/instant.ts';
import { EngineRefused } from '../engine-app.ts';
import { type CallEnd, InvokeRefused } from '../functions/function-spec.ts';
import { arnOf } from '../local-account.ts';
import type { SharedClock } from '../shared-clock.ts';
import type { MachineDefinition, StateMachineSpec, WaitDefinition } from './definition.ts';

/** One execution, as Step Functions describes it. */
export interface Execution {
  arn: string;
  name: string;
  machine: StateMachineSpec;
  input: string;
  startedAt: Instant;
  endedAt?: Instant;
  end?: ExecutionEnd;
}

export interface Executions {
  /** Starts one; the same one again is given back while it runs. @throws EngineRefused */
  start(machineArn: string, order: { name?: string | undefined; input: string }): Execution;
  find(arn: string): Execution;
  /** Newest first. */
  of(machineArn: string): Execution[];
  running(): number;
  abortAll(): void;
}

/** Characters that Step Functions refuses in a name. */
const NAME = /^[^\s<>{}[\]?*"#%\\^|~`$&,;:/]{1,80}$/u;
const INPUT_LIMIT = 256 * 1024;

/**
 * How many executions that have ended are kept. AWS keeps them for 90 days; a stack that runs for months would keep
 * all of them in memory. After this many, the name of the oldest is free again.
 */
const MOST_ENDED = 1_000;

/** Executions are kept in memory and end with the process. `reconcile` starts what is still open again. */
export function openExecutions(given: {
  machines: readonly StateMachineSpec[];
  clock: SharedClock;
  load: (definition: MachineDefinition) => Promise<StartMachine>;
}): Executions {
  const { machines, clock, load } = given;
  const executions = new Map<string, Execution>();
  const active = new Map<string, RunningMachine | undefined>();
  /** Those that have ended, the oldest first. */
  const ended: string[] = [];
  const loaded = new Map<string, Promise<StartMachine>>();

  async function run(execution: Execution): Promise<void> {
    const { machine, arn, input } = execution;
    const ready = loaded.get(machine.arn) ?? load(machine.definition);
    loaded.set(machine.arn, ready);
    const startMachine = await ready;
    if (!active.has(arn)) return;
    const running = startMachine(JSON.parse(input));
    active.set(arn, running);
    const end = await running.end;
    if (active.delete(arn)) close(execution, end);
  }

  function close(execution: Execution, end: ExecutionEnd): void {
    Object.assign(execution, { end, endedAt: clock.now() });
    ended.push(execution.arn);
    for (const arn of ended.splice(0, ended.length - MOST_ENDED)) executions.delete(arn);
  }

  const machineOf = (arn: string): StateMachineSpec => {
    const machine = machines.find((one) => one.arn === arn);
    if (!machine)
      throw new EngineRefused('StateMachineDoesNotExist', `State Machine Does Not Exist: '${arn}'`);
    return machine;
  };
  const find = (arn: string): Execution => {
    const execution = executions.get(arn);
    if (!execution) throw new EngineRefused('ExecutionDoesNotExist', `Execution Does Not Exist: '${arn}'`);
    return execution;
  };

  return {
    find,
    running: () => active.size,
    of: (machineArn) => {
      const machine = machineOf(machineArn);
      return [...executions.values()].filter((one) => one.machine === machine).toReversed();
    },
    abortAll: () => {
      const running = [...active.values()];
      active.clear();
      for (const one of running) one?.abort();
    },
    start: (machineArn, { name = randomUUID(), input }) => {
      const machine = machineOf(machineArn);
      if (!NAME.test(name)) throw new EngineRefused('InvalidName', `Invalid Name: '${name}'`);
      assertInput(input);
      const arn = arnOf('states', `execution:${machine.name}:${name}`);
      const existing = executions.get(arn);
      if (existing && active.has(arn) && existing.input === input) return existing;
      if (existing) {
        throw new EngineRefused('ExecutionAlreadyExists', `Execution Already Exists: '${arn}'`);
      }
      const execution: Execution = { arn, name, machine, input, startedAt: clock.now() };
      executions.set(arn, execution);
      active.set(arn, undefined);
      void run(execution).catch((thrown: unknown) => {
        if (active.delete(arn))
          close(execution, { status: 'FAILED', error: 'States.Runtime', cause: String(thrown) });
      });
      return execution;
    },
  };
}

function assertInput(input: string): void {
  if (Buffer.byteLength(input) > INPUT_LIMIT) {
    throw new EngineRefused('InvalidExecutionInput', `The input is larger than ${INPUT_LIMIT} bytes`);
  }
  try {
    JSON.parse(input);
  } catch {
    throw new EngineRefused('InvalidExecutionInput', 'The input is no JSON');
  }
}

/** What a state machine needs to run. */
interface MachineHands {
  /** Calls a function and waits for its end. */
  invoke(arn: string, event: string): Promise<CallEnd>;
  wait(milliseconds: number): Promise<void>;
  /** True: no time passes between the tries of a task. */
  skipRetries: boolean;
}

/** How an execution ends, in the words of Step Functions. */
type ExecutionEnd =
  | { status: 'SUCCEEDED'; output: string }
  | { status: 'FAILED' | 'TIMED_OUT'; error: string; cause: string };

interface RunningMachine {
  end: Promise<ExecutionEnd>;
  abort(): void;
}

/**
 * Starts an execution. To import the engine and to make a definition ready takes some hundred milliseconds: keep it.
 */
type StartMachine = (input: unknown) => RunningMachine;

/** The largest output of a state, in bytes, and the most events in the history of an execution (quotas of AWS). */
const OUTPUT_LIMIT = 256 * 1024;
const HISTORY_LIMIT = 25_000;
/** How many events AWS writes for a state. A task is also scheduled, started and ended. */
const EVENTS = { entered: 1, exited: 1, task: 3 };

/**
 * Definitions that the States Language allows, as JSON. The check takes a second, so a process makes it once for
 * each.
 */
const allowed = new Set<string>();

const json = z.json();
const secondsSchema = z.number().int().min(0);

/**
 * Makes a definition ready to run on the engine. Waits become tasks of ours, so that the clock can be held and can
 * leap. The `Cause` of a failed function is JSON text, as on AWS.
 *
 * @throws Error when the States Language does not allow the definition.
 */
export async function loadMachine(definition: MachineDefinition, hands: MachineHands): Promise<StartMachine> {
  const { StateMachine, ExecutionTimeoutError } = await import('aws-local-stepfunctions');
  const text = JSON.stringify(definition);
  const machine = new StateMachine(withoutWaits(definition), {
    validationOptions: { noValidate: allowed.has(text) },
  });
  allowed.add(text);
  const overrides = {
    taskResourceLocalHandlers: handlersOf(definition, hands),
    ...(hands.skipRetries && { retryIntervalOverrides: noDelays(definition) }),
  };
  return (input) => {
    const run = machine.run(parseAs(json, input), { overrides, noThrowOnAbort: true });
    const overflow = Promise.withResolvers<ExecutionEnd>();
    void watchHistory(run.eventLogs, () => {
      overflow.resolve(
        failed('States.Runtime', 'The execution reached the maximum number of history events.'),
      );
      run.abort();
    });
    const end = run.result.then(
      (output): ExecutionEnd => ({ status: 'SUCCEEDED', output: JSON.stringify(output) }),
      (thrown: unknown): ExecutionEnd => {
        if (thrown instanceof ExecutionTimeoutError) {
          return { status: 'TIMED_OUT', error: 'States.Timeout', cause: '' };
        }
        const cause = thrown instanceof Error ? thrown.cause : undefined;
        return cause instanceof Error
          ? failed(cause.name, cause.message)
          : failed('States.Runtime', String(thrown));
      },
    );
    return { end: Promise.race([overflow.promise, end]), abort: () => run.abort() };
  };
}

function failed(error: string, cause: string): ExecutionEnd {
  return { status: 'FAILED', error, cause };
}

/** The task that replaces a wait. Its ARN names nothing, and its time limit is longer than any wait. */
const WAITING = {
  Type: 'Task',
  Resource: arnOf('lambda', 'function:wait'),
  TimeoutSeconds: Math.floor((2 ** 31 - 1) / 1_000),
} as const;

function withoutWaits({ States, ...rest }: MachineDefinition): MachineDefinition {
  const states = Object.entries(States).map(
    ([name, state]): [string, MachineDefinition['States'][string]] => [
      name,
      state.Type === 'Wait' ? { ...WAITING, Next: state.Next } : structuredClone(state),
    ],
  );
  return { ...rest, States: Object.fromEntries(states) };
}

type Handler = (input: unknown) => Promise<z.infer<typeof json>>;

function handlersOf({ States }: MachineDefinition, hands: MachineHands): Record<string, Handler> {
  const handlers = Object.entries(States).flatMap(([name, state]): [string, Handler][] => {
    if (state.Type === 'Task') return [[name, (input) => callFunction(state.Resource, { input, hands })]];
    if (state.Type === 'Wait') return [[name, (input) => waitFor(state, { input, hands })]];
    return [];
  });
  return Object.fromEntries(handlers);
}

async function waitFor(state: WaitDefinition, given: { input: unknown; hands: MachineHands }) {
  const { input, hands } = given;
  await hands.wait(secondsOf(state, input) * 1_000);
  return parseAs(json, input);
}

/** A path of plain names, such as `$.waitSeconds`. */
function secondsOf({ SecondsPath }: WaitDefinition, input: unknown): number {
  const value = SecondsPath.split('.')
    .slice(1)
    .reduce<unknown>((part, name) => tryParse(z.record(z.string(), z.unknown()), part).data?.[name], input);
  const seconds = tryParse(secondsSchema, value);
  if (seconds.success) return seconds.data;
  throw stateError('States.Runtime', `${SecondsPath} is no whole number of seconds`);
}

async function callFunction(arn: string, { input, hands }: { input: unknown; hands: MachineHands }) {
  const end = await orRefused(hands.invoke(arn, JSON.stringify(input)));
  if ('error' in end) throw stateError(end.error.errorType, JSON.stringify(end.error));
  if (Buffer.byteLength(end.payload) > OUTPUT_LIMIT) {
    throw stateError(
      'States.DataLimitExceeded',
      `The answer of ${arn} is larger than ${OUTPUT_LIMIT} bytes.`,
    );
  }
  return parseAs(json, JSON.parse(end.payload));
}

/** Names the error of a call that Lambda refuses before the function runs. */
async function orRefused(call: Promise<CallEnd>): Promise<CallEnd> {
  try {
    return await call;
  } catch (cause) {
    if (!(cause instanceof InvokeRefused)) throw cause;
    throw stateError(`Lambda.${cause.code}`, cause.message);
  }
}

/** An error whose name Retry and Catch read. */
function stateError(name: string, cause: string): Error {
  const error = new Error(cause);
  error.name = name;
  return error;
}

function noDelays({ States }: MachineDefinition): Record<string, number> {
  return Object.fromEntries(Object.keys(States).map((name) => [name, 0]));
}

interface HistoryEvent {
  type: string;
  state?: { type: string };
}

async function watchHistory(events: AsyncIterable<HistoryEvent>, overflow: () => void): Promise<void> {
  let count = 0;
  for await (const { type, state } of events) {
    if (type === 'StateEntered') count += EVENTS.entered + (state?.type === 'Task' ? EVENTS.task : 0);
    if (type === 'StateExited') count += EVENTS.exited;
    if (count > HISTORY_LIMIT) return overflow();
  }
}
