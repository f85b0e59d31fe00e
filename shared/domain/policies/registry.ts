import { change } from './change.ts';
import { finding } from './finding.ts';
import { firstSeen } from './first-seen.ts';
import type { Policy } from './policy.ts';
import { sentiment } from './sentiment.ts';
import { silence } from './silence.ts';
import { spike } from './spike.ts';
import { story } from './story.ts';
import { volume } from './volume.ts';

/** Every policy by its name in the file. A new one is a file of its own and a line here. */
const REGISTRY = {
  story,
  finding,
  volume,
  spike,
  silence,
  first_seen: firstSeen,
  sentiment,
  change,
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
