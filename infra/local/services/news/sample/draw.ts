import type { Chance } from '../../kit/chance.ts';

/** One of a list. @throws TypeError for an empty list. */
export function pick<Item>(list: readonly Item[], chance: Chance): Item {
  const item = list[Math.floor(chance() * list.length)];
  if (item === undefined) throw new TypeError('nothing to pick from');
  return item;
}

/** One of a list, in proportion to weights. */
export function pickWeighted<Item extends { weight: number }>(list: readonly Item[], chance: Chance): Item {
  const total = list.reduce((sum, { weight }) => sum + weight, 0);
  let left = chance() * total;
  const found = list.find(({ weight }) => (left -= weight) < 0);
  return found ?? pick(list, chance);
}

/** A list in a random order. */
export function shuffled<Item>(list: readonly Item[], chance: Chance): Item[] {
  return list
    .map((item) => ({ item, key: chance() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ item }) => item);
}

/** A whole number from `least` to `most`, both included. */
export function between(least: number, most: number, chance: Chance): number {
  return least + Math.floor(chance() * (most - least + 1));
}
