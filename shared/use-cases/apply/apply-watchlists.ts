import type { Changes } from '../../domain/runs/outcome.ts';
import type { Watchlist } from '../../domain/watches/watchlist.ts';
import type { Watchlists } from '../ports/definitions.ts';
import { compareById } from './compare-by-id.ts';

/** Makes the stored watchlists agree with the file. The next sweeps do the same with entities and datasets. */
export async function applyWatchlists(desired: readonly Watchlist[], lists: Watchlists): Promise<Changes> {
  const { put, changes } = compareById(desired, await lists.all(), ({ name }) => name);
  for (const list of put) await lists.put(list);
  for (const name of changes.removed) await lists.remove(name);
  return changes;
}
