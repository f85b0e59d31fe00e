import { defined } from '../../../domain/lib/fields.ts';
import type { PlanFigures } from '../../../domain/usage/budget.ts';
import type { CallLimits } from '../../../use-cases/ports/clock.ts';
import { account, featureOf, type PlanFeature } from '../client/account.ts';
import type { ExtractionClient } from '../client/create-extraction-client.ts';
import { openExtraction, type ExtractionClientSettings } from './open-extraction.ts';

/**
 * Reads the monthly credits and the job slots from the extraction service (extraction service, source groups and
 * limits). The service may not say what is used: then what is left is unknown.
 */
export function extractionPlan(settings: ExtractionClientSettings) {
  return planOfJobs(account(openExtraction(settings)));
}

/** As {@link extractionPlan}, with a client. */
export function planOfJobs(client: Pick<ExtractionClient, 'userLimits'>) {
  return async ({ deadline }: CallLimits): Promise<PlanFigures> => {
    const features = await client.userLimits({ deadline });
    const { allowed, used } = figureOf(features, 'monthly_free_credits');
    const slots = figureOf(features, 'Jobs_Concurrency');
    return defined<PlanFigures>({
      allowed,
      left: allowed === undefined || used === undefined ? undefined : Math.max(0, allowed - used),
      slots: slots.allowed === undefined ? undefined : defined({ allowed: slots.allowed, busy: slots.used }),
    });
  };
}

function figureOf(features: readonly PlanFeature[], code: string) {
  const { value, current_usage: used } = featureOf(features, code) ?? {};
  return { allowed: typeof value === 'number' ? value : undefined, used };
}
