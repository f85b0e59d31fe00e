import { type Finding, UNRANKED } from '../findings/finding.ts';
import { typedKeys } from '../lib/fields.ts';
import { HOUR } from '../time/instant.ts';
import { changePolicy } from './change.ts';
import { firstSeenPolicy } from './first-seen.ts';
import type { Counting, ItemDecision, Policy, Settings } from './policy.ts';
import { sentimentPolicy } from './sentiment.ts';
import { silencePolicy } from './silence.ts';
import { spikePolicy } from './spike.ts';
import { volumePolicy } from './volume.ts';

/** Every finding gets an alert, copies of one report included. */
const findingPolicy = {
  about: 'each finding, copies of one report included',
  parameters: [],
  detects: false,
  onFinding: () => ({ notify: 'finding' }),
  preview: { calmer: 'alert on stories (alert: { when: story })' },
} as const satisfies Policy;

/** What the numbers of a rule of `raise` may be. There are 249 codes of countries (ISO 3166-1). */
export const RAISE_LIMITS = {
  outlets: { whole: true, min: 2, max: 10_000 },
  topRank: { whole: true, min: 1, max: UNRANKED - 1 },
  countries: { whole: true, min: 2, max: 249 },
  sentiment: { whole: false, min: -1, max: 1 },
} as const;

/** Every story gets one alert, however many outlets publish it. */
const storyPolicy = {
  about: 'each story once, however many outlets print it',
  parameters: [],
  detects: false,
  byStory: true,
  onFinding: () => ({ notify: 'story' }),
} as const satisfies Policy;

/**
 * Every policy by its name in the file. To add one, write its file and a line here: schemas, words, preview and stored
 * alerts read this list.
 */
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

type Registry = typeof REGISTRY;
export type PolicyName = keyof Registry;

export const POLICIES: readonly PolicyName[] = typedKeys(REGISTRY);

/** Policies whose alerts say what they detected; the others alert on the finding or the story itself. */
export type DetectionPolicy = {
  [Name in PolicyName]: Registry[Name] extends { detects: false } ? never : Name;
}[PolicyName];
export const DETECTION_POLICIES: readonly DetectionPolicy[] = POLICIES.filter(isDetectionPolicy);

/** The name of a policy whose alerts say what it detected; undefined for the others. */
export function detectionPolicyOf(name: PolicyName): DetectionPolicy | undefined {
  return isDetectionPolicy(name) ? name : undefined;
}

function isDetectionPolicy(name: PolicyName): name is DetectionPolicy {
  return policyOf(name).detects !== false;
}

export function policyOf(name: PolicyName): Policy {
  return REGISTRY[name];
}

/** How far runs look back before the watermark where neither the watch nor its policy says it. */
const OVERLAP = HOUR;

/** How far the runs of a watch with this policy look back before the watermark, in milliseconds. */
export function overlapOf(name: PolicyName): number {
  return policyOf(name).overlap ?? OVERLAP;
}

/** What a watch says of its policy. */
interface WithPolicy {
  alert: { when: PolicyName; settings?: Settings };
}

/** What the policy of a watch makes of one finding. */
export function decisionOn({ alert: { when, settings = {} } }: WithPolicy, finding: Finding): ItemDecision {
  return policyOf(when).onFinding?.(finding, settings) ?? { notify: 'nothing', because: 'counted' };
}

/** How a watch's policy judges its hours; undefined when it does not. */
export function countingOf({ alert: { when, settings = {} } }: WithPolicy): Counting | undefined {
  return policyOf(when).counting?.(settings);
}

/** The kind of value whose first appearance a watch alerts on; undefined for none. */
export function firstSeenKindOf({ alert: { when, settings = {} } }: WithPolicy): string | undefined {
  return policyOf(when).firstSeenKind?.(settings);
}
