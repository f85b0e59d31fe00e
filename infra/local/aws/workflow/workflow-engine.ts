import { serveApp } from '../../http/serve-app.ts';
import type { CallEnd } from '../functions/function-spec.ts';
import type { EngineAddress } from '../local-account.ts';
import type { SharedClock } from '../shared-clock.ts';
import type { StateMachineSpec } from './definition.ts';
import { openExecutions } from './executions.ts';
import { loadMachine } from './run-machine.ts';
import { openWaitingRoom } from './waiting-room.ts';
import { workflowApp } from './workflow-wire.ts';

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

export interface WorkflowOrder {
  machines: readonly StateMachineSpec[];
  clock: SharedClock;
  /** True: waits end when the clock is moved, and retries come at once. */
  skipWaits: boolean;
  /** Calls a function and waits for its end. */
  invoke: (arn: string, event: string) => Promise<CallEnd>;
}

export async function startWorkflowEngine(order: WorkflowOrder): Promise<WorkflowEngine> {
  const { machines, clock, skipWaits, invoke } = order;
  const room = openWaitingRoom(clock, { timers: !skipWaits });
  const hands = { invoke, wait: (milliseconds: number) => room.wait(milliseconds), skipRetries: skipWaits };
  const executions = openExecutions({
    machines,
    clock,
    load: (definition) => loadMachine(definition, hands),
  });
  const server = await serveApp(workflowApp(executions));
  return {
    url: server.url,
    busy: () => executions.running() - room.size(),
    untilNext: () => room.untilNext(),
    wake: () => room.wake(),
    stop: async () => {
      executions.abortAll();
      room.close();
      await server.close();
    },
  };
}
