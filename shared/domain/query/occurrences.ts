import type { LocatedField, NumberedPattern } from './document.ts';

/** Consecutive words of a field that match a part of the query: from `first` up to, but without, `end`. */
export interface WordRun {
  first: number;
  end: number;
}

/** Every run of a phrase in a field, in rising order; runs may overlap. */
export function phraseRuns(phrase: readonly NumberedPattern[], { words, places }: LocatedField): WordRun[] {
  const [head] = phrase;
  const starts = (head && places[head.id]) ?? [];
  const fits = (start: number) =>
    start + phrase.length <= words.length &&
    phrase.every((pattern, offset) => pattern.test(words.at(start + offset)));
  return starts.filter(fits).map((first) => ({ first, end: first + phrase.length }));
}

/**
 * The runs of phrases that are near each other in a field: one run of each phrase, without overlaps, with at most
 * `distance` words between each and the next. Returns every run that belongs to at least one such combination. `places`
 * are the runs of each phrase; `ordered` ones follow each other as the phrases do.
 */
export function nearRuns(
  places: readonly WordRun[][],
  { distance, ordered }: { distance: number; ordered: boolean },
): WordRun[] {
  const orders = ordered ? [places] : permutations(places);
  return orders.flatMap((order) => chains(order, distance).flat());
}

function permutations<Item>(items: readonly Item[]): Item[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, at) => permutations(items.toSpliced(at, 1)).map((others) => [item, ...others]));
}

/** The runs of each list that are part of a chain through all lists, left to right. */
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

/** The runs that begin at most `distance` words after the end of one of `before`. Both lists rise; each has one length. */
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

/** The runs that end at most `distance` words before the start of one of `after`. Both lists rise; each has one length. */
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
