import { clusterHeadlines, type Headline, similarityBetween } from './cluster-headlines.ts';
import { HOUR } from '../time/instant.ts';
import type { SimilarityProfile } from './similarity-profile.ts';
import {
  createStory,
  hasMember,
  addArticle,
  queueMerge,
  currentStoryId,
  type StoryCandidates,
  storiesNear,
  storyAtKey,
  headlineOfStory,
} from './story-candidates.ts';

/** Stories that were founded within such a time may not have seen each other. */
const AT_ONCE = HOUR;

/**
 * Places findings: each into the story that has it already, else that of its group; what is left is gathered with the
 * stories it stands near, and those that belong to none of them found one. Placing a finding again finds the same story,
 * whatever was written of the first time.
 */
export function assignStories(candidates: StoryCandidates, marks: readonly SimilarityProfile[]): void {
  const left = marks.filter((one) => {
    const id = homeOf(candidates, one) ?? groupOf(candidates, one);
    if (id !== undefined) settle(candidates, one, id);
    return id === undefined;
  });
  for (const members of clustered(candidates, left)) {
    const [first] = members.found;
    const id = members.story ?? (first && createStory(candidates, first));
    if (id !== undefined) for (const one of members.found) settle(candidates, one, id);
  }
  for (const one of marks) queueMerges(candidates, one);
}

/**
 * Notes which other stories that of a placed finding must meet: that of its group, with the one the finding is most like;
 * any other that has the same article; and for its founder those that were founded meanwhile and tell the same. Of two
 * writers each sees the other's bands, or only one of them does.
 */
export function queueMerges(candidates: StoryCandidates, marks: SimilarityProfile): void {
  const { finding, newStoryId: founds } = marks;
  const placed = candidates.placed.get(finding.fingerprint);
  if (placed === undefined) return;
  const id = currentStoryId(candidates, placed);
  const group = groupOf(candidates, marks);
  if (group !== undefined) {
    queueMerge(candidates, group, id);
    const [alike] = likeFirst(candidates, marks).filter(
      (other) => other !== currentStoryId(candidates, group),
    );
    if (alike !== undefined) queueMerge(candidates, group, alike);
  }
  for (const other of storiesNear(candidates, marks)) {
    const hasBoth = hasMember(candidates, { id: other, fingerprint: finding.fingerprint });
    if (hasBoth || (placed === founds && areTwins(candidates, [id, other])))
      queueMerge(candidates, currentStoryId(candidates, id), other);
  }
}

/** What is to be placed, in the order given, by the stories that it belongs to. */
function clustered(
  candidates: StoryCandidates,
  left: readonly SimilarityProfile[],
): { story: string | undefined; found: SimilarityProfile[] }[] {
  const known = [...new Set(left.flatMap((one) => storiesNear(candidates, one)))].map((id) =>
    headlineOfStory(candidates, id),
  );
  const bundles = [
    ...Map.groupBy(left, ({ groupKey: group, newStoryId: founds }) => group ?? founds).values(),
  ];
  const headlines = [...known, ...bundles.map(headlineOfAll)];
  return clusterHeadlines(headlines, candidates.usual).map((places) => {
    const members = new Set(places.flatMap((place) => bundles[place - known.length] ?? []));
    return {
      story: places.flatMap((place) => headlines[place]?.story ?? [])[0],
      found: left.filter((one) => members.has(one)),
    };
  });
}

function headlineOfAll(bundle: readonly SimilarityProfile[]): Headline {
  const times = bundle.map(({ finding }) => finding.indexedAt);
  return {
    signatures: bundle.map(({ signature }) => signature),
    firstAt: Math.min(...times),
    lastAt: Math.max(...times),
  };
}

function settle(candidates: StoryCandidates, marks: SimilarityProfile, id: string): void {
  candidates.placed.set(marks.finding.fingerprint, id);
  addArticle(candidates, currentStoryId(candidates, id), marks);
}

function homeOf(candidates: StoryCandidates, marks: SimilarityProfile): string | undefined {
  const { fingerprint } = marks.finding;
  return storiesNear(candidates, marks).find((id) => hasMember(candidates, { id, fingerprint }));
}

function groupOf(candidates: StoryCandidates, { groupKey: group }: SimilarityProfile): string | undefined {
  return group === undefined ? undefined : storyAtKey(candidates, group);
}

/** The stories that a finding tells, the likest first, and of equal ones the smallest id. */
function likeFirst(candidates: StoryCandidates, marks: SimilarityProfile): string[] {
  return storiesNear(candidates, marks)
    .map((id) => ({
      id,
      alike:
        similarityBetween(headlineOfAll([marks]), headlineOfStory(candidates, id), candidates.usual) ?? 0,
    }))
    .filter(({ alike }) => alike > 0)
    .toSorted((a, b) => b.alike - a.alike || (a.id < b.id ? -1 : 1))
    .map(({ id }) => id);
}

/** Whether two stories tell the same and were founded by writers that may not have seen each other. */
function areTwins(candidates: StoryCandidates, [id, other]: readonly [string, string]): boolean {
  const [one, two] = [id, other].map((each) => candidates.records.get(each)?.madeAt ?? 0);
  if (id === other || Math.abs((one ?? 0) - (two ?? 0)) > AT_ONCE) return false;
  return (
    similarityBetween(
      headlineOfStory(candidates, id),
      headlineOfStory(candidates, other),
      candidates.usual,
    ) !== undefined
  );
}
