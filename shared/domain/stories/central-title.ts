import type { OpenStory } from './open-story.ts';
import { rarityOf, termsOf } from './terms.ts';

// A story is named after its most central headline: the one whose terms most other headlines of the story have, too,
// rare ones counting more, for the length of the headline. With two headlines, neither is.

/** A story of fewer headlines is named after the first. */
const LEAST_HEADLINES = 3;
const NONE: ReadonlySet<string> = new Set();

/**
 * How much the terms of a title are those of the other titles. `counts` says how many titles have each, this one among
 * them; what is `queried`, which all findings of a watch have, counts nothing.
 */
function centralityOf(title: string, counts: ReadonlyMap<string, number>, queried = NONE): number {
  let [shared, length] = [0, 0];
  for (const term of termsOf(title)) {
    if (queried.has(term)) continue;
    const weight = rarityOf(term) ** 2;
    shared += weight * Math.max(0, (counts.get(term) ?? 0) - 1);
    length += weight;
  }
  return length === 0 ? 0 : shared / Math.sqrt(length);
}

/** The most central of some titles; of equal ones, and of fewer than three, the first. */
export function mostCentral<T extends { title: string }>(titled: readonly T[]): T | undefined {
  if (titled.length < LEAST_HEADLINES) return titled[0];
  const counts = new Map<string, number>();
  for (const { title } of titled)
    for (const term of termsOf(title)) counts.set(term, (counts.get(term) ?? 0) + 1);
  const scores = titled.map(({ title }) => centralityOf(title, counts));
  return titled[scores.indexOf(Math.max(...scores))];
}

/** Whether a title of an open story is more central to it than the title after which it is named. */
export function isMoreCentral(
  title: string,
  { named, story, queried }: { named: string; story: OpenStory; queried: ReadonlySet<string> },
): boolean {
  if (title === named || story.headlines.length < LEAST_HEADLINES) return false;
  return centralityOf(title, story.title, queried) > centralityOf(named, story.title, queried);
}
