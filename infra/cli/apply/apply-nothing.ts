import type { ApplyOutcome } from '../../../shared/domain/runs/outcome.ts';
import type { Desired } from '../../../shared/domain/config/desired-state.ts';
import { endUpstream } from '../end-upstream.ts';
import { CliFailure } from '../failure.ts';
import type { Stack } from '../stack/stack.ts';

/**
 * Removes all watches, channels and subscriptions of a stack, and what it created at the extraction service.
 *
 * @returns what the service still keeps, as a text for the user.
 */
export async function applyNothing(
  stack: Pick<Stack, 'apply' | 'name' | 'resources' | 'reconcileUpstream'>,
): Promise<string> {
  await applyOrFail(stack, { watches: [], channels: [] });
  return `Removed all watches and subscriptions of ${stack.name}.\n${await endUpstream(stack)}`;
}

/** Applies. @throws CliFailure when another apply is running: then nothing was changed. */
export async function applyOrFail(
  stack: Pick<Stack, 'apply' | 'name'>,
  desired: Desired,
): Promise<ApplyOutcome> {
  const outcome = await stack.apply(desired);
  if (outcome.status !== 'busy') return outcome;
  throw new CliFailure(`Another apply is running in ${stack.name}. Nothing was changed.`, {
    hint: 'try again in a minute',
  });
}
