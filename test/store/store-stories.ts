import { signatureOf } from '../../shared/domain/stories/similarity.ts';
import type { StoryRecord } from '../../shared/domain/stories/story.ts';
import { DAY } from '../../shared/domain/time/instant.ts';
import type { Stories } from '../../shared/store/stories/stories.ts';
import { NOON } from '../ports/examples.ts';

/** A story of the watch `acme-news`, which has no brand. */
export function aStoryRecord(id: string, changes: Partial<StoryRecord> = {}): StoryRecord {
  const title = changes.title ?? `Story ${id}`;
  return {
    id,
    space: 'watch.acme-news',
    title,
    madeAt: NOON,
    seenAt: NOON,
    expiresAt: NOON + 30 * DAY,
    articles: [],
    watches: ['acme-news'],
    notices: {},
    signature: signatureOf(title, ''),
    samples: [],
    ...changes,
  };
}

export async function storeStories(
  { stories }: { stories: Pick<Stories, 'write'> },
  records: readonly StoryRecord[],
): Promise<void> {
  for (const record of records) await stories.write(record.space, { records: [record], keys: [], open: [] });
}
