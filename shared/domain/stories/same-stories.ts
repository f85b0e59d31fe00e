/** Two ids of one story. */
export type SameStory = readonly [string, string];

/**
 * Of ids that are one story, directly or through others, each with the smallest of them; the smallest ones are left out. The
 * order of the pairs changes nothing.
 */
export function smallestIds(pairs: Iterable<SameStory>): Map<string, string> {
  const next = new Map<string, string>();
  const smallest = (id: string): string => {
    let at = id;
    for (let to = next.get(at); to !== undefined; to = next.get(at)) at = to;
    return at;
  };
  for (const [one, other] of pairs) {
    const [least = one, most = other] = [smallest(one), smallest(other)].toSorted();
    if (least !== most) next.set(most, least);
  }
  return new Map(Array.from(next.keys(), (id) => [id, smallest(id)]));
}
