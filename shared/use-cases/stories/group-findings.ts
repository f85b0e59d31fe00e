import type { Finding } from '../../domain/findings/finding.ts';
import { isClustered, similarityProfileOf } from '../../domain/stories/similarity-profile.ts';
import { singleFindingStory } from '../../domain/stories/story-record.ts';
import { queriedWords, usualWords } from '../../domain/stories/usual-words.ts';
import type { FindingScope } from '../context/finding-scope.ts';
import { assignToStories } from './assign-to-stories.ts';
import type { WholeStory } from './read-stories.ts';
import { type RecentWords, readStoredWords } from './processed-findings.ts';

/** Findings of a watch that report one story, earliest first: the first of them causes the alert. */
export interface StoryGroup<M> {
  whole: WholeStory;
  members: readonly M[];
}

/** Findings by story, and the recent words, which may have been read on the way. */
export interface Grouped<M> {
  groups: StoryGroup<M>[];
  recent: RecentWords;
}

/** Groups findings into stories: those that the store holds, and new ones. */
export async function groupFindings<M extends { finding: Finding }>(
  scope: FindingScope,
  found: readonly M[],
  recent: RecentWords,
): Promise<Grouped<M>> {
  const inOrder = found.toSorted(byPublication);
  const assigned = await assign(scope, inOrder, recent);
  const groups = new Map<string, { whole: WholeStory; members: M[] }>();
  for (const member of inOrder) {
    const whole = assigned.stories.get(member.finding.fingerprint) ?? alone(member.finding);
    const group = groups.get(whole.story.id) ?? { whole, members: [] };
    group.members.push(member);
    groups.set(whole.story.id, group);
  }
  return { groups: [...groups.values()], recent: assigned.recent };
}

async function assign(
  scope: FindingScope,
  inOrder: readonly { finding: Finding }[],
  recent: RecentWords,
): Promise<{ stories: ReadonlyMap<string, WholeStory>; recent: RecentWords }> {
  const profiles = inOrder
    .map(({ finding }) => finding)
    .filter(isClustered)
    .map(similarityProfileOf);
  if (profiles.length === 0) return { stories: new Map(), recent };
  const { ports, watch } = scope;
  const { storyMemory: memory, retention } = watch;
  let read = recent;
  const usual = async () => {
    read = await readStoredWords(scope, recent);
    return usualWords(read.log, queriedWords(watch));
  };
  const stories = await assignToStories(ports, profiles, {
    now: ports.clock.now(),
    memory,
    retention,
    usual,
  });
  return { stories, recent: read };
}

/** An event or a record is a story of its own, which the store need not hold. */
function alone(finding: Finding): WholeStory {
  const story = singleFindingStory(finding);
  return { story, family: [story.id] };
}

function byPublication({ finding: a }: { finding: Finding }, { finding: b }: { finding: Finding }): number {
  const left = a.publishedAt ?? a.indexedAt;
  const right = b.publishedAt ?? b.indexedAt;
  return left - right || (a.fingerprint < b.fingerprint ? -1 : 1);
}
