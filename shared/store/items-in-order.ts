import { sizeOfItem } from './stored-value.ts';
import type { Key, Query } from './table.ts';

/** A stored item. Nobody changes it: a write puts another in its place, and who reads gets a copy. */
export type Stored = Readonly<Record<string, unknown>> & Key;

/** A page of DynamoDB, in bytes. */
const MOST_OF_PAGE = 1024 * 1024;

/** One order of the items that have its keys: the table itself, or an index. */
export function itemsInOrder({ partition, sort }: { partition: string; sort: string }) {
  const partitions = new Map<string, Stored[]>();
  const keysOf = (item: Stored | undefined): [string, string] | undefined => {
    const [whole, key] = [item?.[partition], item?.[sort]];
    return typeof whole === 'string' && typeof key === 'string' ? [whole, key] : undefined;
  };
  /** Items with the same key of an index are in the order of their own keys. */
  const compare = (one: Stored, other: Stored) =>
    inBytes(String(one[sort]), String(other[sort])) || inBytes(one.pk, other.pk) || inBytes(one.sk, other.sk);

  function replace(before: Stored | undefined, next: Stored | undefined): void {
    const [was, is] = [keysOf(before), keysOf(next)];
    if (before && was) {
      const all = partitions.get(was[0]) ?? [];
      const at = firstIndex(all, (one) => compare(one, before) >= 0);
      if (is && next && was[0] === is[0] && was[1] === is[1]) {
        all[at] = next;
        return;
      }
      all.splice(at, 1);
      if (all.length === 0) partitions.delete(was[0]);
    }
    if (!next || !is) return;
    const all = partitions.get(is[0]) ?? [];
    partitions.set(is[0], all);
    all.splice(
      firstIndex(all, (one) => compare(one, next) > 0),
      0,
      next,
    );
  }

  /** Items of a partition in the order of the query, after one of them, up to 1 MB. Whether there may be more. */
  function page(
    { partition: wanted, from, upTo, prefix, newestFirst }: Query,
    { after, limit }: { after: Stored | undefined; limit: number },
  ): { items: Stored[]; goesOn: boolean } {
    const all = partitions.get(wanted) ?? [];
    const low = prefix ?? from;
    const keyOf = (item: Stored) => String(item[sort]);
    const isAfterRange = (item: Stored) =>
      prefix === undefined
        ? upTo !== undefined && inBytes(keyOf(item), upTo) > 0
        : !keyOf(item).startsWith(prefix) && inBytes(keyOf(item), prefix) > 0;
    let start = low === undefined ? 0 : firstIndex(all, (item) => inBytes(keyOf(item), low) >= 0);
    let end = firstIndex(all, isAfterRange);
    if (after && newestFirst)
      end = Math.min(
        end,
        firstIndex(all, (item) => compare(item, after) >= 0),
      );
    if (after && !newestFirst)
      start = Math.max(
        start,
        firstIndex(all, (item) => compare(item, after) > 0),
      );
    const items: Stored[] = [];
    let bytes = 0;
    while (start < end && items.length < limit && bytes < MOST_OF_PAGE) {
      const item = all[newestFirst ? (end -= 1) : start++];
      if (!item) break;
      items.push(item);
      bytes += sizeOfItem(item);
    }
    return { items, goesOn: start < end };
  }

  return {
    replace,
    page,
    all: () => [...partitions].toSorted(([one], [other]) => inBytes(one, other)).flatMap(([, all]) => all),
  };
}

/** The first place of a sorted list from which on a test holds; its length if it never does. */
function firstIndex<T>(all: readonly T[], holdsFrom: (one: T) => boolean): number {
  let [low, high] = [0, all.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const one = all[middle];
    if (one !== undefined && holdsFrom(one)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Texts in the order of their bytes in UTF-8, which differs from that of JavaScript for characters beyond U+FFFF. */
function inBytes(one: string, other: string): number {
  if (one === other) return 0;
  const most = Math.min(one.length, other.length);
  for (let at = 0; at < most; at += 1) {
    const [a, b] = [one.charCodeAt(at), other.charCodeAt(at)];
    if (a !== b) return isHalf(a) === isHalf(b) ? a - b : isHalf(a) ? 1 : -1;
  }
  return one.length - other.length;
}

/** Half of a character beyond U+FFFF. */
function isHalf(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff;
}
