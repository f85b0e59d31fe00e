import { alertHeadOf, alertItemOf, type Alert } from './alert.ts';
import { defined } from '../lib/fields.ts';
import { idOf } from '../lib/hash.ts';
import type { Finding } from '../findings/finding.ts';
import type { Instant } from '../time/instant.ts';
import type { Detection } from '../policies/policy.ts';
import type { DetectionPolicy } from '../policies/registry.ts';
import type { StorySummary } from '../stories/story.ts';
import type { Watch } from '../watches/watch.ts';

/**
 * The alert of a policy that says what it detected. The id is made of watch, policy and `key`, which names the facts: a
 * period, or an item with its transition. So a repeat is the same alert.
 */
export function policyAlertOf(
  watch: Watch,
  given: {
    policy: DetectionPolicy;
    key: readonly string[];
    detection: Detection;
    findings: readonly Finding[];
    story?: StorySummary;
    now: Instant;
  },
): Alert {
  const { policy, key, detection, findings, story, now } = given;
  return defined<Alert>({
    ...alertHeadOf(watch, now),
    id: idOf('alert', watch.id, policy, ...key),
    occasion: { type: policy, ...detection },
    severity: watch.severity,
    items: findings.map(alertItemOf),
    story,
  });
}
