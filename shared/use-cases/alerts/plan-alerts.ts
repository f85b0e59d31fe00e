import { type Alert, alertOf, policyAlertOf } from '../../domain/alerts/alert.ts';
import { type Channel, followsFinding } from '../../domain/channels/channel.ts';
import type { StoredFinding, Verdict } from '../../domain/findings/finding.ts';
import { isFaultOfItem } from '../../domain/lib/errors.ts';
import type { ItemDecision, Detection } from '../../domain/policies/policy.ts';
import { decisionOn, detectionPolicyOf, firstSeenKindOf } from '../../domain/policies/registry.ts';
import type { ReachedSeverity } from '../../domain/stories/story-severity.ts';
import { type StorySummary, summarizeStory } from '../../domain/stories/story.ts';
import { channelsOf, type Watch } from '../../domain/watches/watch.ts';
import type { FindingScope } from '../context/finding-scope.ts';
import { claimFirsts } from '../findings/learn-values.ts';
import { mayChange } from '../findings/store-findings.ts';
import { type Claimed, claimStories, holderOf, planClimb, reachedAtFirst } from '../stories/claim-stories.ts';
import { decidePart, groupFindings } from '../stories/group-findings.ts';
import type { Decision, DecidingFrom, StoryGroup } from '../stories/story-group.ts';
import { reachedBy } from './change-alerts.ts';
import type { AlertPlan, PartAhead, PartPlan, PlannedAlert } from './part-plan.ts';
import { knowingChannels, verdictOn } from './put-alerts.ts';

/**
 * Plans what is to be written about findings: group into stories → decide → claim what is notified once → plan alerts. It only reads,
 * with two exceptions, which need that the findings are stored: stories are merged, and first values are claimed.
 */
export async function planPart(
  scope: FindingScope,
  found: readonly StoredFinding[],
  from: DecidingFrom,
): Promise<PartPlan> {
  const grouped = await groupFindings(scope, found, from);
  const own = knowingChannels(scope, grouped.channels);
  const { decided, channels } = await decideFindings(own, grouped.groups);
  const isFirst = firstSeenKindOf(scope.watch) !== undefined;
  const firstValues = isFirst ? await claimFirsts(scope, decided) : new Map<string, string[]>();
  const claimed = await claimStories(scope, notifiedAsStories(decided), grouped.fresh);
  const { alerts, verdicts } = planAlerts(scope.watch, { decided, channels, firstValues, stories: claimed });
  const judged = grouped.groups.flatMap(({ whole, members }) =>
    members.flatMap((member) => {
      const verdict = verdicts.get(member.finding.fingerprint);
      return verdict ? [{ ...member, story: whole.story.id, verdict }] : [];
    }),
  );
  return { ...grouped, found, claimed, alerts, judged };
}

/** Decides and plans a part of a run before it is stored. Nothing is written. */
export async function planAhead(
  scope: FindingScope,
  found: readonly StoredFinding[],
  from: DecidingFrom,
): Promise<PartAhead> {
  const decision = await decidePart(scope, found, from);
  if (!decision || !isPlannable(scope, decision)) return { decision };
  try {
    return { decision, plan: await planPart(scope, decision.found, { ...from, decision }) };
  } catch (error) {
    if (isFaultOfItem(error)) return { decision };
    throw error;
  }
}

/** Whether the plan of a part only reads, and nobody else writes its findings. */
function isPlannable({ watch }: FindingScope, { found, candidates }: Decision): boolean {
  const merges = candidates?.merges.length ?? 0;
  const isFirst = firstSeenKindOf(watch) !== undefined;
  return merges === 0 && !isFirst && !found.some(({ finding }) => mayChange(watch, finding));
}

/** A finding in its story, and what the policy of its watch makes of it. */
export interface Decided {
  group: StoryGroup;
  member: StoredFinding;
  decision: ItemDecision;
}

/**
 * What the policy of a watch makes of findings, story by story. A finding that names no company of a channel for some
 * companies is silent before it can stand for its story, or use up a first value. Nothing is written.
 */
export async function decideFindings(
  { ports, watch }: Pick<FindingScope, 'ports' | 'watch'>,
  groups: readonly StoryGroup[],
): Promise<Pick<Decisions, 'decided' | 'channels'>> {
  const decided = groups.flatMap((group) =>
    group.members.map((member) => ({ group, member, decision: decisionOn(watch, member.finding) })),
  );
  const notifies = decided.some(({ decision }) => decision.notify !== 'nothing');
  const names = notifies ? channelsOf(watch.alert) : [];
  const channels = await Promise.all(names.map((name) => ports.definitions.channel(name)));
  const known = channels.filter((channel) => channel !== undefined);
  if (known.length === 0 || known.some(({ companies }) => companies === undefined))
    return { decided, channels };
  const followed = decided.map((one): Decided => {
    const isOther = !known.some((channel) => followsFinding(channel, one.member.finding));
    if (one.decision.notify === 'nothing' || !isOther) return one;
    return { ...one, decision: { notify: 'nothing', because: 'other-company' } };
  });
  return { decided: followed, channels };
}

