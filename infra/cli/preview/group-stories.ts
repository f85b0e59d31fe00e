import type { Finding } from '../../../shared/domain/finding.ts';
import { likeness, SAME_STORY } from '../../../shared/domain/likeness.ts';
import { type StoryMarks, storyMarksOf } from '../../../shared/domain/story-marks.ts';

/** The first finding of each story among these, in the order of their times. The store's own stories are not read. */
export function firstOfEachStory(findings: readonly Finding[]): Finding[] {
  const founders: StoryMarks[] = [];
  const standing = new Map<string, StoryMarks[]>();
  for (const finding of inOrder(findings)) {
    const marks = storyMarksOf(finding);
    const near = new Set(marks.bands.flatMap((band) => standing.get(band) ?? []));
    const known = [...near].some(
      (founder) =>
        (marks.group !== undefined && founder.bands.includes(marks.group)) ||
        likeness(founder.signature, marks.signature) >= SAME_STORY,
    );
    if (known) continue;
    founders.push(marks);
    for (const band of marks.bands) standing.set(band, [...(standing.get(band) ?? []), marks]);
  }
  return founders.map(({ finding }) => finding);
}

/** Earliest first: the first of a story is the one that is told. */
export function inOrder(findings: readonly Finding[]): Finding[] {
  return findings.toSorted(
    (one, other) => (one.publishedAt ?? one.indexedAt) - (other.publishedAt ?? other.indexedAt),
  );
}
