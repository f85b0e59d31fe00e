import type { Budget } from './budget.ts';
import type { Service } from '../lib/errors.ts';
import { HOUR } from '../time/instant.ts';
import type { Demand } from './demand.ts';
import { leastImportantFirst } from './allocate-rates.ts';
import type { RateLimit } from '../watches/watch.ts';
import type { RunState } from '../runs/run-state.ts';
import type { Incident } from '../incidents/incident.ts';

/** How often one watch tries whether a used-up quota is back. */
const PROBE_GAP = HOUR;

export const QUOTA_REASON =
  'The service says that the calls of the plan are used up. One watch tries once an hour whether a new month has begun.';

/** The subject of a used-up quota. A refused run opens its incident. */
export function quotaSubject(service: Service): string {
  return `service:${service}:quota`;
}

/** The rates without quota: the most important watch runs once an hour, the others are paused. */
export function probingRates(demands: readonly Demand[]): Map<string, RateLimit> {
  const prober = demands.toSorted(leastImportantFirst).at(-1);
  return new Map(
    demands.map((demand): [string, RateLimit] => [
      demand.id,
      demand === prober ? { state: 'slowed', interval: PROBE_GAP } : { state: 'paused' },
    ]),
  );
}

/**
 * Whether the quota is back since its incident opened: a run has succeeded. A run that starts a job proves nothing, so
 * for the extraction service its figures decide.
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
