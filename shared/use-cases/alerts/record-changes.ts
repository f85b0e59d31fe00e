import type { Ports } from '../ports/ports.ts';
import { type AlertsMade, joinAlertsMade, NO_ALERTS } from '../../domain/alerts/alert.ts';
import { policyAlertOf } from '../../domain/alerts/policy-alert.ts';
import type { Finding, StoredFinding } from '../../domain/findings/finding.ts';
import { type Revision, revisionOf } from '../../domain/findings/revision.ts';
import { canonicalJson } from '../../domain/lib/canonical.ts';
import { inParallel } from '../../domain/lib/in-parallel.ts';
import { detectionPolicyOf, policyOf } from '../../domain/policies/registry.ts';
import type { Instant } from '../../domain/time/instant.ts';
import type { Watch } from '../../domain/watches/watch.ts';
import { type AlertPorts, putAlert } from './put-alerts.ts';

/** Where changes are recorded, and for which watch. */
export interface ChangeScope {
  ports: AlertPorts & Pick<Ports, 'findings'>;
  watch: Watch;
}

/** How many known findings have changed, and the alerts about them. */
export interface ChangesRecorded extends AlertsMade {
  changed: number;
}

/** A known finding, and what the service says of it now. */
interface Changed {
  known: StoredFinding;
  revision: Revision;
}

/**
 * Stores the new content of findings that are known with another one, and what changed. A watch with the policy `change`
 * alerts on it, unless `silent`. Only a finding with a content hash can change, so that articles cost no read; a watch for
 * changes reads articles too, for their headlines. Doing it twice changes nothing.
 */
export async function recordChanges(
  scope: ChangeScope,
  findings: readonly Finding[],
  { silent }: { silent: boolean },
): Promise<ChangesRecorded> {
  const { ports, watch } = scope;
  const alertsOnChange = policyOf(watch.alert.when).onChange !== undefined;
  const given = new Map(
    findings.flatMap((finding) =>
      finding.contentHash === undefined && !alertsOnChange ? [] : [[finding.fingerprint, finding] as const],
    ),
  );
  if (given.size === 0) return { changed: 0, ...NO_ALERTS };
  const known = await ports.findings.read(watch.id, [...given.keys()]);
  const now = ports.clock.now();
  const changed = known.flatMap((one): Changed[] => {
    const finding = given.get(one.finding.fingerprint);
    const revision = finding && revisionOf(one, finding, now);
    return revision ? [{ known: one, revision }] : [];
  });
  const made = await inParallel(changed, async (one) => {
    const alerted = silent ? NO_ALERTS : await alertOnChange(scope, one, now);
    await ports.findings.revise(watch.id, one.revision);
    return alerted;
  });
  return { changed: changed.length, ...joinAlertsMade(...made) };
}

/** The alert goes before the new content, under an id made of the finding and its state until now: a repeat is the same. */
async function alertOnChange(
  { ports, watch }: ChangeScope,
  { known, revision }: Changed,
  now: Instant,
): Promise<AlertsMade> {
  const { when, settings = {} } = watch.alert;
  const { finding, changes = [] } = revision;
  const policy = detectionPolicyOf(when);
  if (!policy || finding.excludedBy !== undefined) return NO_ALERTS;
  const facts = changes.filter(({ at }) => at === now).flatMap((change) => change.facts);
  const detection = policyOf(when).onChange?.(facts, settings);
  if (!detection) return NO_ALERTS;
  const before = new Date(known.changedAt ?? known.foundAt).toISOString();
  const key = [finding.fingerprint, before, canonicalJson(detection.changes)];
  return putAlert(ports, policyAlertOf(watch, { policy, key, detection, findings: [finding], now }));
}
