import type { StoredFinding } from '../../domain/findings/finding.ts';
import { inParallel } from '../../domain/lib/in-parallel.ts';
import type { FindingScope } from '../context/finding-scope.ts';
import { claimFirstValues } from '../findings/first-values.ts';
import { type Claimed, claimStories } from '../stories/claim-stories.ts';
import type { StoryGroup } from '../stories/group-findings.ts';
import type { Decided } from './decide-findings.ts';

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
