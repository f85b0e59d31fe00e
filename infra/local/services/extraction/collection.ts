import type { DatabaseSync } from 'node:sqlite';
import type * as z from 'zod';

/**
 * A durable set of objects by id. Each may belong to an owner (`within`: an organization, a job, a webhook), so that
 * the objects of one owner are found without reading the others.
 */
export type Collection<T> = ReturnType<typeof openCollection<T>>;

/**
 * Opens the collection `name` (small letters). Objects are kept as JSON and read through the schema, so an object of
 * another form fails loudly.
 */
export function openCollection<T>(
  database: DatabaseSync,
  { name, schema }: { name: string; schema: z.ZodType<T> },
) {
  if (!/^[a-z_]+$/.test(name)) throw new TypeError(`a collection is named by small letters: ${name}`);
  database.exec(
    `CREATE TABLE IF NOT EXISTS ${name} (place INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE,
       owner TEXT NOT NULL, value TEXT NOT NULL);
     CREATE INDEX IF NOT EXISTS ${name}_by_owner ON ${name} (owner, place)`,
  );
  const one = database.prepare(`SELECT value FROM ${name} WHERE id = ?`);
  const put = database.prepare(
    `INSERT INTO ${name} (id, owner, value) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET value = excluded.value`,
  );
  const remove = database.prepare(`DELETE FROM ${name} WHERE id = ?`);
  const list = database.prepare(`SELECT value FROM ${name} WHERE (?1 IS NULL OR owner = ?1) ORDER BY place`);
  const count = database.prepare(`SELECT count(*) AS total FROM ${name}`);
  const read = (row: Record<string, unknown>) => schema.parse(JSON.parse(String(row['value'])));
  return {
    get(id: string): T | undefined {
      const row = one.get(id);
      return row && read(row);
    },
    /** Adds or replaces. A replaced object keeps its place and its owner. */
    put: (id: string, value: T, within = ''): void => void put.run(id, within, JSON.stringify(value)),
    delete: (id: string): void => void remove.run(id),
    /** In the order of first putting; of one owner, or all. */
    list: (within?: string): T[] => list.all(within ?? null).map(read),
    count: (): number => Number(count.get()?.['total']),
  };
}

/** Runs `work` as one change: after a kill either all of it is in the database or nothing. */
export function inOneChange<T>(database: DatabaseSync, work: () => T): T {
  database.exec('SAVEPOINT change');
  try {
    const result = work();
    database.exec('RELEASE change');
    return result;
  } catch (error) {
    database.exec('ROLLBACK TO change; RELEASE change');
    throw error;
  }
}
