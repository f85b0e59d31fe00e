import * as z from 'zod';
import type { Desired } from '../../shared/domain/config/desired-state.ts';
import type { Machine } from './aws/start-machine.ts';
import type { StackAccess } from './open-access.ts';

const answerSchema = z.object({ status: z.enum(['applied', 'busy']) });

/**
 * Calls the stack's own function that makes table, schedules and subscriptions agree with the watches.
 *
 * @throws Error when the function failed, or when another apply is running.
 */
export async function applyDesired(
  { machine, access }: { machine: Machine; access: StackAccess },
  desired: Desired,
): Promise<void> {
  const { ApplyWatchesFunction } = access.outputs;
  const end = await machine.functions.invoke(ApplyWatchesFunction, JSON.stringify({ desired }));
  if ('error' in end) throw new Error(`The watches could not be applied: ${end.error.errorMessage}`);
  const { status } = answerSchema.parse(JSON.parse(end.payload));
  if (status === 'busy')
    throw new Error('Another apply is running: nothing was changed. Try again in a minute.');
}