/** What was decided, with what the store says is new: the values of each finding, and the stories. */
interface Decisions {
  decided: readonly Decided[];
  /** The channels of the watch; undefined for one that is gone. Empty where nothing is to be notified of. */
  channels: readonly (Channel | undefined)[];
  /** By fingerprint: the values that the finding is the first to bring. */
  firstValues: ReadonlyMap<string, readonly string[]>;
  stories: readonly Claimed[];
}

/** The groups of which some findings are notified as a story, with those findings. */
export function notifiedAsStories(decided: readonly Decided[]): StoryGroup[] {
  const byGroup = Map.groupBy(
    decided.filter(({ decision }) => decision.notify === 'story'),
    ({ group }) => group,
  );
  return Array.from(byGroup, ([{ whole }, all]) => ({ whole, members: all.map(({ member }) => member) }));
}

/** Which alerts follow from what was decided and claimed, and the verdicts of all findings. */
export function planAlerts(watch: Watch, { decided, channels, firstValues, stories }: Decisions): AlertPlan {
  const single = decided.map((one) => planFinding(watch, one, firstValues));
  const detections = detectionsIn(decided);
  const grouped = stories.map((story) => planStory(watch, story, detections));
  const plans = [...single, ...grouped];
  const alerts = plans.flatMap((plan) => (plan.alerts.length > 0 ? [plan.alerts] : []));
  const notified = alerts
    .flat()
    .flatMap(({ fingerprint, alert }) =>
      fingerprint === undefined ? [] : [[fingerprint, verdictOn(channels, alert)] as const],
    );
  return { alerts, verdicts: new Map([...plans.flatMap(({ silent }) => silent), ...notified]) };
}

interface PartOfPlan {
  alerts: PlannedAlert[];
  silent: (readonly [string, Verdict])[];
}

/** A finding that is notified by itself, brings a first value, or is silent. A story is planned as a whole. */
function planFinding(
  watch: Watch,
  { group, member, decision }: Decided,
  firstValues: Decisions['firstValues'],
): PartOfPlan {
  const { finding } = member;
  const { fingerprint } = finding;
  if (decision.notify === 'story') return { alerts: [], silent: [] };
  if (decision.notify === 'nothing') return silentPart(fingerprint, { silent: decision.because });
  const reached = watch.raise && reachedBy(watch, finding);
  if (decision.notify === 'finding') {
    const story = summarizeStory(group.whole.story);
    const alert = alertOn(watch, { member, story, detection: decision.detection, reached });
    return { alerts: [{ alert, fingerprint }], silent: [] };
  }
  const fresh = firstValues.get(fingerprint) ?? [];
  if (fresh.length === 0) return silentPart(fingerprint, { silent: 'seen-before' });
  const alert = alertOn(watch, { member, detection: decision.detection(fresh), reached });
  return { alerts: [{ alert, fingerprint }], silent: [] };
}

/** One alert for the finding that holds the story, if it is among these, and one if it has climbed. */
function planStory(watch: Watch, story: Claimed, detections: ReadonlyMap<string, Detection>): PartOfPlan {
  const { whole, members, claims } = story;
  const holder = holderOf(claims)?.fingerprint;
  const first = members.find(({ finding }) => finding.fingerprint === holder);
  const copies = members.filter((member) => member !== first).map(({ finding }) => finding);
  const silent = copies.map(({ fingerprint }) => [fingerprint, { silent: 'same-story' }] as const);
  const climb = planClimb(watch, story);
  if (!first) return { alerts: climb, silent };
  const { fingerprint } = first.finding;
  const alert = alertOn(watch, {
    member: first,
    story: summarizeStory(whole.story, copies),
    detection: detections.get(fingerprint),
    reached: reachedAtFirst(watch, story),
  });
  return { alerts: [{ alert, fingerprint }, ...climb], silent };
}

/** The alert about a finding, by itself or as the first of its story, with what the policy detected if it says so. */
function alertOn(
  watch: Watch,
  {
    member: { finding, discovery, foundAt: now },
    detection,
    ...given
  }: {
    member: StoredFinding;
    story?: StorySummary;
    detection: Detection | undefined;
    reached: ReachedSeverity | undefined;
  },
): Alert {
  const policy = detectionPolicyOf(watch.alert.when);
  if (!detection || !policy) return alertOf(watch, { finding, discovery, now, ...given });
  const key = [finding.fingerprint, 'new'];
  return policyAlertOf(watch, { policy, key, detection, findings: [finding], discovery, now, ...given });
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
