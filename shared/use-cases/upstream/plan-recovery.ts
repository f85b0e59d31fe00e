import { GoneError, RefusedError, type UpstreamError } from '../../domain/lib/errors.ts';
import type { MonitorStep } from '../../domain/upstream/reconcile-monitor.ts';
import type { WatchlistStep } from '../../domain/upstream/reconcile-watchlist.ts';
import type { MonitorResource, WatchlistResource } from '../../domain/upstream/upstream-resource.ts';
import { checkMonitor } from './compare-monitor.ts';
import { forgetLostMembers } from './compare-watchlist.ts';
import { planChange, type StepPlan } from './take-planned-step.ts';
import type { MonitorScope, WatchlistScope } from './upstream-sweep.ts';

const CHANGES: readonly MonitorStep['do'][] = ['assign-webhook', 'change-monitor', 'enable', 'disable'];

/**
 * After a step of a monitor was answered with "gone": a person has deleted something, or the answer to a deletion of ours
 * was lost. What is gone is forgotten, so that the next sweep creates it again.
 */
export function planMonitorRecovery(
  scope: MonitorScope,
  step: MonitorStep,
  error: UpstreamError,
): StepPlan<MonitorResource> | undefined {
  if (!(error instanceof GoneError)) return undefined;
  if (step.do === 'change-webhook') return planChange({ webhook: undefined });
  if (step.do === 'make-monitor') return forgetIngredient(scope);
  return CHANGES.includes(step.do) ? { send: () => checkMonitor(scope) } : undefined;
}

/** A monitor is made of a webhook and of a first job, in a project; a project that is gone has been forgotten already. */
function forgetIngredient({
  sweep,
  resource: { webhook },
  project,
}: MonitorScope): StepPlan<MonitorResource> | undefined {
  if (project.id === undefined || !webhook) return undefined;
  return {
    send: async () => {
      const exists = await sweep.ports.monitors.hasWebhook(webhook.id, sweep.limits);
      return { change: exists ? { reference: undefined } : { webhook: undefined } };
    },
  };
}

/** The same for a watchlist: its dataset may be gone, or entities of it, which the service refuses as unknown. */
export function planWatchlistRecovery(
  scope: WatchlistScope,
  step: WatchlistStep,
  error: UpstreamError,
): StepPlan<WatchlistResource> | undefined {
  if (step.do !== 'put-in' && step.do !== 'make-dataset') return undefined;
  if (error instanceof RefusedError)
    return { send: async () => ({ change: await forgetLostMembers(scope) }) };
  if (!(error instanceof GoneError) || step.do !== 'put-in') return undefined;
  return planChange({ dataset: undefined, ready: false });
}
