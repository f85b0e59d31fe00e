import { type OpenStories, openStories, setStory } from '../../domain/stories/open-stories.ts';
import type { OpenStory } from '../../domain/stories/open-story.ts';
import { deleteValue, wordHoursOf } from '../../domain/stories/word-index.ts';

/** The index of the open stories of a watch, which the parts of a run share, and how many of them have begun. */
interface SharedIndex {
  open: OpenStories;
  begun: number;
}

/**
 * The open stories as a part of a run has left them. To build their index again for each part took a third of the processor
 * time of a run that found 10,000 stories.
 */
export interface LeftStories {
  index: SharedIndex;
  /** How many parts had begun then. */
  parts: number;
}

/** The open stories as they were read, before the first part. */
export function leftStories(read: readonly OpenStory[], queried?: ReadonlySet<string>): LeftStories {
  return { index: { open: openStories(read, queried), begun: 0 }, parts: 0 };
}

/**
 * Begins a part on what the one before it has left, with the index that would be built of it. Where a part that began there has
 * failed, what it did is taken back.
 *
 * @throws Error when a later part has ended since: a run repeats only its last one.
 */
export function beginPart({ index, parts }: LeftStories): OpenStories {
  const { open, begun } = index;
  if (begun > parts + 1) throw new Error('Only the last part of a run can be repeated.');
  if (begun > parts) takeBack(open);
  open.changed.clear();
  if (open.hours.isStale) {
    open.hours = wordHoursOf(open.stories.values());
    open.version += 1;
  }
  index.begun = parts + 1;
  return open;
}

/** The open stories as the part that began on them last leaves them. */
export function endPart({ index }: LeftStories): LeftStories {
  return { index, parts: index.begun };
}

function takeBack(open: OpenStories): void {
  for (const [id, before] of open.changed) {
    if (before) setStory(open, before);
    else removeStory(open, id);
  }
}

function removeStory(open: OpenStories, id: string): void {
  const { stories, having, hours } = open;
  const story = stories.get(id);
  if (!story) return;
  for (const part of ['title', 'text'] as const)
    for (const word of story[part].keys()) deleteValue(having[part], word, id);
  stories.delete(id);
  open.version += 1;
  hours.isStale = true;
}
