import { clusterHeadlines, type Headline, similarityBetween } from './cluster-headlines.ts';
import { HOUR } from '../time/instant.ts';
import type { SimilarityProfile } from './similarity-profile.ts';
import {
  addArticle,
  createStory,
  currentStoryId,
  hasMember,
  headlineOfStory,
  queueMerge,
  type StoryCandidates,
  storiesNear,
  storyAtKey,
} from './story-candidates.ts';

/** Writers that create stories within this time may not have seen each other's stories. */
const CONCURRENT = HOUR;

/**
 * Assigns findings to stories: each to the story that has it already, or else to the story of the service's group of
 * near-copies. The others are clustered with the stories that share a similarity key; a cluster without a story creates
 * one. Assigning a finding again gives the same story, however much of the first time was written.
 */
export function assignStories(candidates: StoryCandidates, profiles: readonly SimilarityProfile[]): void {
  const left = profiles.filter((profile) => {
    const id = storyWith(candidates, profile) ?? storyOfGroup(candidates, profile);
    if (id !== undefined) assignTo(candidates, profile, id);
    return id === undefined;
  });
  for (const { story, profiles: members } of clustersOf(candidates, left)) {
    const [first] = members;
    const id = story ?? (first && createStory(candidates, first));
    if (id !== undefined) for (const profile of members) assignTo(candidates, profile, id);
  }
  for (const profile of profiles) queueMerges(candidates, profile);
}

/**
 * Queues the stories that must be merged with the story of an assigned finding: the story of its group, together with
 * the story most similar to the finding; every story with the same article; and, if the finding created its story,
 * similar stories that others created at the same time. Of two writers, at least one sees the other's keys.
 */
export function queueMerges(candidates: StoryCandidates, profile: SimilarityProfile): void {
  const { finding, newStoryId } = profile;
  const assigned = candidates.assigned.get(finding.fingerprint);
  if (assigned === undefined) return;
  const id = currentStoryId(candidates, assigned);
  const group = storyOfGroup(candidates, profile);
  if (group !== undefined) {
    queueMerge(candidates, group, id);
    const others = similarStories(candidates, profile);
    const [similar] = others.filter((other) => other !== currentStoryId(candidates, group));
    if (similar !== undefined) queueMerge(candidates, group, similar);
  }
  for (const other of storiesNear(candidates, profile)) {
    const hasBoth = hasMember(candidates, { id: other, fingerprint: finding.fingerprint });
    if (hasBoth || (assigned === newStoryId && areDuplicates(candidates, [id, other])))
      queueMerge(candidates, currentStoryId(candidates, id), other);
  }
}

/** Clusters findings, in the order given, with the stories near them. */
function clustersOf(
  candidates: StoryCandidates,
  left: readonly SimilarityProfile[],
): { story: string | undefined; profiles: SimilarityProfile[] }[] {
  const known = [...new Set(left.flatMap((profile) => storiesNear(candidates, profile)))].map((id) =>
    headlineOfStory(candidates, id),
  );
  const bundles = [...Map.groupBy(left, ({ groupKey, newStoryId }) => groupKey ?? newStoryId).values()];
  const headlines = [...known, ...bundles.map(headlineOfBundle)];
  return clusterHeadlines(headlines, candidates.usual).map((indexes) => {
    const members = new Set(indexes.flatMap((index) => bundles[index - known.length] ?? []));
    return {
      story: indexes.flatMap((index) => headlines[index]?.story ?? [])[0],
      profiles: left.filter((profile) => members.has(profile)),
    };
  });
}

function headlineOfBundle(bundle: readonly SimilarityProfile[]): Headline {
  const times = bundle.map(({ finding }) => finding.indexedAt);
  return {
    signatures: bundle.map(({ signature }) => signature),
    firstAt: Math.min(...times),
    lastAt: Math.max(...times),
  };
}

function assignTo(candidates: StoryCandidates, profile: SimilarityProfile, id: string): void {
  candidates.assigned.set(profile.finding.fingerprint, id);
  addArticle(candidates, currentStoryId(candidates, id), profile);
}

/** The story that has the finding already. */
function storyWith(candidates: StoryCandidates, profile: SimilarityProfile): string | undefined {
  const { fingerprint } = profile.finding;
  return storiesNear(candidates, profile).find((id) => hasMember(candidates, { id, fingerprint }));
}

function storyOfGroup(candidates: StoryCandidates, { groupKey }: SimilarityProfile): string | undefined {
  return groupKey === undefined ? undefined : storyAtKey(candidates, groupKey);
}

/** The stories that a finding is similar to, the most similar first; of equal ones the smallest id first. */
function similarStories(candidates: StoryCandidates, profile: SimilarityProfile): string[] {
  const headline = headlineOfBundle([profile]);
  return storiesNear(candidates, profile)
    .map((id) => ({
      id,
      score: similarityBetween(headline, headlineOfStory(candidates, id), candidates.usual) ?? 0,
    }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
    .map(({ id }) => id);
}

/** Whether two stories are similar and were created by writers that may not have seen each other. */
function areDuplicates(candidates: StoryCandidates, [id, other]: readonly [string, string]): boolean {
  const [one, two] = [id, other].map((each) => candidates.records.get(each)?.madeAt ?? 0);
  if (id === other || Math.abs((one ?? 0) - (two ?? 0)) > CONCURRENT) return false;
  const headlines = [headlineOfStory(candidates, id), headlineOfStory(candidates, other)] as const;
  return similarityBetween(...headlines, candidates.usual) !== undefined;
}
