import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { parseAs } from '../../../../shared/contracts/parse-as.ts';
import { type Instant, SECOND } from '../../../../shared/domain/time/instant.ts';
import { serveApp } from '../../serve-app.ts';
import { type EngineApp, type JsonActions, jsonActionsApp } from '../engine-app.ts';
import type { CallEnd } from '../functions/function-spec.ts';
import type { EngineAddress } from '../local-account.ts';
import type { SharedClock } from '../shared-clock.ts';
import type { StateMachineSpec } from './definition.ts';
import { type Execution, type Executions, loadMachine, openExecutions } from './executions.ts';

/** Step Functions on this machine. */
export interface WorkflowEngine extends EngineAddress {
  /** How many executions run and do not wait. */
  busy(): number;
  /** Milliseconds until the first waiting execution continues. Undefined when none waits. */
  untilNext(): number | undefined;
  /** Continues those whose time has come. Call it after the clock was moved. */
  wake(): void;
  /** Ends all executions where they are. */
  stop(): Promise<void>;
}

interface WorkflowOrder {
  machines: readonly StateMachineSpec[];
  clock: SharedClock;
  /** True: waits end when the clock is moved, and retries come at once. */
  skipWaits: boolean;
  /** Calls a function and waits for its end. */
  invoke: (arn: string, event: string) => Promise<CallEnd>;
}

export async function startWorkflowEngine(order: WorkflowOrder): Promise<WorkflowEngine> {
  const { machines, clock, skipWaits, invoke } = order;
  const waits = openExecutionWaits(clock, { timers: !skipWaits });
  const hands = { invoke, wait: (milliseconds: number) => waits.wait(milliseconds), skipRetries: skipWaits };
  const executions = openExecutions({
    machines,
    clock,
    load: (definition) => loadMachine(definition, hands),
  });
  const server = await serveApp(workflowApp(executions));
  return {
    url: server.url,
    busy: () => executions.running() - waits.size(),
    untilNext: () => waits.untilNext(),
    wake: () => waits.wake(),
    stop: async () => {
      executions.abortAll();
      waits.close();
      await server.close();
    },
  };
}

const STATUSES = ['RUNNING', 'SUCCEEDED', 'FAILED', 'TIMED_OUT', 'ABORTED'] as const;
const arn = z.string().min(1);

const startSchema = z.strictObject({
  stateMachineArn: arn,
  name: z.string().optional(),
  input: z.string().default('{}'),
});
const describeSchema = z.strictObject({ executionArn: arn });
const listSchema = z.strictObject({
  stateMachineArn: arn,
  statusFilter: z.enum(STATUSES).optional(),
  maxResults: z.int().min(0).max(1_000).default(100),
  nextToken: z.string().regex(/^\d+$/).optional(),
});

/** Answers the JSON wire of Step Functions for executions; state machines come from the template alone. */
function workflowApp(executions: Executions): EngineApp {
  const actions: JsonActions['actions'] = {
    StartExecution: (body) => {
      const { stateMachineArn, ...order } = parseAs(startSchema, body);
      const execution = executions.start(stateMachineArn, order);
      return { executionArn: execution.arn, startDate: execution.startedAt / SECOND };
    },
    DescribeExecution: (body) => {
      const execution = executions.find(parseAs(describeSchema, body).executionArn);
      const { end, input } = execution;
      const { status: _status, ...result } = end ?? { status: 'RUNNING' };
      return { ...summaryOf(execution), input, ...result };
    },
    ListExecutions: (body) => {
      const { stateMachineArn, statusFilter, maxResults, nextToken = '0' } = parseAs(listSchema, body);
      const all = executions
        .of(stateMachineArn)
        .map(summaryOf)
        .filter(({ status }) => statusFilter === undefined || status === statusFilter);
      const from = Number(nextToken);
      const to = from + (maxResults === 0 ? 100 : maxResults);
      return { executions: all.slice(from, to), ...(to < all.length && { nextToken: String(to) }) };
    },
  };
  const codes = { unknown: 'UnknownOperationException', invalid: 'ValidationException' };
  return jsonActionsApp({ service: 'AWSStepFunctions', version: '1.0', actions, codes });
}

function summaryOf({ arn, name, machine, startedAt, endedAt, end }: Execution) {
  return {
    executionArn: arn,
    stateMachineArn: machine.arn,
    name,
    status: end?.status ?? 'RUNNING',
    startDate: startedAt / SECOND,
    ...(endedAt !== undefined && { stopDate: endedAt / SECOND }),
  };
}

/** Holds the executions that wait. */
interface ExecutionWaits {
  wait(milliseconds: number): Promise<void>;
  /** How many wait. */
  size(): number;
  /** Milliseconds until the first one continues. Undefined when none waits. */
  untilNext(): number | undefined;
  /** Continues those whose time has come. Call it after the clock was moved. */
  wake(): void;
  close(): void;
}

interface WaitingExecution {
  at: Instant;
  resume(): void;
}

/** Without timers a wait ends only when `wake` is called, after somebody has moved the clock. */
function openExecutionWaits(clock: SharedClock, { timers }: { timers: boolean }): ExecutionWaits {
  const waiting = new Set<WaitingExecution>();
  const closing = new AbortController();

  return {
    size: () => waiting.size,
    wait: async (milliseconds) => {
      if (milliseconds <= 0) return;
      const over = Promise.withResolvers<void>();
      const execution: WaitingExecution = { at: clock.now() + milliseconds, resume: over.resolve };
      waiting.add(execution);
      const timer = timers
        ? sleep(milliseconds, undefined, { signal: closing.signal }).then(over.resolve, () => undefined)
        : undefined;
      await over.promise;
      waiting.delete(execution);
      await timer;
    },
    untilNext: () => {
      const next = Math.min(...[...waiting].map(({ at }) => at));
      return waiting.size === 0 ? undefined : Math.max(0, next - clock.now());
    },
    wake: () => {
      for (const execution of waiting) {
        if (execution.at > clock.now()) continue;
        waiting.delete(execution);
        execution.resume();
      }
    },
    close: () => closing.abort(),
  };
}
