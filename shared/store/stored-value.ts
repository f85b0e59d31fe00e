import { UnstorableError } from '../domain/lib/errors.ts';

// What DynamoDB makes of the values of an item: what it takes, what they weigh, and what it gives back (DynamoDB Developer Guide,
// "Constraints", "Item sizes and formats"; Amazon DynamoDB API Reference, "AttributeValue").

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
export function sizeOf(value: unknown): number {
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
