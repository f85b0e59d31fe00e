import { type Alert, firstAlertId, policyAlertOf } from '../../domain/alerts/alert.ts';
import { climbAlertOf } from '../../domain/alerts/update-alert.ts';
import type { Finding, StoredFinding } from '../../domain/findings/finding.ts';
import type { AwaitedChange, FactChange } from '../../domain/findings/finding-change.ts';
import type { Revision } from '../../domain/findings/revision.ts';
import { canonicalJson } from '../../domain/lib/hash.ts';
import { detectionPolicyOf, policyOf } from '../../domain/policies/registry.ts';
import { type Facts, type ReachedSeverity, severityOf } from '../../domain/stories/story-severity.ts';
import { singleFindingStory } from '../../domain/stories/story-record.ts';
import { summarizeStory } from '../../domain/stories/story.ts';
import type { Instant } from '../../domain/time/instant.ts';
import { compareSeverity, mostSevere, type Watch } from '../../domain/watches/watch.ts';
import type { AlertPorts } from './put-on-lanes.ts';

/** The change of a finding on which its watch alerts: by its policy, or because the new facts raise it. Undefined: it does not. */
export function changeToAlertOn(
  watch: Watch,
  { known, revision }: { known: StoredFinding; revision: Revision },
  now: Instant,
): AwaitedChange | undefined {
  const { finding, changes = [] } = revision;
  const { when, settings = {} } = watch.alert;
  if (finding.excludedBy !== undefined) return undefined;
  const facts = changes.filter(({ at }) => at === now).flatMap((change) => change.facts);
  const raises =
    compareSeverity(reachedBy(watch, finding).severity, severityBefore(watch, finding, facts)) > 0;
  if (!raises && !policyOf(when).onChange?.(facts, settings)) return undefined;
  return { before: known.changedAt ?? known.foundAt, facts };
}

/** The alert on a change: its id is made of the finding and its state until now, so a repeat is the same. Undefined: it was sent. */
export async function alertOfChange(
  { ports, watch }: { ports: AlertPorts; watch: Watch },
  known: Pick<StoredFinding, 'finding' | 'discovery'>,
  change: AwaitedChange,
): Promise<Alert | undefined> {
  const { finding, discovery } = known;
  const { when, settings = {} } = watch.alert;
  const policy = detectionPolicyOf(when);
  const detection = policyOf(when).onChange?.(change.facts, settings);
  if (!policy || !detection) return climbOf({ ports, watch }, known, change);
  const before = new Date(change.before).toISOString();
  const key = [finding.fingerprint, before, canonicalJson(detection.changes)];
  const now = ports.clock.now();
  const reached = watch.raise && reachedBy(watch, finding);
  const alert = policyAlertOf(watch, {
    policy,
    key,
    detection,
    findings: [finding],
    discovery,
    reached,
    now,
  });
  return alert;
}

/** A fact was corrected, and raises the finding above all that was notified of it. Its id has the severity, so it is sent once. */
async function climbOf(
  { ports, watch }: { ports: AlertPorts; watch: Watch },
  { finding, discovery }: Pick<StoredFinding, 'finding' | 'discovery'>,
  { facts }: AwaitedChange,
): Promise<Alert | undefined> {
  const reached = reachedBy(watch, finding);
  const first = await ports.alerts.get(firstAlertId(watch, finding.fingerprint));
  const before = severityBefore(watch, finding, facts);
  const from = first ? mostSevere(before, first.alert.severity) : before;
  if (compareSeverity(reached.severity, from) <= 0) return undefined;
  return climbAlertOf(watch, {
    finding,
    story: summarizeStory(singleFindingStory(finding)),
    reached,
    from,
    holder: finding.fingerprint,
    discovery,
    now: ports.clock.now(),
  });
}

/** The severity of a finding by itself: as of a story that it makes alone. */
export function reachedBy(
  watch: Watch,
  finding: Finding,
  facts: Facts = finding.facts ?? {},
): ReachedSeverity {
  return severityOf(watch, { story: singleFindingStory(finding), facts: [facts] }, { isFirst: true });
}

/** The severity that a finding had reached before some of its facts changed. */
function severityBefore(watch: Watch, finding: Finding, changes: readonly FactChange[]) {
  const before = new Map(Object.entries(finding.facts ?? {}));
  for (const { name, from } of changes) {
    if (from === undefined) before.delete(name);
    else before.set(name, from);
  }
  return reachedBy(watch, finding, Object.fromEntries(before)).severity;
}
