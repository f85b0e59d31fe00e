import { randomUUID } from 'node:crypto';
import type { Instant } from '../../../../shared/domain/time/instant.ts';
import { arnOf } from '../local-account.ts';
import type { SharedClock } from '../shared-clock.ts';
import type { MachineDefinition, StateMachineSpec } from './definition.ts';
import type { ExecutionEnd, RunningMachine, StartMachine } from './run-machine.ts';
import { EngineRefused } from '../wire/engine-refused.ts';

/** One execution, as Step Functions describes it. */
export interface Execution {
  arn: string;
  name: string;
  machine: StateMachineSpec;
  input: string;
  startedAt: Instant;
  endedAt?: Instant;
  end?: ExecutionEnd | { status: 'ABORTED'; error?: string | undefined; cause?: string | undefined };
}

export interface Executions {
  /** Starts one; the same one again is given back while it runs. @throws EngineRefused */
  start(machineArn: string, order: { name?: string | undefined; input: string }): Execution;
  find(arn: string): Execution;
  /** Newest first. */
  of(machineArn: string): Execution[];
  abort(arn: string, reason: { error?: string | undefined; cause?: string | undefined }): Execution;
  running(): number;
  abortAll(): void;
}

/** Characters that Step Functions refuses in a name. */
const NAME = /^[^\s<>{}[\]?*"#%\\^|~`$&,;:/]{1,80}$/u;
const INPUT_LIMIT = 256 * 1024;

/**
 * How many executions that have ended are kept. AWS keeps them for 90 days; a stack that runs for months would keep all of
 * them in memory. After this many, the name of the oldest is free again.
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

  function close(execution: Execution, end: Execution['end']): void {
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
  const abort: Executions['abort'] = (arn, reason) => {
    const execution = find(arn);
    const running = active.get(arn);
    if (active.delete(arn)) close(execution, { status: 'ABORTED', ...reason });
    running?.abort();
    return execution;
  };

  return {
    find,
    abort,
    running: () => active.size,
    of: (machineArn) => {
      const machine = machineOf(machineArn);
      return [...executions.values()].filter((one) => one.machine === machine).toReversed();
    },
    abortAll: () => {
      for (const arn of active.keys()) abort(arn, {});
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
