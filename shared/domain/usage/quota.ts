import type { Budget } from './budget.ts';
import type { Service } from '../lib/errors.ts';
import { HOUR } from '../time/instant.ts';
import type { Demand } from './demand.ts';
import { leastImportantFirst } from './allocate-rates.ts';
import type { RateLimit } from '../watches/allowed-rate.ts';
import type { RunState } from '../runs/run-state.ts';
import type { Incident } from '../incidents/incident.ts';

/** How often one watch looks whether a quota that is used up is there again. */
const LOOK_GAP = HOUR;

export const QUOTA_REASON =
  'The service says that the calls of the plan are used up; one watch looks once an hour whether a new month has begun.';

/** The subject under which a run that was refused for want of quota tells it. */
export function quotaSubject(service: Service): string {
  return `service:${service}:quota`;
}

/** The most important watch looks once an hour; the others are paused. */
export function probingRates(demands: readonly Demand[]): Map<string, RateLimit> {
  const prober = demands.toSorted(leastImportantFirst).at(-1);
  return new Map(
    demands.map((demand): [string, RateLimit] => [
      demand.id,
      demand === prober ? { state: 'slowed', interval: LOOK_GAP } : { state: 'paused' },
    ]),
  );
}

/**
 * Whether the quota is back since the trouble began: a run has gone through. The run of an extraction only starts a job,
 * which proves nothing; there the service's figures tell.
 */
export function isQuotaBack(
  { since }: Incident,
  { budget, states }: { budget: Budget; states: readonly RunState[] },
): boolean {
  const { service, figures, readAt = 0 } = budget;
  if (service === 'extraction') return readAt > since && (figures?.left ?? 0) > 0;
  return states.some(
    ({ lastRunAt = 0, failures, lastError }) =>
      lastRunAt > since && failures === 0 && lastError === undefined,
  );
}
