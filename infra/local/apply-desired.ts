import * as z from 'zod';
import { OUTPUTS } from '../../shared/contracts/names.ts';
import type { Desired } from '../../shared/domain/config/desired-state.ts';
import type { Machine } from './aws/start-machine.ts';

const answerSchema = z.object({ status: z.enum(['applied', 'busy']) });

/** An apply that died with the process is repeated by the next start, and may then re-enter the lease it held. */
const REQUEST = { requestId: 'apply-at-start' };

/**
 * Has the stack's own function make table, schedules and subscriptions agree with the watches.
 *
 * @throws Error when it could not.
 */
export async function applyDesired({ functions, stack }: Machine, desired: Desired): Promise<void> {
  const name = stack.outputs[OUTPUTS.applyWatches] ?? '';
  const end = await functions.invoke(name, JSON.stringify({ desired }), REQUEST);
  if ('error' in end) throw new Error(`The watches could not be applied: ${end.error.errorMessage}`);
  const { status } = answerSchema.parse(JSON.parse(end.payload));
  if (status === 'busy')
    throw new Error('Another apply is running: nothing was changed. Try again in a minute.');
}
