import type { Item, Key, Table } from '../../shared/store/table.ts';
import { Death } from '../ports/dying.ts';

/** A process that dies: after so many written items and sent orders everything it asks for fails. */
export interface Mortal {
  written: number;
  dieAfter: number;
}

/** Lets one thing take effect, or dies before it. */
export async function whileAlive<T>(mortal: Mortal, work: () => Promise<T>): Promise<T> {
  if (mortal.written >= mortal.dieAfter) throw new Death();
  const result = await work();
  mortal.written += 1;
  return result;
}

/**
 * A table whose user dies after a number of written items, within batches too: these are written from the front, or
 * from the back.
 */
export function dyingTable(table: Table, mortal: Mortal, { backwards = false } = {}): Table {
  const looks = <T>(work: () => Promise<T>): Promise<T> => {
    if (mortal.written >= mortal.dieAfter) return Promise.reject(new Death());
    return work();
  };
  const each = async <T>(all: readonly T[], write: (one: T) => Promise<void>): Promise<void> => {
    for (const one of backwards ? all.toReversed() : all) await whileAlive(mortal, () => write(one));
  };
  return {
    get: (key, schema) => looks(() => table.get(key, schema)),
    getMany: (keys, schema, how) => looks(() => table.getMany(keys, schema, how)),
    query: (query, schema) => looks(() => table.query(query, schema)),
    pages: (query, schema) => table.pages(query, schema),
    put: (item) => whileAlive(mortal, () => table.put(item)),
    putIf: (item, when) => whileAlive(mortal, () => table.putIf(item, when)),
    putMany: (items: readonly Item[]) => each(items, (item) => table.put(item)),
    change: (key, change) => whileAlive(mortal, () => table.change(key, change)),
    update: (key, change, schema) => whileAlive(mortal, () => table.update(key, change, schema)),
    remove: (key) => whileAlive(mortal, () => table.remove(key)),
    removeIf: (key, when) => whileAlive(mortal, () => table.removeIf(key, when)),
    removeMany: (keys: readonly Key[]) => each(keys, (key) => table.remove(key)),
  };
}
