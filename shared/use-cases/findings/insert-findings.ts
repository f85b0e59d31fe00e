import type { Finding, StoredFinding } from '../../domain/findings/finding.ts';
import { inParallel } from '../../domain/lib/in-parallel.ts';
import { dayOf } from '../../domain/time/instant.ts';
import type { FindingScope } from '../context/finding-scope.ts';

/**
 * Stores findings if absent and returns those that were. A finding without a verdict is marked as work to be judged, so
 * that a crash before its judgement loses nothing. Its raw JSON, where the watch keeps it, is stored first.
 */
export async function insertFindings(
  { ports, watch }: FindingScope,
  found: readonly StoredFinding[],
  raw: ReadonlyMap<string, string> = new Map(),
): Promise<StoredFinding[]> {
  const inserted = await inParallel(found, async (one) => {
    const { finding } = one;
    const json = raw.get(finding.fingerprint);
    if (json !== undefined) await ports.raw.put(rawKey(watch.id, finding), json);
    return (await ports.findings.put(one)) ? [one] : [];
  });
  return inserted.flat();
}

/** Where the raw JSON of a finding is stored: below its service and watch, by the day it was indexed. */
function rawKey(watchId: string, { service, indexedAt, fingerprint }: Finding): string {
  return `raw/${service}/${watchId}/${dayOf(indexedAt)}/${fingerprint}.json`;
}
