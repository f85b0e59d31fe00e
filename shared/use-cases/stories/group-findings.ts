import type { Finding } from '../../domain/findings/finding.ts';
import { isGathered, storyMarksOf } from '../../domain/stories/similarity-profile.ts';
import { soleStory } from '../../domain/stories/story-record.ts';
import type { Telling } from './claim-stories.ts';
import type { Judging } from '../context/judging.ts';
import { placeInStories } from './assign-to-stories.ts';
import type { WholeStory } from './read-stories.ts';
import { usualInWatch } from './usual-in-watch.ts';

/**
 * Gathers findings of a run by the stories that they tell, each earliest first, so that the first of them is the one
 * told.
 */
export async function placeFindings<M extends { finding: Finding }>(
  run: Judging,
  found: readonly M[],
): Promise<Telling<M>[]> {
  const inOrder = found.toSorted(byTime);
  const placed = await placeGathered(run, inOrder);
  const tellings = new Map<string, Telling<M> & { members: M[] }>();
  for (const one of inOrder) {
    const whole = placed.get(one.finding.fingerprint) ?? alone(one.finding);
    const telling = tellings.get(whole.story.id) ?? { whole, members: [] };
    telling.members.push(one);
    tellings.set(whole.story.id, telling);
    run.stories.add(whole.story.id);
  }
  return [...tellings.values()];
}

async function placeGathered(
  run: Judging,
  inOrder: readonly { finding: Finding }[],
): Promise<Map<string, WholeStory>> {
  const marks = inOrder
    .map(({ finding }) => finding)
    .filter(isGathered)
    .map(storyMarksOf);
  if (marks.length === 0) return new Map();
  const { ports, watch } = run;
  const { storyMemory: memory, retention } = watch;
  const usual = () => usualInWatch(run);
  return placeInStories(ports, marks, { now: ports.clock.now(), memory, retention, usual });
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
