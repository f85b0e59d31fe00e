import { deflateRawSync, inflateRawSync } from 'node:zlib';
import * as z from 'zod';
import { TABLE } from '../contracts/names.ts';
import { parseJson, tryParse } from '../contracts/parse-as.ts';
import { type Instant, SECOND } from '../domain/time/instant.ts';

// The one seam to the store. Repositories are written against these types; DynamoDB and a table in memory take them.

/** Keys of one item. */
export interface Key {
  pk: string;
  sk: string;
}

/**
 * An item to write: its keys, its index keys and its fields. Undefined fields are left out. It is in an index if it
 * has both keys of that index.
 */
export type Item = Key & Readonly<Record<string, unknown>>;

/**
 * What must hold of the stored item: all of it. A path is `delivery.state` for a field of a field, `sent.3` for the
 * fourth of a list.
 */
export interface When {
  /** Whether the item exists. */
  exists?: boolean;
  /** Fields that exist. */
  has?: readonly string[];
  /** Fields with these values; undefined: without the field. */
  is?: Readonly<Record<string, string | number | boolean | undefined>>;
  /** Fields that exist and are below these numbers. */
  below?: Readonly<Record<string, number>>;
  /** Fields that exist and have so many entries. */
  size?: Readonly<Record<string, number>>;
  /** One of these holds. */
  anyOf?: readonly When[];
  /** This does not hold. */
  not?: When;
}

/** No item has the keys. */
export const ABSENT: When = { exists: false };
/** An item has the keys. */
export const PRESENT: When = { exists: true };

/** A change of one item. Without a condition an item that does not exist is made. */
export interface Change {
  /** Fields with their new values; undefined removes the field. */
  set?: Readonly<Record<string, unknown>>;
  /** Numbers to add to fields. A field that does not exist counts as 0. */
  add?: Readonly<Record<string, number>>;
  /** Texts to add to fields that are sets of texts. */
  addTexts?: Readonly<Record<string, readonly string[]>>;
  when?: When;
}

export interface Query {
  /** One of the sparse indexes; the table itself when left out. */
  index?: 'work' | 'time';
  partition: string;
  /** Sort keys from this one on. */
  from?: string | undefined;
  /** Sort keys up to and including this one. */
  upTo?: string | undefined;
  /** Sort keys with this prefix, whatever `from` and `upTo` say. */
  prefix?: string;
  /** The most items; all when left out. */
  limit?: number;
  newestFirst?: boolean;
  /**
   * The paths to read; all when left out. An index holds keys alone: with other paths, the items that it lists are
   * read by their keys, and what was written in the last moments may be missing.
   */
  fields?: readonly string[] | undefined;
}

/**
 * The one table: conditional writes of single items, no Scan. Every read is parsed by its schema. Reads of the table
 * itself are strongly consistent, those of an index may lag by moments. Every item has the attribute `v`. A write that
 * DynamoDB can never take throws an UnstorableError.
 */
export interface Table {
  /** Reads one item, or undefined. */
  get<S extends z.ZodType>(key: Key, schema: S): Promise<z.output<S> | undefined>;

  /**
   * Reads many items by key, 100 per call. Missing items are left out. The order is not kept.
   *
   * @param how.lag what was written in the last moments may be missing, as in an index, for half the price.
   */
  getMany<S extends z.ZodType>(
    keys: readonly Key[],
    schema: S,
    how?: { fields?: readonly string[] | undefined; lag?: boolean },
  ): Promise<z.output<S>[]>;

  /** Reads a partition in order. */
  query<S extends z.ZodType>(query: Query, schema: S): Promise<z.output<S>[]>;

  /** Reads a partition in order, one page of at most 1 MB at a time, so that memory holds no more. */
  pages<S extends z.ZodType>(query: Query, schema: S): AsyncGenerator<z.output<S>[], void, undefined>;

  /** Puts an item in place of what there is. */
  put(item: Item): Promise<void>;

  /** Puts an item; false when the condition failed. */
  putIf(item: Item, when: When): Promise<boolean>;

  /**
   * Puts many items, 25 per call, in place of what there is. A key may be named once. For items that nobody else
   * writes.
   */
  putMany(items: readonly Item[]): Promise<void>;

  /** Changes one item; false when the condition failed. */
  change(key: Key, change: Change): Promise<boolean>;

  /** Changes one item and returns its new state; undefined when the condition failed. */
  update<S extends z.ZodType>(key: Key, change: Change, schema: S): Promise<z.output<S> | undefined>;

  remove(key: Key): Promise<void>;

  /** Deletes one item; false when the condition failed. */
  removeIf(key: Key, when: When): Promise<boolean>;

  /** Deletes many items, 25 per call. Those that do not exist are left out. A key may be named once. */
  removeMany(keys: readonly Key[]): Promise<void>;
}

/** The time to live, in seconds. DynamoDB deletes late, so the code ignores expired items itself. */
export function expiry(at: Instant): Readonly<Record<string, number>> {
  return { [TABLE.expiry]: Math.ceil(at / SECOND) };
}

/** Reads a partition of the index of work. Items that do not fit the schema are of another kind and are left out. */
export async function queryWork<S extends z.ZodType>(
  table: Table,
  query: Omit<Query, 'index'>,
  schema: S,
): Promise<z.output<S>[]> {
  const items = await table.query({ ...query, index: 'work' }, z.unknown());
  return items.flatMap((item) => {
    const read = tryParse(schema, item);
    return read.success ? [read.data] : [];
  });
}

// Long texts are stored in DEFLATE (RFC 1951): 1,500 characters of English news take 782 bytes.

/** DEFLATE saves little of less than this, in UTF-16 units. */
const LEAST = 300;
/** What takes more than this share of its bytes stays as it is. */
const WORTH = 0.8;

/** Bytes as the client of DynamoDB gives them. */
const bytesSchema = z.instanceof(Uint8Array);

/** The bytes of a text in DEFLATE; undefined where they save too little. */
export function deflated(text: string): Uint8Array | undefined {
  if (text.length < LEAST) return undefined;
  const bytes = deflateRawSync(text);
  return bytes.length > WORTH * Buffer.byteLength(text) ? undefined : bytes;
}

export function inflated(bytes: Uint8Array): string {
  return inflateRawSync(bytes).toString('utf8');
}

/** A value as it is stored: its JSON in DEFLATE, or the value itself where that saves too little. */
export function packed<V extends object>(value: V): V | Uint8Array {
  return deflated(JSON.stringify(value)) ?? value;
}

/** What `packed` has stored. */
export const packedSchema = z.union([
  bytesSchema.transform((bytes) => parseJson(inflated(bytes))),
  z.unknown(),
]);

/** A text as it is, or in DEFLATE. */
export const longTextSchema = z.union([z.string(), bytesSchema.transform(inflated)]);
