import type { StoryRecord } from '../../shared/domain/stories/story.ts';
import { DAY } from '../../shared/domain/time/instant.ts';
import { NOON } from './examples.ts';

/** A stored story of one article, which a watch of a brand has found. */
export function aStoryRecord(id: string, changes: Partial<StoryRecord> = {}): StoryRecord {
  return {
    id,
    space: 'brand.acme.normal',
    title: 'Acme opens a plant',
    madeAt: NOON,
    seenAt: NOON,
    expiresAt: NOON + 30 * DAY,
    articles: [{ fingerprint: `${id}-1`, at: NOON }],
    watches: ['acme-news'],
    notices: {},
    ...changes,
  };
}
