import { type Finding, publicationTime } from '../../../shared/domain/findings/finding.ts';
import { assignStories } from '../../../shared/domain/stories/assign-stories.ts';
import { isClustered, similarityProfileOf } from '../../../shared/domain/stories/similarity-profile.ts';
import { openCandidates } from '../../../shared/domain/stories/story-candidates.ts';
import { currentStoryId } from '../../../shared/domain/stories/story-record.ts';
import type { Watch } from '../../../shared/domain/watches/watch.ts';
import { queriedStems } from '../../../shared/domain/stories/article-words.ts';
import { STORY_MEMORY, storyIdOf } from '../../../shared/domain/stories/story.ts';
import { openStories } from '../../../shared/domain/stories/open-stories.ts';
import { partsOf } from '../../../shared/domain/lib/in-parallel.ts';
import { PART } from '../../../shared/use-cases/collect/insert-findings.ts';

/** For a preview no story expires. */
const MEMORY = { now: 0, memory: STORY_MEMORY, retention: STORY_MEMORY };

/** The first finding of each story among these, earliest first. */
export function firstOfEachStory(
  findings: readonly Finding[],
  stories: ReadonlyMap<string, string>,
): Finding[] {
  const left = new Set(stories.values());
  return inOrder(findings).filter(({ fingerprint }) => left.delete(stories.get(fingerprint) ?? ''));
}

/** The story of each finding of a watch, by fingerprint, grouped as a run would group them. Stored stories are not read. */
export function storiesOf(watch: Watch, findings: readonly Finding[]): Map<string, string> {
  const queried = queriedStems(watch);
  const marks = inOrder(findings)
    .filter(isClustered)
    .map((finding) => similarityProfileOf(finding, queried));
  const read = { owners: new Map(), records: new Map(), open: openStories([], queried) };
  const candidates = openCandidates(read, { ...MEMORY, joining: watch.stories ?? 'normal' });
  for (const part of partsOf(marks, PART)) assignStories(candidates, part);

  return new Map(
    findings.map((finding) => {
      const placed = candidates.assigned.get(finding.fingerprint);
      return [
        finding.fingerprint,
        placed === undefined ? storyIdOf(finding) : currentStoryId(candidates, placed),
      ];
    }),
  );
}

/** Earliest first: the first finding of a story causes its alert. */
export function inOrder(findings: readonly Finding[]): Finding[] {
  return findings.toSorted((one, other) => publicationTime(one) - publicationTime(other));
}
