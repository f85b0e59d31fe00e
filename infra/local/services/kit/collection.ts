import type { DatabaseSync } from 'node:sqlite';
import type * as z from 'zod';

/** A durable set of records by id, in the order in which they were first put. */
export interface Collection<T> {
  get(id: string): T | undefined;
  /** Adds or replaces; a replaced record keeps its place in the order. */
  put(id: string, value: T): void;
  /** True when there was such a record. */
  delete(id: string): boolean;
  /** Every record, oldest first. */
  all(): T[];
}

/**
 * Opens the collection `name` (a single word) of a database. Records are kept as JSON and read through the schema, so
 * an older state folder that no longer fits fails loudly.
 */
export function openCollection<T>(
  database: DatabaseSync,
  { name, schema }: { name: string; schema: z.ZodType<T> },
): Collection<T> {
  if (!/^[a-z_]+$/.test(name)) throw new TypeError(`a collection is named by small letters: ${name}`);
  database.exec(
    `CREATE TABLE IF NOT EXISTS ${name} (place INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, value TEXT NOT NULL)`,
  );
  const one = database.prepare(`SELECT value FROM ${name} WHERE id = ?`);
  const every = database.prepare(`SELECT value FROM ${name} ORDER BY place`);
  const put = database.prepare(
    `INSERT INTO ${name} (id, value) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET value = excluded.value`,
  );
  const remove = database.prepare(`DELETE FROM ${name} WHERE id = ?`);
  const read = (row: Record<string, unknown>) => schema.parse(JSON.parse(String(row['value'])));
  return {
    get(id) {
      const row = one.get(id);
      return row && read(row);
    },
    put(id, value) {
      put.run(id, JSON.stringify(value));
    },
    delete: (id) => remove.run(id).changes > 0,
    all: () => every.all().map(read),
  };
}
