import type { Discovery } from '../findings/discovery.ts';
import type { Finding } from '../findings/finding.ts';
import { defined } from '../lib/fields.ts';
import { idOf } from '../lib/hash.ts';
import type { ReachedSeverity } from '../stories/story-severity.ts';
import type { StorySummary } from '../stories/story.ts';
import type { Instant } from '../time/instant.ts';
import { compareSeverity, SEVERITIES, type Severity, type Watch } from '../watches/watch.ts';
import { type Alert, alertHeadOf, alertItemOf, firstAlertId, occasionTypeOf, raisedFrom } from './alert.ts';

// Alerts on a story, or on a finding, that was notified before.

/**
 * The alert that a notified story has climbed, once per severity. `holder` is the finding of the story's first alert, and `from`
 * the severity that was notified.
 */
export function climbAlertOf(
  watch: Watch,
  given: {
    finding: Finding;
    story?: StorySummary | undefined;
    reached: ReachedSeverity;
    from: Severity;
    holder: string;
    discovery?: Discovery | undefined;
    now: Instant;
  },
): Alert {
  const { finding, story, reached, from, holder, discovery, now } = given;
  const { severity } = reached;
  const raised = raisedFrom(from, reached);
  const lower = SEVERITIES.filter((one) => compareSeverity(one, severity) < 0);
  const after = [firstAlertId(watch, holder), ...lower.map((one) => climbId(watch, holder, one))];
  return defined<Alert>({
    ...alertHeadOf(watch, now),
    id: climbId(watch, holder, severity),
    occasion: { type: occasionTypeOf(watch) },
    severity,
    raised: raised && { ...raised, after },
    items: [alertItemOf(finding)],
    discovery,
    story,
  });
}

function climbId({ id }: Pick<Watch, 'id'>, holder: string, severity: Severity): string {
  return idOf('alert', id, holder, 'climb', severity);
}

/** The ids under which a watch may have alerts that a story has climbed. `holder` is the finding of its first alert. */
export function laterAlertIds(
  watchId: string,
  { holder, severities }: { holder: string; severities: readonly Severity[] },
): string[] {
  return severities.map((severity) => climbId({ id: watchId }, holder, severity));
}
