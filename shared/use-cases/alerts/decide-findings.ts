import { followsFinding } from '../../domain/channels/channel.ts';
import type { StoredFinding } from '../../domain/findings/finding.ts';
import type { ItemDecision } from '../../domain/policies/policy.ts';
import type { FindingScope } from '../context/finding-scope.ts';
import { decisionOn } from '../findings/first-values.ts';
import type { StoryGroup } from '../stories/group-findings.ts';

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
