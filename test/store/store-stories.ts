import type { StoryRecord } from '../../shared/domain/stories/story.ts';
import { DAY } from '../../shared/domain/time/instant.ts';
import type { Stories } from '../../shared/store/stories/stories.ts';
import { NOON } from '../ports/examples.ts';

/** A story of the watch `acme-news`, which has no brand. */
export function aStoryRecord(id: string, changes: Partial<StoryRecord> = {}): StoryRecord {
  return {
    id,
    space: 'watch.acme-news',
    title: `Story ${id}`,
    madeAt: NOON,
    seenAt: NOON,
    expiresAt: NOON + 30 * DAY,
    articles: [],
    watches: ['acme-news'],
    notices: {},
    ...changes,
  };
}

export async function storeStories(
  { stories }: { stories: Pick<Stories, 'write'> },
  records: readonly StoryRecord[],
): Promise<void> {
  for (const record of records) await stories.write(record.space, { records: [record], keys: [], open: [] });
}
