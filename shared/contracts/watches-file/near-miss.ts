/**
 * The candidate that was probably meant: at most one slip in three characters away, case and the kind of dash left
 * aside. Undefined when none is near.
 */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  const plain = plainOf(word);
  if (plain.length > LONGEST) return undefined;
  let best: string | undefined;
  let fewest = Math.floor(plain.length / 3) + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - plain.length) >= fewest) continue;
    const slips = slipsBetween(plain, plainOf(candidate));
    if (slips < fewest) [best, fewest] = [candidate, slips];
  }
  return best;
}

/** `did you mean schedule?`, or undefined when nothing is near. */
export function didYouMean(word: string, candidates: Iterable<string>): string | undefined {
  const found = nearest(word, candidates);
  return found === undefined ? undefined : `did you mean ${found}?`;
}

/** Nobody means a name by a longer word, and the comparison takes time in proportion to its length. */
const LONGEST = 80;

function plainOf(word: string): string {
  return word.toLowerCase().replaceAll(/[\s-]/g, '_');
}

/** Letters left out, added, changed, or two neighbours swapped (optimal string alignment). */
function slipsBetween(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const same = a[row - 1] === b[column - 1];
      const options = [
        at(current, column - 1) + 1,
        at(last, column) + 1,
        at(last, column - 1) + (same ? 0 : 1),
      ];
      const swapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (row > 1 && column > 1 && swapped) options.push(at(before, column - 2) + 1);
      current.push(Math.min(...options));
    }
    [before, last] = [last, current];
  }
  return at(last, b.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
