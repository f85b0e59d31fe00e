import type { Watch } from '../../../shared/domain/watches/watch.ts';
import type { Window } from '../../../shared/domain/time/window.ts';
import { CliFailure } from '../failure.ts';
import { needWatch } from '../need-stack.ts';
import type { Stack } from '../stack/stack.ts';
import { longestKept } from './export-records.ts';

/** What the options of an export select. */
export interface Selection {
  watch: string | undefined;
  brand: string | undefined;
  /** Watches that were removed are selected too. One that is named by `watch` needs no such option. */
  removed: boolean;
}

/** The selected watches, and the removed ones that an export without `removed` leaves out. */
export interface SelectedWatches {
  ids: string[];
  leftOut: string[];
  window: Window;
}

/**
 * Selects the watches to export, and the window.
 *
 * @param windowOf the window, when everything since an instant is wanted unless somebody says otherwise.
 * @throws CliFailure for a watch or a brand of which nothing is known.
 */
export async function selectWatches(
  selection: Selection,
  { stack, windowOf }: { stack: Stack; windowOf: (since: number) => Window },
): Promise<SelectedWatches> {
  const applied = await stack.definitions.watches();
  const ids = new Set(applied.map(({ id }) => id));
  const noted = (await stack.removedWatches.all(stack.now())).filter(({ watchId }) => !ids.has(watchId));
  const retentions = [...applied, ...noted].map(({ retention }) => retention);
  const window = windowOf(stack.now() - longestKept(retentions));
  const { watch, removed } = selection;
  if (watch !== undefined) {
    if (!noted.some(({ watchId }) => watchId === watch)) needWatch(watch, { watches: applied, stack });
    return { ids: [watch], leftOut: [], window };
  }
  const own = (one: Pick<Watch, 'brand'>) => selection.brand === undefined || one.brand === selection.brand;
  const [chosen, others] = [applied.filter(own), noted.filter(own).map(({ watchId }) => watchId)];
  if (chosen.length === 0 && selection.brand !== undefined && !(removed && others.length > 0))
    throw unknownBrand(selection.brand, { applied, hasRemoved: others.length > 0, stack });
  const all = [...chosen.map(({ id }) => id), ...(removed ? others : [])];
  return { ids: all, leftOut: removed ? [] : others, window };
}

function unknownBrand(
  brand: string,
  { applied, hasRemoved, stack }: { applied: readonly Watch[]; hasRemoved: boolean; stack: Stack },
): CliFailure {
  const brands = [...new Set(applied.flatMap((one) => one.brand ?? []))];
  const known = brands.length === 0 ? 'no watch names a brand' : `known brands: ${brands.join(', ')}`;
  return new CliFailure(`No watch of brand "${brand}" in ${stack.name}.`, {
    hint: hasRemoved ? 'its watches were removed: add --removed' : known,
  });
}
