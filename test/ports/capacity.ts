import { TABLE } from '../../shared/contracts/names.ts';

// The units that DynamoDB bills for a request, by AWS's rules (DynamoDB Developer Guide, "Item sizes and formats",
// "Read and write operations", "Using Global Secondary Indexes"). Items are as they go over the wire.

/** An attribute as it goes over the wire: `{ S: 'text' }`. */
export type Value = Record<string, any>;
export type WireItem = Record<string, Value>;

/**
 * A write takes a unit for each KB begun, a strongly consistent read one for each 4 KB begun; others take half of
 * that.
 */
const WRITE_BLOCK = 1024;
const READ_BLOCK = 4096;

/** The size of an item in bytes, names of attributes included. */
export function sizeOf(item: WireItem): number {
  return Object.entries(item).reduce(
    (sum, [name, value]) => sum + Buffer.byteLength(name) + sizeOfValue(value),
    0,
  );
}

function sizeOfValue(value: Value): number {
  const [[type, content] = []] = Object.entries(value);
  if (type === 'S') return Buffer.byteLength(content);
  if (type === 'N') return sizeOfNumber(content);
  if (type === 'B')
    return typeof content === 'string' ? Buffer.from(content, 'base64').length : content.length;
  if (type === 'SS') return sum(content.map((text: string) => Buffer.byteLength(text)));
  if (type === 'NS') return sum(content.map(sizeOfNumber));
  // A list or map takes 3 bytes, and each of its entries 1 more.
  if (type === 'L') return 3 + sum(content.map((one: Value) => 1 + sizeOfValue(one)));
  if (type === 'M') return 3 + Object.keys(content).length + sizeOf(content);
  return 1;
}

/** A byte for each two digits that count, one more, and one for a minus. */
function sizeOfNumber(text: string): number {
  const digits = text
    .replace(/^-/, '')
    .replace('.', '')
    .replace(/^0+|0+$/g, '');
  return Math.ceil(digits.length / 2) + 1 + (text.startsWith('-') ? 1 : 0);
}

/** The read units for so many bytes. A missing item costs what the smallest one costs. */
export function readUnits(bytes: number, isConsistent: boolean): number {
  return Math.max(1, Math.ceil(bytes / READ_BLOCK)) * (isConsistent ? 1 : 0.5);
}

/** Units that a write takes of one partition of the table or of an index. */
export interface UnitsOfPlace {
  /** `table`, or the name of an index. */
  place: string;
  partition: string;
  units: number;
}

/** The write units of a change from one state of an item to the next, in the table and in both indexes. */
export function writeUnits(before: WireItem | undefined, after: WireItem | undefined): number {
  return sum(unitsByPlace(before, after).map(({ units }) => units));
}

/** The same by partition, for the rule that each takes 1,000 units a second. */
export function unitsByPlace(before: WireItem | undefined, after: WireItem | undefined): UnitsOfPlace[] {
  const sizes = [before, after].map((item) => (item ? sizeOf(item) : 0));
  const partition = (after ?? before)?.[TABLE.partition]?.['S'] ?? '';
  return [
    { place: 'table', partition, units: blocks(Math.max(...sizes)) },
    ...[TABLE.work, TABLE.time].flatMap((index) => unitsOfIndex(index, { before, after })),
  ];
}

/**
 * The attributes of an item that an index holds: the keys of the table, and its own. Undefined: it is not in the
 * index.
 */
export function entryOf(
  { partition, sort }: { partition: string; sort: string },
  item: WireItem | undefined,
): WireItem | undefined {
  if (!item?.[partition] || !item[sort]) return undefined;
  const keys = [TABLE.partition, TABLE.sort, partition, sort];
  return Object.fromEntries(keys.flatMap((key) => (item[key] ? [[key, item[key]]] : [])));
}

/**
 * A new or removed entry costs one write, and one whose keys change costs two. A change of other attributes costs
 * nothing: an index holds keys alone.
 */
function unitsOfIndex(
  index: { index: string; partition: string; sort: string },
  { before, after }: { before: WireItem | undefined; after: WireItem | undefined },
): UnitsOfPlace[] {
  const [was, is] = [entryOf(index, before), entryOf(index, after)];
  if (JSON.stringify(was) === JSON.stringify(is)) return [];
  return [was, is].flatMap((entry) =>
    entry
      ? [{ place: index.index, partition: entry[index.partition]?.['S'] ?? '', units: blocks(sizeOf(entry)) }]
      : [],
  );
}

function blocks(bytes: number): number {
  return Math.max(1, Math.ceil(bytes / WRITE_BLOCK));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
