import type { Finding, StoredFinding } from '../../domain/findings/finding.ts';
import { silentVerdict } from '../../domain/runs/run-state.ts';
import type { FindingScope } from '../context/finding-scope.ts';
import { inParallel } from '../../domain/lib/in-parallel.ts';
import { dayOf } from '../../domain/time/instant.ts';

/**
 * The findings that the watch does not know yet, as they will be stored. One that is silent from the start (baseline,
 * excluded) has its verdict already. One read for each hundred.
 */
export async function dropKnown(
  { ports, watch, track, baseUntil }: FindingScope,
  findings: readonly Finding[],
): Promise<StoredFinding[]> {
  const fingerprints = findings.map(({ fingerprint }) => fingerprint);
  const known = await ports.findings.known(watch.id, fingerprints);
  const foundAt = ports.clock.now();
  return findings
    .filter(({ fingerprint }) => !known.has(fingerprint))
    .map((finding) => {
      const verdict = silentVerdict(finding, { state: { baseUntil }, track });
      const expiresAt = foundAt + watch.retention;
      return { watchId: watch.id, finding, foundAt, expiresAt, ...(verdict && { verdict }) };
    });
}

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
