import type * as z from 'zod';
import { TABLE } from '../contracts/names.ts';
import { parseAs } from '../contracts/parse-as.ts';
import { UnstorableError } from '../domain/lib/errors.ts';
import { copyOf, itemsInOrder, sizeOfItem, type Stored, storedValue, valueAt } from './items-in-order.ts';
import type { Change, Item, Key, Query, Table, When } from './table.ts';

interface MemoryTable extends Table {
  /** Copies of all items, in the order of their keys. */
  items(): (Record<string, unknown> & Key)[];
  /** Brings the indexes, and reads that may lag, up to date. */
  catchUp(): void;
}

const INDEXES = [TABLE.work, TABLE.time];
/** DynamoDB's limits: of an item, of its sort keys and of its partition keys, in bytes. */
const MOST_OF_ITEM = 400 * 1024;
const MOST_OF_SORT = 1024;
const MOST_OF_PARTITION = 2048;

/**
 * A table in memory that keeps DynamoDB's rules: what it refuses, what an index holds, where a page ends. It does what
 * it is asked before it gives back a promise, so calls take effect in their order.
 *
 * @param options.lag so many later writes must come until an index, and a read that may lag, shows a write. Default:
 * it shows at once.
 */
export function memoryTable({ lag = 0 }: { lag?: number } = {}): MemoryTable {
  const places = {
    table: itemsInOrder(TABLE),
    work: itemsInOrder(TABLE.work),
    time: itemsInOrder(TABLE.time),
  };
  const items = new Map<string, Stored>();
  const lagging = lag > 0 ? new Map<string, Stored>() : items;
  const unseen: (() => void)[] = [];

  function write(id: string, next: Stored | undefined): void {
    const before = items.get(id);
    replace(items, id, next);
    places.table.replace(before, next);
    unseen.push(() => {
      const shown = lag > 0 ? lagging.get(id) : before;
      if (lag > 0) replace(lagging, id, next);
      places.work.replace(shown, next);
      places.time.replace(shown, next);
    });
    while (unseen.length > lag) unseen.shift()?.();
  }

  function put(item: Item, when?: When): boolean {
    const next = storedItem(item);
    const id = idOf(next);
    if (when && !holds(when, items.get(id))) return false;
    write(id, next);
    return true;
  }

  function change(key: Key, { set = {}, add = {}, addTexts = {}, when }: Change): Stored | undefined {
    const id = idOf(key);
    const before = items.get(id);
    if (when && !holds(when, before)) return undefined;
    const next: Record<string, unknown> = before ? { ...before } : { pk: key.pk, sk: key.sk };
    for (const [path, value] of Object.entries(set)) setAt(next, path, value);
    for (const [path, more] of Object.entries(add)) setAt(next, path, sum(valueAt(before, path), more));
    for (const [path, texts] of Object.entries(addTexts))
      if (texts.length > 0) setAt(next, path, union(valueAt(before, path), texts));
    const stored = storedItem({ ...next, pk: key.pk, sk: key.sk });
    write(id, stored);
    return stored;
  }

  function remove(key: Key, when?: When): boolean {
    const id = idOf(key);
    if (when && !holds(when, items.get(id))) return false;
    if (items.has(id)) write(id, undefined);
    return true;
  }

  async function* pages<S extends z.ZodType>(query: Query, schema: S) {
    const { index, fields } = query;
    let left = query.limit ?? Infinity;
    let after: Stored | undefined;
    do {
      const page = places[index ?? 'table'].page(query, { after, limit: left });
      yield page.items.map((item) => read(item, schema, fields));
      left -= page.items.length;
      after = page.goesOn ? page.items.at(-1) : undefined;
    } while (after && left > 0);
  }

  return {
    async get(key, schema) {
      const item = items.get(idOf(key));
      return item && read(item, schema);
    },

    async getMany(keys, schema, { fields, lag: mayLag = false } = {}) {
      const from = mayLag ? lagging : items;
      return [...new Set(keys.map(idOf))].flatMap((id) => {
        const item = from.get(id);
        return item ? [read(item, schema, fields)] : [];
      });
    },

    async query(query, schema) {
      const found: z.output<typeof schema>[] = [];
      for await (const page of pages(query, schema)) found.push(...page);
      return found.slice(0, query.limit);
    },

    pages,

    async put(item) {
      put(item);
    },

    putIf: async (item, when) => put(item, when),

    async putMany(all) {
      refuseTwice(all);
      const stored = all.map(storedItem);
      for (const one of stored) write(idOf(one), one);
    },

    change: async (key, to) => change(key, to) !== undefined,

    async update(key, to, schema) {
      const item = change(key, to);
      return item && read(item, schema);
    },

    async remove(key) {
      remove(key);
    },

    removeIf: async (key, when) => remove(key, when),

    async removeMany(keys) {
      refuseTwice(keys);
      for (const key of keys) remove(key);
    },

    items: () => places.table.all().map((item) => ({ ...item, ...fieldsOf(copyOf(item)) })),

    catchUp() {
      for (const show of unseen.splice(0)) show();
    },
  };
}

