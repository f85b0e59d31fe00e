import type { Finding } from '../../../shared/domain/finding.ts';
import { likeness, SAME_STORY } from '../../../shared/domain/likeness.ts';
import { isGathered, type StoryMarks, storyMarksOf } from '../../../shared/domain/story-marks.ts';
import { storyOf } from '../../../shared/domain/story.ts';

/** The first finding of each story among these, in the order of their times. The store's own stories are not read. */
export function firstOfEachStory(findings: readonly Finding[]): Finding[] {
  const stories = storiesOf(findings);
  const left = new Set(stories.values());
  return inOrder(findings).filter(({ fingerprint }) => left.delete(stories.get(fingerprint) ?? ''));
}

/** The story of each finding, by its fingerprint. */
export function storiesOf(findings: readonly Finding[]): Map<string, string> {
  const stories = new Map<string, string>();
  const standing = new Map<string, StoryMarks[]>();
  for (const finding of inOrder(findings)) {
    if (!isGathered(finding)) {
      stories.set(finding.fingerprint, storyOf(finding));
      continue;
    }
    const marks = storyMarksOf(finding);
    const near = new Set(marks.bands.flatMap((band) => standing.get(band) ?? []));
    const founder = [...near].find((one) => tellSame(one, marks));
    stories.set(finding.fingerprint, (founder ?? marks).founds);
    if (founder) continue;
    for (const band of marks.bands) standing.set(band, [...(standing.get(band) ?? []), marks]);
  }
  return stories;
}

function tellSame(founder: StoryMarks, { group, signature }: StoryMarks): boolean {
  const shareGroup = group !== undefined && founder.bands.includes(group);
  return shareGroup || likeness(founder.signature, signature) >= SAME_STORY;
}

/** Earliest first: the first of a story is the one that is told. */
export function inOrder(findings: readonly Finding[]): Finding[] {
  return findings.toSorted(
    (one, other) => (one.publishedAt ?? one.indexedAt) - (other.publishedAt ?? other.indexedAt),
  );
}
