import { defined } from '../../domain/lib/fields.ts';
import type { PlanFigures } from '../../domain/usage/budget.ts';
import type { CallLimits } from '../../use-cases/ports/clock.ts';
import type { NewsClient } from './create-news-client.ts';

/** Reads the calls that the plan allows and those that are left (news service, subscription). */
export function newsPlan(client: Pick<NewsClient, 'subscription'>) {
  return async ({ deadline }: CallLimits): Promise<PlanFigures> => {
    const { plan_calls: allowed, remaining_calls: left } = await client.subscription({ deadline });
    return defined<PlanFigures>({ allowed, left });
  };
}
