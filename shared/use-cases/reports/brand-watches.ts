import type { Named, ReportPlan } from '../../domain/reports/report-plan.ts';
import type { Watch } from '../../domain/watches/watch.ts';

/** The ids of the watches of a brand, in order. */
export function watchIdsOfBrand(brand: string, watches: readonly Watch[]): string[] {
  return watches.flatMap((watch) => (watch.brand === brand ? [watch.id] : [])).toSorted();
}

/** The competitors of a report that have watches. */
export function competitorsWithWatches({ brand }: ReportPlan, watches: readonly Watch[]): Named[] {
  return brand.competitors.filter(({ id }) => watchIdsOfBrand(id, watches).length > 0);
}
