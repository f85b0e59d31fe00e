import { signatureOf } from '../../shared/domain/stories/similarity.ts';
import type { StoryRecord } from '../../shared/domain/stories/story.ts';
import { DAY } from '../../shared/domain/time/instant.ts';
import { NOON } from './examples.ts';

/** A stored story of one article, which a watch of a brand has found. */
export function aStoryRecord(id: string, changes: Partial<StoryRecord> = {}): StoryRecord {
  const { title = 'Acme opens a plant' } = changes;
  return {
    id,
    space: 'brand.acme.normal',
    title,
    madeAt: NOON,
    seenAt: NOON,
    expiresAt: NOON + 30 * DAY,
    articles: [{ fingerprint: `${id}-1`, at: NOON }],
    watches: ['acme-news'],
    notices: {},
    signature: signatureOf(title),
    samples: [],
    ...changes,
  };
}
