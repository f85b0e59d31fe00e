import { type Alert, policyAlertOf } from '../alerts/alert.ts';
import { correctionAlertOf } from '../alerts/story-alert.ts';
import type { Finding, StoredFinding } from '../findings/finding.ts';
import type { AwaitedChange, FactChange } from '../findings/finding-change.ts';
import { canonicalJson } from '../lib/hash.ts';
import { detectionPolicyOf, policyOf } from '../policies/registry.ts';
import { type Instant, isoOf } from '../time/instant.ts';
import { compareSeverity, mostSevere, type Severity, type Watch } from '../watches/watch.ts';
import { reachedBy } from './plan-alerts.ts';

/** The severity that a finding had reached before some of its facts changed. */
export function severityBefore(watch: Watch, finding: Finding, changes: readonly FactChange[]): Severity {
  const before = new Map(Object.entries(finding.facts ?? {}));
  for (const { name, from } of changes) {
    if (from === undefined) before.delete(name);
    else before.set(name, from);
  }
  return reachedBy(watch, finding, Object.fromEntries(before)).severity;
}

/**
 * The alert on a change of a known finding: by the policy of its watch, or because the new facts raise the finding above all that was
 * notified of it. Its id is made of the finding and its state until then. Undefined: there is nothing new to say.
 *
 * @param known.notified the severity of the first alert on the finding, where there is one.
 */
export function changeAlertOf(
  watch: Watch,
  {
    found,
    change,
    notified,
  }: { found: StoredFinding; change: AwaitedChange; notified: Severity | undefined },
  now: Instant,
): Alert | undefined {
  const { finding, discovery } = found;
  const { when, settings = {} } = watch.alert;
  const policy = detectionPolicyOf(when);
  const detection = policyOf(when).onChange?.(change.facts, settings);
  const reached = reachedBy(watch, finding);
  if (policy && detection) {
    const key = [finding.fingerprint, isoOf(change.before), canonicalJson(detection.changes)];
    const raised = watch.raise && reached;
    return policyAlertOf(watch, {
      policy,
      key,
      detection,
      findings: [finding],
      discovery,
      reached: raised,
      now,
    });
  }
  const before = severityBefore(watch, finding, change.facts);
  const from = notified === undefined ? before : mostSevere(before, notified);
  if (compareSeverity(reached.severity, from) <= 0) return undefined;
  return correctionAlertOf(watch, { finding, discovery, foundAt: now, reached, from });
}
