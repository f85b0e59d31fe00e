import type { Channel } from '../../domain/channels/channel.ts';
import type { StoredFinding } from '../../domain/findings/finding.ts';
import type { DecidedStories } from '../../domain/stories/decided-stories.ts';
import type { StoryCandidates } from '../../domain/stories/story-candidates.ts';
import type { LeftStories, WholeStory } from './stories-of-run.ts';
import type { FreshStories } from './stories-of-run.ts';

/** The open stories of the watch; undefined until the run has read them. */
export type KnownStories = LeftStories | undefined;

/** Findings of a watch that report one story, earliest first: the first of them causes the alert. */
export interface StoryGroup {
  whole: WholeStory;
  members: readonly StoredFinding[];
}

/** Findings by story, what is `fresh` of the stories and still to be written, and the open stories with these findings. */
export interface Grouped {
  groups: StoryGroup[];
  fresh: FreshStories;
  known: KnownStories;
  channels: KnownChannels;
}

/** The channels of the watch that were read with its stories, by name; undefined for one that is gone. */
export type KnownChannels = ReadonlyMap<string, Channel | undefined>;

/** What is decided about some findings. Nothing of it is written. */
export interface Decision {
  /** The earliest first. */
  found: readonly StoredFinding[];
  /** Undefined where each of them is a story of its own. */
  candidates: StoryCandidates | undefined;
  /** The open stories before these findings. */
  known: KnownStories;
  channels: KnownChannels;
}

/** From what stories are decided. */
export interface DecidingFrom {
  known: KnownStories;
  /** What was decided about these findings when an earlier try began their part. */
  decided?: DecidedStories | undefined;
  /** What was decided as this part began. */
  decision?: Decision | undefined;
}
