import { followsFinding } from '../../domain/channels/channel.ts';
import type { StoredFinding } from '../../domain/findings/finding.ts';
import type { ItemDecision } from '../../domain/policies/policy.ts';
import type { FindingScope } from '../context/finding-scope.ts';
import { claimFirstValues, decisionOn } from '../findings/first-values.ts';
import type { StoryGroup } from '../stories/group-findings.ts';
import { inParallel } from '../../domain/lib/in-parallel.ts';
import { type Claimed, claimStories } from '../stories/claim-stories.ts';

/** A finding in its story, and what the policy of its watch makes of it. */
export interface Decided {
  group: StoryGroup<StoredFinding>;
  member: StoredFinding;
  decision: ItemDecision;
}

/**
 * What the policy of a watch makes of findings, story by story. A finding that names no company of a channel for some
 * companies is silent before it can stand for its story, or use up a first value. Nothing is written.
 */
export async function decideFindings(
  { ports, watch }: Pick<FindingScope, 'ports' | 'watch'>,
  groups: readonly StoryGroup<StoredFinding>[],
): Promise<Decided[]> {
  const decided = groups.flatMap((group) =>
    group.members.map((member) => ({ group, member, decision: decisionOn(watch, member) })),
  );
  const notifies = decided.some(({ decision }) => decision.notify !== 'nothing');
  const channel = notifies ? await ports.definitions.channel(watch.alert.channel) : undefined;
  if (channel?.companies === undefined) return decided;
  return decided.map((one): Decided => {
    const isOther = one.decision.notify !== 'nothing' && !followsFinding(channel, one.member.finding);
    return isOther ? { ...one, decision: { notify: 'nothing', because: 'other-company' } } : one;
  });
}

/** What was decided, with what the store says is new: the values of each finding, and the stories. */
export interface ClaimedDecisions {
  decided: readonly Decided[];
  /** By fingerprint: the values that the finding is the first to bring. */
  firstValues: ReadonlyMap<string, readonly string[]>;
  stories: readonly Claimed<StoredFinding>[];
}

/** Claims what is notified only once: first values, and stories for the first of their findings. */
export async function claimDecided(
  scope: FindingScope,
  decided: readonly Decided[],
): Promise<ClaimedDecisions> {
  const firstValues = await inParallel(decided, async ({ member, decision }) => {
    if (decision.notify !== 'first') return [];
    const fresh = await claimFirstValues(scope, member, decision);
    return [[member.finding.fingerprint, fresh] as const];
  });
  const stories = await claimStories(scope, notifiedAsStories(decided));
  return { decided, firstValues: new Map(firstValues.flat()), stories };
}

/** The groups of which some findings are notified as a story, with those findings. */
function notifiedAsStories(decided: readonly Decided[]): StoryGroup<StoredFinding>[] {
  const byGroup = Map.groupBy(
    decided.filter(({ decision }) => decision.notify === 'story'),
    ({ group }) => group,
  );
  return Array.from(byGroup, ([{ whole }, all]) => ({ whole, members: all.map(({ member }) => member) }));
}
