import type { Finding } from '../../domain/findings/finding.ts';
import { isClustered, similarityProfileOf } from '../../domain/stories/similarity-profile.ts';
import { soleStory } from '../../domain/stories/story-record.ts';
import type { StoryGroup } from './claim-stories.ts';
import type { Judging } from '../context/judging.ts';
import { assignToStories } from './assign-to-stories.ts';
import type { WholeStory } from './read-stories.ts';
import { usualInWatch } from './usual-in-watch.ts';

/**
 * Gathers findings of a run by the stories that they tell, each earliest first, so that the first of them is the one
 * told.
 */
export async function groupFindings<M extends { finding: Finding }>(
  run: Judging,
  found: readonly M[],
): Promise<StoryGroup<M>[]> {
  const inOrder = found.toSorted(byTime);
  const placed = await assignClustered(run, inOrder);
  const groups = new Map<string, StoryGroup<M> & { members: M[] }>();
  for (const one of inOrder) {
    const whole = placed.get(one.finding.fingerprint) ?? alone(one.finding);
    const group = groups.get(whole.story.id) ?? { whole, members: [] };
    group.members.push(one);
    groups.set(whole.story.id, group);
    run.stories.add(whole.story.id);
  }
  return [...groups.values()];
}

async function assignClustered(
  run: Judging,
  inOrder: readonly { finding: Finding }[],
): Promise<Map<string, WholeStory>> {
  const marks = inOrder
    .map(({ finding }) => finding)
    .filter(isClustered)
    .map(similarityProfileOf);
  if (marks.length === 0) return new Map();
  const { ports, watch } = run;
  const { storyMemory: memory, retention } = watch;
  const usual = () => usualInWatch(run);
  return assignToStories(ports, marks, { now: ports.clock.now(), memory, retention, usual });
}

/** An event is a story of its own, which the store need not hold. */
function alone(finding: Finding): WholeStory {
  const story = soleStory(finding);
  return { story, family: [story.id] };
}

function byTime({ finding: a }: { finding: Finding }, { finding: b }: { finding: Finding }): number {
  const left = a.publishedAt ?? a.indexedAt;
  const right = b.publishedAt ?? b.indexedAt;
  return left - right || (a.fingerprint < b.fingerprint ? -1 : 1);
}
