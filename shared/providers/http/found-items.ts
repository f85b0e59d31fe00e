import { type Finding, type FoundItem, foundItemOf } from '../../domain/findings/finding.ts';
import { type UnusableItem, unreadItem } from '../../domain/findings/quarantine.ts';
import { eachApart } from '../../domain/lib/in-parallel.ts';
import type { FoundItems } from '../../use-cases/ports/source.ts';

/** How the items of an answer become findings. */
interface FindingReading<T> {
  toFinding: (item: T) => Finding;
  /** Items of the same answer that cannot be read. */
  unusable: readonly UnusableItem[];
}

/** Items as findings, each read by itself: one at which our code fails leaves the others alone. */
export function foundItems<T extends { raw: unknown }>(
  items: readonly T[],
  reading: FindingReading<T>,
): FoundItems {
  const page = foundPageItems(items, reading);
  const sources = new Map(page.items.map(({ fingerprint, source }) => [fingerprint, source()]));
  return { findings: page.items.map(({ read }) => read()), sources, unusable: page.unusable };
}

/** The same, as the items of a page: for a service whose items take little to read. */
export function foundPageItems<T extends { raw: unknown }>(
  items: readonly T[],
  { toFinding, unusable: unread }: FindingReading<T>,
): { items: FoundItem[]; unusable: UnusableItem[] } {
  const { results, failed } = eachApart(items, (item) => foundItemOf(toFinding(item), item.raw));
  const unusable = [...unread, ...failed.map(({ item, error }) => unreadItem(item.raw, error))];
  return { items: results, unusable };
}
