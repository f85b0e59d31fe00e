import { RefusedError } from '../../domain/lib/errors.ts';
import { newWatchlist, type WatchlistHolding } from '../../domain/upstream/upstream-resource.ts';
import { nextWatchlistStep, type WatchlistStep } from '../../domain/upstream/reconcile-watchlist.ts';
import { unreadySubject, watchlistSubject, watchlistTrouble } from '../../domain/upstream/upstream-incident.ts';
import type { Watchlist } from '../../domain/watches/watchlist.ts';
import { forgetGoneOfList } from './remove-orphans.ts';
import { takeWatchlistStep, type WatchlistKeeper } from './take-watchlist-step.ts';
import { cureTrouble, raiseTrouble } from '../alerts/notify-incidents.ts';
import { keepHolding, MENDED, note, type Upkeep } from './upstream-context.ts';

/** Moves entities and datasets towards the watchlists that are wanted; of each, the record as it is then. */
export async function keepWatchlists(
  upkeep: Upkeep,
  given: { wanted: readonly Watchlist[]; held: readonly WatchlistHolding[] },
): Promise<WatchlistHolding[]> {
  const kept: WatchlistHolding[] = [];
  for (const desired of given.wanted) {
    const holding = given.held.find(({ name }) => name === desired.name) ?? newWatchlist(desired.name);
    kept.push(await keepHolding(upkeep, holding, (keeper) => stepOf(Object.assign(keeper, { desired }))));
  }
  return kept;
}

/** Takes away the watchlists that nobody wants any more; gives back those that are left. */
export async function removeWatchlists(
  upkeep: Upkeep,
  unwanted: readonly WatchlistHolding[],
): Promise<WatchlistHolding[]> {
  const left: WatchlistHolding[] = [];
  for (const holding of unwanted) {
    const kept = await keepHolding(upkeep, holding, (keeper) =>
      stepOf(Object.assign(keeper, { desired: undefined })),
    );
    if ((await upkeep.ports.holdings.watchlist(holding.name)) !== undefined) left.push(kept);
  }
  return left;
}

async function stepOf(keeper: WatchlistKeeper): Promise<'again' | 'stop'> {
  const { upkeep, holding, desired } = keeper;
  const { ports, outcome } = upkeep;
  const step = nextWatchlistStep(desired, holding, ports.clock.now());
  if (step.do === 'rest') return 'stop';
  if (step.do === 'wait') {
    outcome.upstream.waiting.push(`${holding.name}: ${step.why}`);
    return 'stop';
  }
  if (step.do === 'forget') {
    for (const subject of [watchlistSubject(holding.name), unreadySubject(holding.name)])
      await cureTrouble(upkeep, subject);
    await ports.holdings.remove(holding);
    return 'stop';
  }
  const isTaken = await telling(keeper, { step, taking: takeWatchlistStep(keeper, step) });
  if (!isTaken) return 'stop';
  outcome.upstream.steps.push(`${holding.name}: ${step.do}`);
  if (keeper.holding.failures > 0) {
    await cureTrouble(upkeep, watchlistSubject(holding.name));
    await note(keeper, MENDED);
  }
  return step.do === 'check' ? 'stop' : 'again';
}

/** A refusal is told to the operators: only a person can mend it. */
async function telling(
  keeper: WatchlistKeeper,
  { step, taking }: { step: WatchlistStep; taking: Promise<boolean> },
): Promise<boolean> {
  try {
    return await taking;
  } catch (error) {
    const { upkeep, holding } = keeper;
    const isMended = await forgetGoneOfList(keeper, { step, error });
    if (error instanceof RefusedError && !isMended) {
      const trouble = watchlistTrouble(holding.name, error, upkeep.ports.clock.now());
      await raiseTrouble(upkeep, trouble);
      upkeep.outcome.troubles.push(trouble.subject);
    }
    throw error;
  }
}
