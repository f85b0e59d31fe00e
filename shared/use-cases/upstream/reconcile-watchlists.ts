import { RefusedError } from '../../domain/lib/errors.ts';
import { newWatchlist, type WatchlistResource } from '../../domain/upstream/upstream-resource.ts';
import { nextWatchlistStep, type WatchlistStep } from '../../domain/upstream/reconcile-watchlist.ts';
import {
  unreadySubject,
  watchlistSubject,
  watchlistIncident,
} from '../../domain/upstream/upstream-incident.ts';
import type { Watchlist } from '../../domain/watches/watchlist.ts';
import { forgetGoneOfList } from './remove-orphans.ts';
import { takeWatchlistStep, type WatchlistScope } from './take-watchlist-step.ts';
import { resolveIncident, openIncident } from '../alerts/notify-incidents.ts';
import { stepResource, MENDED, note, type UpstreamContext } from './upstream-context.ts';

/** Moves entities and datasets towards the watchlists that are wanted; of each, the record as it is then. */
export async function reconcileWatchlists(
  context: UpstreamContext,
  given: { wanted: readonly Watchlist[]; held: readonly WatchlistResource[] },
): Promise<WatchlistResource[]> {
  const kept: WatchlistResource[] = [];
  for (const desired of given.wanted) {
    const resource = given.held.find(({ name }) => name === desired.name) ?? newWatchlist(desired.name);
    kept.push(await stepResource(context, resource, (scope) => stepOf(Object.assign(scope, { desired }))));
  }
  return kept;
}

/** Takes away the watchlists that nobody wants any more; gives back those that are left. */
export async function removeWatchlists(
  context: UpstreamContext,
  unwanted: readonly WatchlistResource[],
): Promise<WatchlistResource[]> {
  const left: WatchlistResource[] = [];
  for (const resource of unwanted) {
    const kept = await stepResource(context, resource, (scope) =>
      stepOf(Object.assign(scope, { desired: undefined })),
    );
    if ((await context.ports.resources.watchlist(resource.name)) !== undefined) left.push(kept);
  }
  return left;
}

async function stepOf(scope: WatchlistScope): Promise<'again' | 'stop'> {
  const { context, resource, desired } = scope;
  const { ports, outcome } = context;
  const step = nextWatchlistStep(desired, resource, ports.clock.now());
  if (step.do === 'rest') return 'stop';
  if (step.do === 'wait') {
    outcome.upstream.waiting.push(`${resource.name}: ${step.why}`);
    return 'stop';
  }
  if (step.do === 'forget') {
    for (const subject of [watchlistSubject(resource.name), unreadySubject(resource.name)])
      await resolveIncident(context, subject);
    await ports.resources.remove(resource);
    return 'stop';
  }
  const isTaken = await group(scope, { step, taking: takeWatchlistStep(scope, step) });
  if (!isTaken) return 'stop';
  outcome.upstream.steps.push(`${resource.name}: ${step.do}`);
  if (scope.resource.failures > 0) {
    await resolveIncident(context, watchlistSubject(resource.name));
    await note(scope, MENDED);
  }
  return step.do === 'check' ? 'stop' : 'again';
}

/** A refusal is told to the operators: only a person can mend it. */
async function group(
  scope: WatchlistScope,
  { step, taking }: { step: WatchlistStep; taking: Promise<boolean> },
): Promise<boolean> {
  try {
    return await taking;
  } catch (error) {
    const { context, resource } = scope;
    const isMended = await forgetGoneOfList(scope, { step, error });
    if (error instanceof RefusedError && !isMended) {
      const incident = watchlistIncident(resource.name, error, context.ports.clock.now());
      await openIncident(context, incident);
      context.outcome.troubles.push(incident.subject);
    }
    throw error;
  }
}
