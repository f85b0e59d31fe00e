import { changePolicy } from './change.ts';
import { findingPolicy } from './finding.ts';
import { firstSeenPolicy } from './first-seen.ts';
import type { Policy } from './policy.ts';
import { sentimentPolicy } from './sentiment.ts';
import { silencePolicy } from './silence.ts';
import { spikePolicy } from './spike.ts';
import { storyPolicy } from './story.ts';
import { volumePolicy } from './volume.ts';

/** Every policy by its name in the file. A new one is a file of its own and a line here. */
const REGISTRY = {
  story: storyPolicy,
  finding: findingPolicy,
  volume: volumePolicy,
  spike: spikePolicy,
  silence: silencePolicy,
  first_seen: firstSeenPolicy,
  sentiment: sentimentPolicy,
  change: changePolicy,
} as const satisfies Record<string, Policy>;

export type PolicyName = keyof typeof REGISTRY;

export const POLICIES: readonly PolicyName[] = keysOf(REGISTRY);

/** Policies that say what they saw; the others tell the finding or the story itself. */
export type DetectionPolicy = Exclude<PolicyName, 'finding' | 'story'>;
export const DETECTION_POLICIES: readonly DetectionPolicy[] = POLICIES.flatMap(
  (name) => detectionPolicyOf(name) ?? [],
);

/** The name of a policy that says what it saw; undefined for the others. */
export function detectionPolicyOf(name: PolicyName): DetectionPolicy | undefined {
  return name === 'finding' || name === 'story' ? undefined : name;
}

/** The policy of this name. */
export function policyOf(name: PolicyName): Policy {
  return REGISTRY[name];
}

function keysOf<T extends object>(of: T): Extract<keyof T, string>[] {
  const keys: Extract<keyof T, string>[] = [];
  for (const key in of) keys.push(key);
  return keys;
}
