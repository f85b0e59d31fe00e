import type { Finding, StoredFinding } from '../../domain/findings/finding.ts';
import { silentVerdict } from '../../domain/runs/baseline-verdict.ts';
import type { FindingScope } from '../context/finding-scope.ts';

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
