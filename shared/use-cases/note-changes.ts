import type { Finding } from '../domain/finding.ts';
import { inParallel } from '../domain/in-parallel.ts';
import { revisionOf } from '../domain/revision.ts';
import type { Run } from './run.ts';

/** What noting needs: a run has all of it, and so has an extraction. */
export interface Noting {
  ports: Pick<Run['ports'], 'clock' | 'findings'>;
  watch: Pick<Run['watch'], 'id'>;
}

/**
 * Stores anew what is known with another content, and what changed in it. Only findings with a digest can change, so
 * that articles cost no read. Gives back how many have changed; doing it twice changes nothing.
 */
export async function noteChanges({ ports, watch }: Noting, findings: readonly Finding[]): Promise<number> {
  const given = new Map(
    findings.flatMap((finding) =>
      finding.contentDigest === undefined ? [] : [[finding.fingerprint, finding] as const],
    ),
  );
  if (given.size === 0) return 0;
  const known = await ports.findings.read(watch.id, [...given.keys()]);
  const now = ports.clock.now();
  const revisions = known.flatMap((one) => {
    const finding = given.get(one.finding.fingerprint);
    return (finding && revisionOf(one, finding, now)) ?? [];
  });
  await inParallel(revisions, (revision) => ports.findings.revise(watch.id, revision));
  return revisions.length;
}
