import { keptUntil, keyUntil, type StoryCandidates } from '../../domain/stories/story-candidates.ts';
import type { NewStories } from '../ports/stories.ts';

/** Up to so many articles a story is put whole, with many others in one request: about 20 KB. A larger one is updated. */
const MOST_PUT_WHOLE = 100;

/** Whether a story that there was is put whole with what joins it. */
export function isPutWhole({ records }: StoryCandidates, id: string): boolean {
  const record = records.get(id);
  return record !== undefined && record.articles.length <= MOST_PUT_WHOLE;
}

/** What the assignment of findings has made, and the small stories that they have joined. */
export function freshOf(candidates: StoryCandidates): Omit<NewStories, 'claims'> {
  const until = keyUntil(candidates);
  const times = { seenAt: candidates.now, expiresAt: keptUntil(candidates) };
  const grown = [...candidates.additions.keys()].filter((id) => isPutWhole(candidates, id));
  const keys = Array.from(candidates.claims, ([key, { story }]) => ({ key, story, until }));
  const { created, open } = candidates;
  return {
    stories: [...created.values()],
    grown: grown.flatMap((id) => candidates.records.get(id) ?? []).map((record) => ({ ...record, ...times })),
    keys,
    open: [...open.changed.keys()].flatMap((id) => open.stories.get(id) ?? []),
  };
}
