import type { StoryOutline, StoryRecord } from '../../shared/domain/stories/story-record.ts';

/** What pages read of a stored story. */
export function outlineOf({
  signature: _signature,
  samples: _samples,
  ...outline
}: StoryRecord): StoryOutline {
  return outline;
}
