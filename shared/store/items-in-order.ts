import { UnstorableError } from '../domain/lib/errors.ts';
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

// What DynamoDB makes of the values of an item: what it takes, what they weigh, and what it gives back (DynamoDB
// Developer Guide, "Constraints", "Item sizes and formats"; Amazon DynamoDB API Reference, "AttributeValue").

/** So deep may lists and maps lie in each other. */
const MOST_LEVELS = 32;
/** The numbers nearest to 0 and farthest from it. */
const LEAST = 1e-130;
const MOST = Number.MAX_SAFE_INTEGER;

/**
 * A copy of a value as it is stored. Fields and entries that are undefined or functions are left out.
 *
 * @throws UnstorableError for what DynamoDB does not take.
 */
export function storedValue(value: unknown, level = 0): unknown {
  if (typeof value === 'string') {
    if (!value.isWellFormed()) throw new UnstorableError('The text has half a character.');
    return value;
  }
  if (typeof value === 'number') return storedNumber(value);
  if (typeof value === 'boolean' || value === null) return value;
  if (typeof value !== 'object') throw new UnstorableError(`A ${typeof value} cannot be stored.`);
  if (level > MOST_LEVELS)
    throw new UnstorableError(`Values lie in each other more than ${MOST_LEVELS} levels deep.`);
  if (Array.isArray(value)) return value.filter(isStored).map((one: unknown) => storedValue(one, level + 1));
  if (value instanceof Uint8Array) return new Uint8Array(value);
  if (value instanceof Set) return storedSet(value);
  const kind: unknown = Object.getPrototypeOf(value);
  if (kind !== Object.prototype && kind !== null)
    throw new UnstorableError('An object of a class cannot be stored.');
  const fields: Record<string, unknown> = {};
  // Pairs of key and value would be one list more for each field.
  for (const key of Object.keys(value)) {
    const one: unknown = Reflect.get(value, key);
    if (isStored(one)) fields[key] = storedValue(one, level + 1);
  }
  return fields;
}

function isStored(value: unknown): boolean {
  return value !== undefined && typeof value !== 'function';
}

function storedNumber(value: number): number {
  const size = Math.abs(value);
  if (!(size <= MOST) || (size > 0 && size < LEAST))
    throw new UnstorableError(`The number ${value} cannot be stored.`);
  // The minus of -0 is lost.
  return value + 0;
}

function storedSet(set: ReadonlySet<unknown>): Set<unknown> {
  if (set.size === 0) throw new UnstorableError('An empty set cannot be stored.');
  const [first] = set;
  const isOfOneType =
    (typeof first === 'string' || typeof first === 'number') &&
    [...set].every((one) => typeof one === typeof first);
  if (!isOfOneType) throw new UnstorableError('A set holds texts alone, or numbers alone.');
  return new Set([...set].map((one) => storedValue(one)));
}

/** A copy of a stored value, which whoever gets it may change. */
export function copyOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(copyOf);
  if (value instanceof Uint8Array) return new Uint8Array(value);
  if (value instanceof Set) return new Set(value);
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value)) copy[key] = copyOf(Reflect.get(value, key));
  return copy;
}

/** The size of a stored value in bytes. That of an item counts the names of its fields. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (typeof value === 'number') return sizeOfNumber(value);
  if (typeof value !== 'object' || value === null) return 1;
  if (value instanceof Uint8Array) return value.length;
  let size = 0;
  if (value instanceof Set) {
    for (const one of value) size += sizeOf(one);
    return size;
  }
  // A list or map takes 3 bytes, and each of its entries 1 more.
  if (Array.isArray(value)) {
    for (const one of value) size += 1 + sizeOf(one);
    return 3 + size;
  }
  for (const key of Object.keys(value)) size += 1 + Buffer.byteLength(key) + sizeOf(Reflect.get(value, key));
  return 3 + size;
}

/** The size of an item in bytes: unlike a map, it takes nothing for itself. */
export function sizeOfItem(item: Readonly<Record<string, unknown>>): number {
  return sizeOf(item) - 3 - Object.keys(item).length;
}

/** A byte for each two digits that count, one more, and one for a minus. */
function sizeOfNumber(value: number): number {
  const [digits = ''] = String(Math.abs(value)).split('e');
  const counting = digits.replace('.', '').replaceAll(/^0+|0+$/g, '');
  return Math.ceil(counting.length / 2) + 1 + (value < 0 ? 1 : 0);
}

/** What a path leads to; undefined if the item has nothing there. */
export function valueAt(item: unknown, path: string): unknown {
  let value = item;
  for (const part of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
    value = Reflect.get(value, part);
  }
  return value;
}
