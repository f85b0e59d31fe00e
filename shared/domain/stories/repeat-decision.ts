import { reasonOf } from './join-reason.ts';
import type { SimilarityProfile } from './similarity-profile.ts';
import { createStory, type Home, listingStory, type StoryCandidates } from './story-candidates.ts';
import { queueMerge } from './story-merges.ts';
import { currentStoryId } from './story-record.ts';

/**
 * Assigns the findings of a part that an earlier try has begun to the stories that it decided, in the same order, however much of it
 * was written, and queues the merges that it decided. Returns the findings about which nothing was decided, and those whose story was to
 * begin with a finding that was not stored.
 */
export function repeatDecision(
  candidates: StoryCandidates,
  profiles: readonly SimilarityProfile[],
  assign: (candidates: StoryCandidates, profile: SimilarityProfile, home: Home) => void,
): SimilarityProfile[] {
  const { stories, merges } = candidates.decided ?? { stories: [], merges: [] };
  const left = new Map(profiles.map((profile) => [profile.finding.fingerprint, profile]));
  for (const [fingerprint, id] of stories) {
    const profile = left.get(fingerprint);
    const home = profile && homeDecided(candidates, profile, id);
    if (!home) continue;
    assign(candidates, profile, home);
    left.delete(fingerprint);
  }
  const { records } = candidates;
  for (const [stays, goes] of merges)
    if (records.has(stays) && records.has(goes)) queueMerge(candidates, stays, goes);
  return [...left.values()];
}

/** The story that was decided, as it is now. It begins now if it was to begin with this finding. */
function homeDecided(candidates: StoryCandidates, profile: SimilarityProfile, id: string): Home | undefined {
  const { records, open } = candidates;
  if (!records.has(id))
    return id === profile.newStoryId ? { id: createStory(candidates, profile) } : undefined;
  const story = currentStoryId(candidates, id);
  const listing = listingStory(candidates, { id: story, fingerprint: profile.finding.fingerprint });
  if (listing !== undefined) return { id: listing };
  return { id, joined: reasonOf(profile, { story: open.stories.get(story) }) };
}
