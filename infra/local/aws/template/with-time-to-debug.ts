import type { StateMachineSpec } from '../workflow/definition.ts';
import type { LocalStack } from './local-stack.ts';

/** What each limit becomes, in seconds: one hour, longer than any limit of the stack. */
const HOUR = 3_600;

/**
 * The stack with time for a debugger. A function may take an hour to load and an hour for each call, and the gateway and
 * the workflow wait as long for it: a thread that is stopped at a breakpoint is not ended, and its answer is still used.
 */
export function withTimeToDebug(stack: LocalStack): LocalStack {
  const milliseconds = HOUR * 1_000;
  return {
    ...stack,
    functions: stack.functions.map((spec) => ({ ...spec, timeout: milliseconds, loadTimeout: milliseconds })),
    httpIntegrations: stack.httpIntegrations.map((one) => ({ ...one, timeout: milliseconds })),
    stateMachines: stack.stateMachines.map(withPatience),
  };
}

function withPatience({ definition, ...machine }: StateMachineSpec): StateMachineSpec {
  const states = Object.entries(definition.States).map(([name, state]) => [
    name,
    state.Type === 'Task' ? { ...state, TimeoutSeconds: HOUR } : state,
  ]);
  return { ...machine, definition: { ...definition, States: Object.fromEntries(states) } };
}