function replace(map: Map<string, Stored>, id: string, item: Stored | undefined): void {
  if (item) map.set(id, item);
  else map.delete(id);
}

function idOf({ pk, sk }: Key): string {
  return `${pk}\n${sk}`;
}

function read<S extends z.ZodType>(item: Stored, schema: S, fields?: readonly string[]): z.output<S> {
  return parseAs(schema, fields ? projected(item, fields) : copyOf(item));
}

/** The item with these paths alone. */
function projected(item: Stored, fields: readonly string[]): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  for (const path of fields) {
    const value = valueAt(item, path);
    if (value !== undefined) setAt(found, path, copyOf(value));
  }
  return found;
}

/**
 * An item as it is stored.
 *
 * @throws UnstorableError for what DynamoDB refuses.
 */
function storedItem(item: Item): Stored {
  const { pk, sk } = item;
  const stored = { ...fieldsOf(storedValue({ ...item, v: 1 })), pk, sk };
  checkKey(pk, MOST_OF_PARTITION);
  checkKey(sk, MOST_OF_SORT);
  for (const { partition, sort } of INDEXES) {
    checkKey(valueAt(stored, partition) ?? 'none', MOST_OF_PARTITION);
    checkKey(valueAt(stored, sort) ?? 'none', MOST_OF_SORT);
  }
  if (sizeOfItem(stored) > MOST_OF_ITEM) throw new UnstorableError('The item is too large.');
  return stored;
}

function checkKey(key: unknown, most: number): void {
  if (typeof key !== 'string' || key === '' || Buffer.byteLength(key) > most)
    throw new UnstorableError(`A key is a text of 1 to ${most} bytes.`);
}

function refuseTwice(keys: readonly Key[]): void {
  if (new Set(keys.map(idOf)).size < keys.length) throw new UnstorableError('A key is named twice.');
}

/** Sets a field, or a field of a field, which must exist; undefined removes it. */
function setAt(item: Record<string, unknown>, path: string, value: unknown): void {
  const [field = '', ...rest] = path.split('.');
  if (rest.length > 0) {
    const inner = fieldsOf(item[field]);
    setAt(inner, rest.join('.'), value);
    item[field] = inner;
  } else if (value === undefined) delete item[field];
  else item[field] = value;
}

/** A copy of a map; an empty one if it is none. */
function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function sum(before: unknown, more: number): number {
  if (before !== undefined && typeof before !== 'number')
    throw new UnstorableError('A number is added to what is none.');
  return (before ?? 0) + more;
}

function union(before: unknown, texts: readonly string[]): Set<unknown> {
  if (before !== undefined && !(before instanceof Set))
    throw new UnstorableError('Texts are added to what is no set.');
  return new Set([...(before ?? []), ...texts]);
}

/** Whether a condition holds of an item. What it says of a field that does not exist does not hold. */
function holds(when: When, item: Stored | undefined): boolean {
  const { exists, has = [], is = {}, below = {}, size = {}, anyOf, not } = when;
  return (
    (exists === undefined || exists === (item !== undefined)) &&
    has.every((path) => valueAt(item, path) !== undefined) &&
    Object.entries(is).every(([path, wanted]) => valueAt(item, path) === wanted) &&
    Object.entries(below).every(([path, limit]) => isBelow(valueAt(item, path), limit)) &&
    Object.entries(size).every(([path, count]) => entriesOf(valueAt(item, path)) === count) &&
    (anyOf === undefined || anyOf.some((one) => holds(one, item))) &&
    (not === undefined || !holds(not, item))
  );
}

function isBelow(value: unknown, limit: number): boolean {
  return typeof value === 'number' && value < limit;
}

function entriesOf(value: unknown): number | undefined {
  if (typeof value === 'string' || Array.isArray(value) || value instanceof Uint8Array) return value.length;
  if (value instanceof Set) return value.size;
  return typeof value === 'object' && value !== null ? Object.keys(value).length : undefined;
}
