import type { Finding, StoredFinding } from '../../domain/findings/finding.ts';
import { inParallel } from '../../domain/lib/in-parallel.ts';
import type { Instant } from '../../domain/time/instant.ts';
import { policyAlertOf } from '../../domain/alerts/policy-alert.ts';
import { policyOf, detectionPolicyOf } from '../../domain/policies/registry.ts';
import { type Revision, revisionOf } from '../../domain/findings/revision.ts';
import { canonicalJson } from '../../domain/lib/canonical.ts';
import { putAlert } from '../alerts/put-alert.ts';
import type { Run } from '../context/run.ts';

/** What noting needs: a run has all of it, and so has an extraction. */
export interface Noting {
  ports: Pick<Run['ports'], 'alerts' | 'clock' | 'definitions' | 'findings'>;
  watch: Run['watch'];
  outcome: Pick<Run['outcome'], 'alerts' | 'channels'>;
}

/** A known finding, and what the service says of it now. */
interface Changed {
  known: StoredFinding;
  revision: Revision;
}

/**
 * Stores anew what is known with another content, and what changed in it; a watch for changes tells it, unless it is
 * `silent` still. Only findings with a digest can change, so that articles cost no read; a watch for changes reads them
 * too, for their headlines. Gives back how many have changed; doing it twice changes nothing.
 */
export async function recordChanges(
  noting: Noting,
  findings: readonly Finding[],
  { silent }: { silent: boolean },
): Promise<number> {
  const { ports, watch } = noting;
  const notifies = policyOf(watch.alert.when).onChange !== undefined;
  const given = new Map(
    findings.flatMap((finding) =>
      finding.contentDigest === undefined && !notifies ? [] : [[finding.fingerprint, finding] as const],
    ),
  );
  if (given.size === 0) return 0;
  const known = await ports.findings.read(watch.id, [...given.keys()]);
  const now = ports.clock.now();
  const changed = known.flatMap((one): Changed[] => {
    const finding = given.get(one.finding.fingerprint);
    const revision = finding && revisionOf(one, finding, now);
    return revision ? [{ known: one, revision }] : [];
  });
  await inParallel(changed, async (one) => {
    if (!silent) await notify(noting, one, now);
    await ports.findings.revise(watch.id, one.revision);
  });
  return changed.length;
}

/** Told before it is stored, under an id made of the finding and how it stood until now: a repeat is the same alert. */
async function notify(noting: Noting, { known, revision }: Changed, now: Instant): Promise<void> {
  const { watch } = noting;
  const { when, settings = {} } = watch.alert;
  const { finding, changes = [] } = revision;
  const policy = detectionPolicyOf(when);
  if (!policy || finding.excludedBy !== undefined) return;
  const facts = changes.filter(({ at }) => at === now).flatMap((change) => change.facts);
  const detection = policyOf(when).onChange?.(facts, settings);
  if (!detection) return;
  const before = new Date(known.changedAt ?? known.foundAt).toISOString();
  const key = [finding.fingerprint, before, canonicalJson(detection.changes)];
  await putAlert(
    noting,
    policyAlertOf(watch, { policy, key, sighting: detection, findings: [finding], now }),
  );
}
