import { distance } from 'fastest-levenshtein';

/**
 * The candidate that was probably meant: at most one mistyped letter in three characters. Case does not count, nor the
 * kind of dash. Undefined when no candidate is near.
 */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  const plain = plainOf(word);
  if (plain.length > LONGEST) return undefined;
  let best: string | undefined;
  let fewest = Math.floor(plain.length / 3) + 1;
  for (const candidate of candidates) {
    const typos = typosBetween(plain, plainOf(candidate), { below: fewest });
    if (typos < fewest) [best, fewest] = [candidate, typos];
  }
  return best;
}

/** `did you mean schedule?`, or undefined when no candidate is near. */
export function didYouMean(word: string, candidates: Iterable<string>): string | undefined {
  const found = nearest(word, candidates);
  return found === undefined ? undefined : `did you mean ${found}?`;
}

/** Nobody means a name by a longer word, and the comparison takes time in proportion to its length. */
const LONGEST = 80;

function plainOf(word: string): string {
  return word.toLowerCase().replaceAll(/[\s-]/g, '_');
}

/**
 * Letters left out, added or changed, or two neighbours swapped, which counts once. The library counts a swap as two
 * changes, so a candidate just out of reach is compared again with each two neighbours of the word swapped back.
 */
function typosBetween(word: string, candidate: string, { below }: { below: number }): number {
  if (Math.abs(candidate.length - word.length) >= below) return below;
  const changes = distance(word, candidate);
  if (changes < 2 || changes > below) return changes;
  const swapped = Array.from(
    { length: word.length - 1 },
    (_, at) => `${word.slice(0, at)}${word.charAt(at + 1)}${word.charAt(at)}${word.slice(at + 2)}`,
  );
  return Math.min(changes, ...swapped.map((other) => 1 + distance(other, candidate)));
}
