import type { StoredFinding } from '../../domain/findings/finding.ts';
import type { FindingScope } from '../context/finding-scope.ts';
import { decisionOn, learnValues } from '../findings/first-values.ts';
import { claimStories } from '../stories/claim-stories.ts';
import { groupFindings } from '../stories/group-findings.ts';
import type { RecentWords } from '../stories/recent-words.ts';

/** Findings to be stored, those of a baseline with their story. */
export interface WithBaseline {
  found: StoredFinding[];
  stories: ReadonlySet<string>;
  recent: RecentWords;
}

/**
 * Groups the findings of a baseline before they are stored: what is stored with a verdict is not judged again. Their
 * stories count as notified and their values as seen, so that the next copies cause no alert.
 */
export async function groupBaseline(
  scope: FindingScope,
  found: readonly StoredFinding[],
  recent: RecentWords,
): Promise<WithBaseline> {
  const baseline = found.filter(({ verdict }) => verdict && 'silent' in verdict && verdict.silent === 'base');
  if (baseline.length === 0) return { found: [...found], stories: new Set(), recent };
  await learnValues(scope, baseline);
  const grouped = await groupFindings(scope, baseline, recent);
  await claimStories(
    scope,
    grouped.groups.filter(({ members }) =>
      members.some((member) => decisionOn(scope.watch, member).notify === 'story'),
    ),
  );
  const storyOf = new Map(
    grouped.groups.flatMap(({ whole, members }) =>
      members.map(({ finding }) => [finding.fingerprint, whole.story.id] as const),
    ),
  );
  return {
    found: found.map((one) => {
      const story = storyOf.get(one.finding.fingerprint);
      return { ...one, ...(story !== undefined && { story }) };
    }),
    stories: new Set(storyOf.values()),
    recent: grouped.recent,
  };
}
