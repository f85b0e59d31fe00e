import { GoneError, RefusedError } from '../../domain/lib/errors.ts';
import type { MonitorStep } from '../../domain/upstream/reconcile-monitor.ts';
import type { WatchlistStep } from '../../domain/upstream/reconcile-watchlist.ts';
import { checkMonitor } from './compare-monitor.ts';
import type { MonitorKeeper } from './monitor-step.ts';
import { forgetLostMembers, type WatchlistKeeper } from './take-watchlist-step.ts';
import { note } from './upstream-context.ts';

/**
 * A step of a monitor met something that is not there any more: somebody has deleted it, or the answer to a deletion of
 * ours was lost. What is gone is forgotten, so that the next sweep makes it anew.
 */
export async function forgetGone(keeper: MonitorKeeper, step: MonitorStep): Promise<void> {
  if (step.do === 'change-webhook') await note(keeper, { webhook: undefined });
  else if (step.do === 'make-monitor') await forgetIngredient(keeper);
  else if (CHANGES.includes(step.do)) await checkMonitor(keeper);
}

const CHANGES: readonly MonitorStep['do'][] = ['assign-webhook', 'change-monitor', 'enable', 'disable'];

/** A monitor is made of a webhook and of a first job, in a project; one that is gone has been forgotten already. */
async function forgetIngredient(keeper: MonitorKeeper): Promise<void> {
  const { upkeep, holding } = keeper;
  const { webhook } = holding;
  if (upkeep.project.id === undefined || !webhook) return;
  const isThere = await upkeep.ports.monitors.hasWebhook(webhook.id, upkeep.limits);
  await note(keeper, isThere ? { reference: undefined } : { webhook: undefined });
}

/** The same of a watchlist: its dataset, or entities in it, which the service refuses as unknown. False: it is nothing of it. */
export async function forgetGoneOfList(
  keeper: WatchlistKeeper,
  { step, error }: { step: WatchlistStep; error: unknown },
): Promise<boolean> {
  if (step.do !== 'put-in' && step.do !== 'make-dataset') return false;
  if (error instanceof RefusedError) return forgetLostMembers(keeper);
  if (!(error instanceof GoneError) || step.do !== 'put-in') return false;
  await note(keeper, { dataset: undefined, ready: false });
  return true;
}
