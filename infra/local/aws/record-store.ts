import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type * as z from 'zod';

/** Small records that must survive the process, by key: subscriptions, schedules and generated secrets. */
export interface Records<T> {
  get(key: string): T | undefined;
  put(key: string, value: T): void;
  remove(key: string): void;
  /** In order of their keys. */
  all(): T[];
}

export interface RecordStore {
  records<T>(kind: string, schema: z.ZodType<T>): Records<T>;
  close(): void;
}

/** Opens a file of records. A record that was put survives a kill of the process. The schema checks each read. */
export function openRecordStore(file: string): RecordStore {
  mkdirSync(dirname(file), { recursive: true });
  const database = new DatabaseSync(file);
  database.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = NORMAL;
    CREATE TABLE IF NOT EXISTS records (
      kind TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (kind, key)
    ) WITHOUT ROWID`);
  const get = database.prepare('SELECT value FROM records WHERE kind = ? AND key = ?');
  const put = database.prepare('INSERT OR REPLACE INTO records (kind, key, value) VALUES (?, ?, ?)');
  const remove = database.prepare('DELETE FROM records WHERE kind = ? AND key = ?');
  const all = database.prepare('SELECT value FROM records WHERE kind = ? ORDER BY key');
  return {
    close: () => database.close(),
    records: (kind, schema) => {
      const read = (value: unknown) => schema.parse(JSON.parse(String(value)));
      return {
        get: (key) => {
          const row = get.get(kind, key);
          return row && read(row['value']);
        },
        put: (key, value) => {
          put.run(kind, key, JSON.stringify(value));
        },
        remove: (key) => {
          remove.run(kind, key);
        },
        all: () => all.all(kind).map((row) => read(row['value'])),
      };
    },
  };
}
