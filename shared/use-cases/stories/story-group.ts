import type { Channel } from '../../domain/channels/channel.ts';
import type { StoredFinding } from '../../domain/findings/finding.ts';
import type { NewStories } from '../ports/stories.ts';
import type { LeftStories, WholeStory } from './read-stories.ts';

/** The open stories of the watch; undefined until the run has read them. */
export type KnownStories = LeftStories | undefined;

/** Findings of a watch that report one story, earliest first: the first of them causes the alert. */
export interface StoryGroup {
  whole: WholeStory;
  members: readonly StoredFinding[];
}

/** What the watch puts before any alert, but for its claims. */
export type FreshStories = Omit<NewStories, 'claims'>;

/** Findings by story, what is `fresh` of the stories, and the open stories with these findings. */
export interface Grouped {
  groups: StoryGroup[];
  fresh: FreshStories;
  known: KnownStories;
  channels: KnownChannels;
}

/** The channels of the watch that were read with its stories, by name; undefined for one that is gone. */
export type KnownChannels = ReadonlyMap<string, Channel | undefined>;
