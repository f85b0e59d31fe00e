import { headOf, itemOf, type Alert } from './alert.ts';
import { idOf } from '../lib/hash.ts';
import type { Finding } from '../findings/finding.ts';
import type { Instant } from '../time/instant.ts';
import type { Sighting } from '../policies/policy.ts';
import type { SightingPolicy } from '../policies/registry.ts';
import type { StoryNote } from '../stories/story-summary.ts';
import type { Watch } from '../watches/watch.ts';

/**
 * The alert of a policy that says what it saw. `key` names the facts that it is about, a period or an item with its
 * transition: the id is made of watch, policy and key, so that a repeat is the same alert.
 */
export function policyAlertOf(
  watch: Watch,
  given: {
    policy: SightingPolicy;
    key: readonly string[];
    sighting: Sighting;
    findings: readonly Finding[];
    story?: StoryNote;
    now: Instant;
  },
): Alert {
  const { policy, key, sighting, findings, story, now } = given;
  return {
    ...headOf(watch, now),
    id: idOf('alert', watch.id, policy, ...key),
    occasion: { type: policy, ...sighting },
    severity: watch.severity,
    items: findings.map(itemOf),
    ...(story && { story }),
  };
}
