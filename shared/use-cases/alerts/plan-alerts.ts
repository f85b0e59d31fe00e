import { followsFinding } from '../../domain/channels/channel.ts';
import type { Finding, StoredFinding, Verdict } from '../../domain/findings/finding.ts';
import type { ItemDecision, Detection } from '../../domain/policies/policy.ts';
import type { FindingScope } from '../context/finding-scope.ts';
import { claimFirstValues } from '../findings/learn-values.ts';
import type { FreshStories } from '../stories/stories-of-run.ts';
import type { KnownChannels, StoryGroup } from '../stories/story-group.ts';
import { inParallel } from '../../domain/lib/in-parallel.ts';
import {
  type Claimed,
  claimStories,
  holderOf,
  type PlannedUpdate,
  reachedAtFirst,
  updatesOf,
} from '../stories/claim-stories.ts';
import { type Alert, alertOf, policyAlertOf } from '../../domain/alerts/alert.ts';
import { detectionPolicyOf, decisionOn } from '../../domain/policies/registry.ts';
import { type ReachedSeverity, severityOf } from '../../domain/stories/story-growth.ts';
import { singleFindingStory } from '../../domain/stories/story-record.ts';
import { type StorySummary, summarizeStory } from '../../domain/stories/story.ts';
import { channelsOf, type Watch } from '../../domain/watches/watch.ts';

/** A finding in its story, and what the policy of its watch makes of it. */
interface Decided {
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
): Promise<Decided[]> {
  const decided = groups.flatMap((group) =>
    group.members.map((member) => ({ group, member, decision: decisionOn(watch, member.finding) })),
  );
  const notifies = decided.some(({ decision }) => decision.notify !== 'nothing');
  const names = notifies ? channelsOf(watch.alert) : [];
  const channels = (await Promise.all(names.map((name) => ports.definitions.channel(name)))).filter(
    (channel) => channel !== undefined,
  );
  if (channels.length === 0 || channels.some(({ companies }) => companies === undefined)) return decided;
  return decided.map((one): Decided => {
    const isFollowed = channels.some((channel) => followsFinding(channel, one.member.finding));
    const isOther = one.decision.notify !== 'nothing' && !isFollowed;
    return isOther ? { ...one, decision: { notify: 'nothing', because: 'other-company' } } : one;
  });
}

/** What was decided, with what the store says is new: the values of each finding, and the stories. */
interface ClaimedDecisions {
  decided: readonly Decided[];
  /** By fingerprint: the values that the finding is the first to bring. */
  firstValues: ReadonlyMap<string, readonly string[]>;
  stories: readonly Claimed[];
}

/** Claims what is notified only once: first values, and stories for the first of their findings. Puts the `fresh` stories. */
export async function claimDecided(
  scope: FindingScope,
  decided: readonly Decided[],
  fresh: FreshStories,
): Promise<ClaimedDecisions> {
  // Findings with the same values ask one after the other: the first of them in order brings the values, however busy the table is.
  const alike = Map.groupBy(
    decided,
    ({ decision }) => decision.notify === 'first' && decision.values.join('\n'),
  );
  const firstValues = await inParallel(alike.values(), async (group) => {
    const claimed: (readonly [string, readonly string[]])[] = [];
    for (const { member, decision } of group)
      if (decision.notify === 'first')
        claimed.push([member.finding.fingerprint, await claimFirstValues(scope, member, decision)]);
    return claimed;
  });
  const stories = await claimStories(scope, notifiedAsStories(decided), fresh);
  return { decided, firstValues: new Map(firstValues.flat()), stories };
}

/** The groups of which some findings are notified as a story, with those findings. */
function notifiedAsStories(decided: readonly Decided[]): StoryGroup[] {
  const byGroup = Map.groupBy(
    decided.filter(({ decision }) => decision.notify === 'story'),
    ({ group }) => group,
  );
  return Array.from(byGroup, ([{ whole }, all]) => ({ whole, members: all.map(({ member }) => member) }));
}

/** An alert to be put, and what is recorded with it. */
export interface PlannedAlert
  extends Pick<PlannedUpdate, 'alert'>,
    Partial<Pick<PlannedUpdate, 'noted' | 'members'>> {
  /** The finding whose verdict it is. */
  fingerprint?: string;
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
  const { finding, discovery, foundAt: now } = member;
  const { fingerprint } = finding;
  if (decision.notify === 'story') return { alerts: [], silent: [] };
  if (decision.notify === 'nothing') return silentPart(fingerprint, { silent: decision.because });
  if (decision.notify === 'finding') {
    const story = summarizeStory(group.whole.story);
    const reached = reachedByFinding(watch, finding);
    const alert = alertOn(watch, { member, story, detection: decision.detection, reached });
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
    discovery,
    reached: reachedByFinding(watch, finding),
    now,
  });
  return { alerts: [{ alert, fingerprint }], silent: [] };
}

/** The severity of a finding that is notified by itself: as of a story that it makes alone. */
function reachedByFinding(watch: Watch, finding: Finding): ReachedSeverity | undefined {
  if (!watch.raise) return undefined;
  return severityOf(
    watch,
    { story: singleFindingStory(finding), facts: [finding.facts ?? {}] },
    { isFirst: true },
  );
}

/** One alert for the finding that holds the story, if it is among these, and one for each milestone passed since. */
function planStory(watch: Watch, story: Claimed, detections: ReadonlyMap<string, Detection>): PartOfPlan {
  const { whole, members, claims } = story;
  const holder = holderOf(claims)?.fingerprint;
  const first = members.find(({ finding }) => finding.fingerprint === holder);
  const copies = members.filter((member) => member !== first).map(({ finding }) => finding);
  const silent = copies.map(({ fingerprint }) => [fingerprint, { silent: 'same-story' }] as const);
  const growth = updatesOf(watch, story);
  if (!first) return { alerts: growth, silent };
  const { fingerprint } = first.finding;
  const alert = alertOn(watch, {
    member: first,
    story: summarizeStory(whole.story, copies),
    detection: detections.get(fingerprint),
    reached: reachedAtFirst(watch, story),
  });
  return { alerts: [{ alert, fingerprint }, ...growth], silent };
}

/** The alert about a finding, by itself or as the first of its story, with what the policy detected if it says so. */
function alertOn(
  watch: Watch,
  given: {
    member: StoredFinding;
    story: StorySummary;
    detection: Detection | undefined;
    reached: ReachedSeverity | undefined;
  },
): Alert {
  const { member, story, detection, reached } = given;
  const { finding, discovery, foundAt: now } = member;
  const policy = detectionPolicyOf(watch.alert.when);
  if (!detection || !policy) return alertOf(watch, { finding, story, discovery, reached, now });
  const key = [finding.fingerprint, 'new'];
  return policyAlertOf(watch, {
    policy,
    key,
    detection,
    findings: [finding],
    discovery,
    story,
    reached,
    now,
  });
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

/** The scope of findings whose channels have been read with their stories: known channels are not read again. */
export function knowingChannels(scope: FindingScope, known: KnownChannels): FindingScope {
  const { definitions } = scope.ports;
  const channel = async (name: string) => (known.has(name) ? known.get(name) : definitions.channel(name));
  return { ...scope, ports: { ...scope.ports, definitions: { ...definitions, channel } } };
}
