import type { Named, ReportPlan } from '../../domain/reports/report-plan.ts';
import type { Watch } from '../../domain/watches/watch.ts';

/** The ids of the watches of a brand, in order. */
export function watchesOf(brand: string, watches: readonly Watch[]): string[] {
  return watches.flatMap((watch) => (watch.brand === brand ? [watch.id] : [])).toSorted();
}

/** Competitors that have a watch of their own. */
export function coveredRivals({ brand }: ReportPlan, watches: readonly Watch[]): Named[] {
  return brand.competitors.filter(({ id }) => watchesOf(id, watches).length > 0);
}
