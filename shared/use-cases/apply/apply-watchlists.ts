import type { Changes } from '../../domain/runs/outcome.ts';
import { isSame } from '../../domain/lib/canonical.ts';
import type { Watchlist } from '../../domain/watches/watchlist.ts';
import type { Watchlists } from '../ports/upstream-ports.ts';

/** Makes the stored watchlists agree with the file; entities and datasets follow with the next sweeps. */
export async function applyWatchlists(
  desired: readonly Watchlist[],
  { lists, changes }: { lists: Watchlists; changes: Changes },
): Promise<void> {
  const existing = new Map((await lists.all()).map((list) => [list.name, list]));
  for (const list of desired) {
    const before = existing.get(list.name);
    if (before && isSame(before, list)) continue;
    await lists.put(list);
    (before ? changes.changed : changes.added).push(list.name);
  }
  const wanted = new Set(desired.map(({ name }) => name));
  for (const name of existing.keys()) {
    if (wanted.has(name)) continue;
    await lists.remove(name);
    changes.removed.push(name);
  }
}
