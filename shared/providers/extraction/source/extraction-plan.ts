import type { PlanFigures } from '../../../domain/usage/budget.ts';
import type { CallLimits } from '../../../use-cases/ports/clock.ts';
import { account, featureOf, type PlanFeature } from '../client/account.ts';
import type { ExtractionClient } from '../client/create-extraction-client.ts';
import { openExtraction, type ExtractionClientSettings } from './open-extraction.ts';

/**
 * Asks the extraction service for the credits of the month and for its job slots (extraction service, source groups and
 * limits). Of what is used the service may say nothing: then nothing is known of what is left.
 */
export function extractionPlan(settings: ExtractionClientSettings) {
  return planOfJobs(account(openExtraction(settings)));
}

/** The same over a client. */
export function planOfJobs(client: Pick<ExtractionClient, 'userLimits'>) {
  return async ({ deadline }: CallLimits): Promise<PlanFigures> => {
    const features = await client.userLimits({ deadline });
    const credits = figureOf(features, 'monthly_free_credits');
    const slots = figureOf(features, 'Jobs_Concurrency');
    const { allowed, used } = credits;
    return {
      ...(allowed !== undefined && { allowed }),
      ...(allowed !== undefined && used !== undefined && { left: Math.max(0, allowed - used) }),
      ...(slots.allowed !== undefined && {
        slots: { allowed: slots.allowed, ...(slots.used !== undefined && { busy: slots.used }) },
      }),
    };
  };
}

function figureOf(features: readonly PlanFeature[], code: string): { allowed?: number; used?: number } {
  const { value, current_usage: used } = featureOf(features, code) ?? {};
  return { ...(typeof value === 'number' && { allowed: value }), ...(typeof used === 'number' && { used }) };
}
