import type { PlanFigures } from '../../domain/usage/budget.ts';
import type { CallLimits } from '../../use-cases/ports/clock.ts';
import type { EventsClient } from './create-events-client.ts';

/** Asks the events service what its plan allows and what is left of it (events service, other answers). */
export function eventsPlan(client: Pick<EventsClient, 'subscription'>) {
  return async ({ deadline }: CallLimits): Promise<PlanFigures> => {
    const { usage_assigned_calls: allowed, usage_remaining_calls: left } = await client.subscription({
      deadline,
    });
    return { ...(typeof allowed === 'number' && { allowed }), ...(typeof left === 'number' && { left }) };
  };
}
