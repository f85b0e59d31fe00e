import { GoneError, RefusedError } from '../../domain/lib/errors.ts';
import type { MonitorStep } from '../../domain/upstream/reconcile-monitor.ts';
import type { WatchlistStep } from '../../domain/upstream/reconcile-watchlist.ts';
import { checkMonitor } from './compare-monitor.ts';
import type { MonitorScope } from './monitor-step.ts';
import { forgetLostMembers, type WatchlistScope } from './take-watchlist-step.ts';
import { note } from './upstream-context.ts';

/**
 * A step of a monitor met something that is not there any more: somebody has deleted it, or the answer to a deletion of
 * ours was lost. What is gone is forgotten, so that the next sweep makes it anew.
 */
export async function forgetGone(scope: MonitorScope, step: MonitorStep): Promise<void> {
  if (step.do === 'change-webhook') await note(scope, { webhook: undefined });
  else if (step.do === 'make-monitor') await forgetIngredient(scope);
  else if (CHANGES.includes(step.do)) await checkMonitor(scope);
}

const CHANGES: readonly MonitorStep['do'][] = ['assign-webhook', 'change-monitor', 'enable', 'disable'];

/** A monitor is made of a webhook and of a first job, in a project; one that is gone has been forgotten already. */
async function forgetIngredient(scope: MonitorScope): Promise<void> {
  const { context, resource } = scope;
  const { webhook } = resource;
  if (context.project.id === undefined || !webhook) return;
  const isThere = await context.ports.monitors.hasWebhook(webhook.id, context.limits);
  await note(scope, isThere ? { reference: undefined } : { webhook: undefined });
}

/** The same of a watchlist: its dataset, or entities in it, which the service refuses as unknown. False: it is nothing of it. */
export async function forgetGoneOfList(
  scope: WatchlistScope,
  { step, error }: { step: WatchlistStep; error: unknown },
): Promise<boolean> {
  if (step.do !== 'put-in' && step.do !== 'make-dataset') return false;
  if (error instanceof RefusedError) return forgetLostMembers(scope);
  if (!(error instanceof GoneError) || step.do !== 'put-in') return false;
  await note(scope, { dataset: undefined, ready: false });
  return true;
}
