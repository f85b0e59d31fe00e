import type { LocatedField, NumberedPattern } from './document.ts';

/** Where a part of the query stands in a field: the words from `first` up to, but without, `end`. */
export interface WordRun {
  first: number;
  end: number;
}

/** Every place of a phrase in a field, in rising order; places may overlap. */
export function phraseRuns(phrase: readonly NumberedPattern[], { words, places }: LocatedField): WordRun[] {
  const [head] = phrase;
  const starts = (head && places[head.id]) ?? [];
  const fits = (start: number) =>
    start + phrase.length <= words.length &&
    phrase.every((pattern, offset) => pattern.test(words[start + offset] ?? ''));
  return starts.filter(fits).map((first) => ({ first, end: first + phrase.length }));
}

/**
 * The places of phrases that stand near each other in a field: one place of each phrase, none overlapping another, with
 * at most `distance` words strictly between each and the next in the text. The answer holds every place that belongs
 * to at least one such choice. `orders` are the orders allowed, each a list of the places of each phrase.
 */
export function nearRuns(orders: readonly (readonly WordRun[][])[], distance: number): WordRun[] {
  return orders.flatMap((order) => chains(order, distance).flat());
}

/** Keeps of each list the runs that are part of a chain through all lists, left to right. */
function chains(lists: readonly WordRun[][], distance: number): WordRun[][] {
  const reached: WordRun[][] = [];
  for (const runs of lists) {
    const before = reached.at(-1);
    reached.push(before ? followers(before, { runs, distance }) : runs);
  }
  const kept: WordRun[][] = [];
  for (const runs of reached.toReversed()) {
    const after = kept.at(0);
    kept.unshift(after ? leaders(after, { runs, distance }) : runs);
  }
  return kept;
}

/** The runs that begin at most `distance` words after the end of one of `before`. Both rise, with one length each. */
function followers(
  before: readonly WordRun[],
  { runs, distance }: { runs: readonly WordRun[]; distance: number },
): WordRun[] {
  let next = 0;
  return runs.filter(({ first }) => {
    while ((before[next]?.end ?? Infinity) <= first) next += 1;
    const nearest = before[next - 1];
    return nearest !== undefined && first - nearest.end <= distance;
  });
}

/** The runs that end at most `distance` words before the start of one of `after`. Both rise, with one length each. */
function leaders(
  after: readonly WordRun[],
  { runs, distance }: { runs: readonly WordRun[]; distance: number },
): WordRun[] {
  let next = 0;
  return runs.filter(({ end }) => {
    while ((after[next]?.first ?? Infinity) < end) next += 1;
    const nearest = after[next];
    return nearest !== undefined && nearest.first - end <= distance;
  });
}
