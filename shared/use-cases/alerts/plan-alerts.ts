import { type Alert, alertOf, growthAlertOf } from '../../domain/alerts/alert.ts';
import { policyAlertOf } from '../../domain/alerts/policy-alert.ts';
import type { StoredFinding, Verdict } from '../../domain/findings/finding.ts';
import type { Detection } from '../../domain/policies/policy.ts';
import { detectionPolicyOf } from '../../domain/policies/registry.ts';
import { growthOf, type Milestone } from '../../domain/stories/story-growth.ts';
import { type StorySummary, summarizeStory } from '../../domain/stories/story.ts';
import type { Watch } from '../../domain/watches/watch.ts';
import type { NotifiedStory } from '../ports/stories.ts';
import { type Claimed, holderOf } from '../stories/claim-stories.ts';
import type { ClaimedDecisions, Decided } from './decide-findings.ts';

/** An alert to be put, and what is recorded with it. */
export interface PlannedAlert {
  alert: Alert;
  /** The finding whose verdict it is. */
  fingerprint?: string;
  /** The milestone of a notified story that it is about. */
  milestone?: { of: NotifiedStory; milestone: Milestone };
}

/** What follows from the decisions on some findings. */
export interface AlertPlan {
  /** Alerts that are put in this order; the lists are independent of each other. */
  alerts: readonly (readonly PlannedAlert[])[];
  /** By fingerprint: why a finding causes no alert. */
  silent: ReadonlyMap<string, Verdict>;
}

/** Which alerts follow from what was decided and claimed, and which findings stay silent. */
export function planAlerts(watch: Watch, { decided, firstValues, stories }: ClaimedDecisions): AlertPlan {
  const single = decided.map((one) => planFinding(watch, one, firstValues));
  const detections = detectionsIn(decided);
  const grouped = stories.map((story) => planStory(watch, story, detections));
  const plans = [...single, ...grouped];
  return {
    alerts: plans.flatMap(({ alerts }) => (alerts.length > 0 ? [alerts] : [])),
    silent: new Map(plans.flatMap(({ silent }) => silent)),
  };
}

interface PartOfPlan {
  alerts: PlannedAlert[];
  silent: (readonly [string, Verdict])[];
}

/** A finding that is notified by itself, brings a first value, or is silent. A story is planned as a whole. */
function planFinding(
  watch: Watch,
  { group, member, decision }: Decided,
  firstValues: ClaimedDecisions['firstValues'],
): PartOfPlan {
  const { finding, foundAt: now } = member;
  const { fingerprint } = finding;
  if (decision.notify === 'story') return { alerts: [], silent: [] };
  if (decision.notify === 'nothing') return silentPart(fingerprint, { silent: decision.because });
  if (decision.notify === 'finding') {
    const story = summarizeStory(group.whole.story);
    const alert = alertOn(watch, { member, story, detection: decision.detection });
    return { alerts: [{ alert, fingerprint }], silent: [] };
  }
  const fresh = firstValues.get(fingerprint) ?? [];
  const policy = detectionPolicyOf(watch.alert.when);
  if (fresh.length === 0 || !policy) return silentPart(fingerprint, { silent: 'seen-before' });
  const detection = decision.detection(fresh);
  const alert = policyAlertOf(watch, {
    policy,
    key: [fingerprint, 'new'],
    detection,
    findings: [finding],
    now,
  });
  return { alerts: [{ alert, fingerprint }], silent: [] };
}

/** One alert for the finding that holds the story, if it is among these, and one for each milestone passed since. */
function planStory(
  watch: Watch,
  story: Claimed<StoredFinding>,
  detections: ReadonlyMap<string, Detection>,
): PartOfPlan {
  const { whole, members, claims } = story;
  const holder = holderOf(claims)?.fingerprint;
  const first = members.find(({ finding }) => finding.fingerprint === holder);
  const copies = members.filter((member) => member !== first).map(({ finding }) => finding);
  const silent = copies.map(({ fingerprint }) => [fingerprint, { silent: 'same-story' }] as const);
  const growth = planGrowth(watch, story);
  if (!first) return { alerts: growth, silent };
  const { fingerprint } = first.finding;
  const alert = alertOn(watch, {
    member: first,
    story: summarizeStory(whole.story, copies),
    detection: detections.get(fingerprint),
  });
  return { alerts: [{ alert, fingerprint }, ...growth], silent };
}

/** One alert for each milestone that a notified story has passed, about the latest of its findings. */
function planGrowth(watch: Watch, { whole, members, claims }: Claimed<StoredFinding>): PlannedAlert[] {
  const holder = holderOf(claims);
  const latest = members.at(-1);
  const settings = watch.alert.grows;
  if (!holder || !latest || !settings) return [];
  const { finding, foundAt: now } = latest;
  const told = claims.flatMap(({ milestones }) => milestones);
  return growthOf(whole.story, { notified: told, settings }).map((growth) => ({
    alert: growthAlertOf(watch, {
      finding,
      story: summarizeStory(whole.story),
      growth,
      holder: holder.fingerprint,
      now,
    }),
    milestone: { of: holder, milestone: growth.milestone },
  }));
}

/** The alert about a finding, by itself or as the first of its story, with what the policy detected if it says so. */
function alertOn(
  watch: Watch,
  given: { member: StoredFinding; story: StorySummary; detection: Detection | undefined },
): Alert {
  const { member, story, detection } = given;
  const { finding, foundAt: now } = member;
  const policy = detectionPolicyOf(watch.alert.when);
  if (!detection || !policy) return alertOf(watch, { finding, story, now });
  const key = [finding.fingerprint, 'new'];
  return policyAlertOf(watch, { policy, key, detection, findings: [finding], story, now });
}

function detectionsIn(decided: readonly Decided[]): ReadonlyMap<string, Detection> {
  return new Map(
    decided.flatMap(({ member, decision }) =>
      decision.notify === 'story' && decision.detection
        ? [[member.finding.fingerprint, decision.detection] as const]
        : [],
    ),
  );
}

function silentPart(fingerprint: string, verdict: Verdict): PartOfPlan {
  return { alerts: [], silent: [[fingerprint, verdict]] };
}
