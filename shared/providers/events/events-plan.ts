import { defined } from '../../domain/lib/fields.ts';
import type { PlanFigures } from '../../domain/usage/budget.ts';
import type { CallLimits } from '../../use-cases/ports/clock.ts';
import type { EventsClient } from './create-events-client.ts';

/** Reads the calls that the plan allows and those that are left (events service, other answers). */
export function eventsPlan(client: Pick<EventsClient, 'subscription'>) {
  return async ({ deadline }: CallLimits): Promise<PlanFigures> => {
    const { usage_assigned_calls: allowed, usage_remaining_calls: left } = await client.subscription({
      deadline,
    });
    return defined<PlanFigures>({ allowed, left });
  };
}
