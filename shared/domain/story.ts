import { idOf } from './digest.ts';
import type { Finding } from './finding.ts';
import { DAY } from './instant.ts';
import { wordTexts } from './query/words.ts';

/** How long a told story is remembered: longer than the week over which the service compares copies. */
export const STORY_MEMORY = 30 * DAY;

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
