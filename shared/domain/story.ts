import { idOf } from './digest.ts';
import type { Finding } from './finding.ts';
import { DAY, type Instant } from './instant.ts';
import { wordTexts } from './query/words.ts';

/** How long a told story is remembered: longer than the week over which the service compares copies. */
export const STORY_MEMORY = 30 * DAY;

/** Findings of any watch that tell the same thing, with what is known of who printed it. */
export interface Story {
  id: string;
  /** The story that took this one in: what was told is looked up under both. */
  mergedInto?: string;
  /** The title of its first finding. News text. */
  title: string;
  /** Fingerprints of its articles, each once; a fingerprint is the same in every watch. */
  members: readonly string[];
  /** Domains of the outlets that printed it. */
  outlets: readonly string[];
  /** ISO 3166-1 alpha-2. */
  countries: readonly string[];
  /** The best SEO rank among its outlets: lower is more popular. */
  bestRank?: number;
  /** Mean sentiment of its articles, -1..1, where the service gave any. */
  sentiment?: number;
  /** When its first and its latest article were indexed. */
  firstAt: Instant;
  lastAt: Instant;
}

/**
 * The story a finding tells: the service's group of near-copies where it gives one (the group, not its chosen parent,
 * which can change from call to call), else its title without case and punctuation. An event is a story by itself: the
 * service has gathered its articles, and two of them may well have one title.
 */
export function storyOf(finding: Finding): string {
  if (finding.type === 'event') return idOf('story', 'item', finding.fingerprint);
  if (finding.duplicateGroup !== undefined) return idOf('story', 'group', finding.duplicateGroup);
  const words = wordTexts(finding.title);
  return words.length === 0 ? idOf('story', 'item', finding.fingerprint) : idOf('story', 'title', ...words);
}
