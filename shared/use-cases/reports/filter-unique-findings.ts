import type { StoredFinding } from '../../domain/findings/finding.ts';
import { dayAfter } from '../../domain/time/instant.ts';
import type { FoundByDay } from '../ports/reports.ts';

/**
 * Filters a page of findings to those that count here. A finding of several watches counts once: for the first UTC day on
 * which any of them found it, and on that day for the first watch in the order of ids.
 */
export async function filterUniqueFindings(
  page: readonly StoredFinding[],
  {
    found,
    watchId,
    watches,
    day,
  }: { found: FoundByDay; watchId: string; watches: readonly string[]; day: string },
): Promise<StoredFinding[]> {
  let fresh = [...page];
  for (const other of watches) {
    if (other === watchId || fresh.length === 0) continue;
    const asked = fresh.map(({ finding }) => finding.fingerprint);
    const known = await found.foundBefore(other, asked, other < watchId ? dayAfter(day) : day);
    fresh = fresh.filter(({ finding }) => !known.has(finding.fingerprint));
  }
  return fresh;
}
