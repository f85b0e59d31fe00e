import { rarityOf, stemsOf } from './article-words.ts';
import type { OpenStory } from './open-story.ts';

// A story is named after its most central headline: the one whose words most other headlines of the story have, too, rare words
// counting more, for the length of the headline. With two headlines, neither is.

/** A story of fewer headlines is named after the first. */
export const LEAST_HEADLINES = 3;
const NONE: ReadonlySet<string> = new Set();

/**
 * How much the words of a title are those of the other titles. `counts` says how many titles have each word, this one among
 * them; `queried` words, which all findings of a watch have, count nothing.
 */
function centralityOf(title: string, counts: ReadonlyMap<string, number>, queried = NONE): number {
  let [shared, length] = [0, 0];
  for (const stem of stemsOf(title)) {
    if (queried.has(stem)) continue;
    const weight = rarityOf(stem) ** 2;
    shared += weight * Math.max(0, (counts.get(stem) ?? 0) - 1);
    length += weight;
  }
  return length === 0 ? 0 : shared / Math.sqrt(length);
}

/** The most central of some titles; of equal ones, and of fewer than three, the first. */
export function mostCentral<T extends { title: string }>(titled: readonly T[]): T | undefined {
  const [first, ...others] = titled;
  if (!first || titled.length < LEAST_HEADLINES) return first;
  const counts = new Map<string, number>();
  for (const { title } of titled)
    for (const stem of stemsOf(title)) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  let best = { one: first, score: centralityOf(first.title, counts) };
  for (const one of others) {
    const score = centralityOf(one.title, counts);
    if (score > best.score) best = { one, score };
  }
  return best.one;
}

/** Whether a title of an open story is more central to it than the title after which it is named. */
export function isMoreCentral(
  title: string,
  { named, story, queried }: { named: string; story: OpenStory; queried: ReadonlySet<string> },
): boolean {
  if (title === named) return false;
  return centralityOf(title, story.title, queried) > centralityOf(named, story.title, queried);
}
