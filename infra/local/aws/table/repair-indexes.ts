import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { create, getIndexActions, type IndexPut, type Store } from 'dynalite/db/index.js';

/** A file that is in the folder while an engine works on it. If it is there at a start, the engine before was killed. */
const MARK = 'in-use';
/** How many entries are written at a time. */
const BATCH = 1_000;

/** Marks the folder as in use until `ended` is called. */
export function markInUse(folder: string): { wasKilled: boolean; ended: () => void } {
  const mark = join(folder, MARK);
  const wasKilled = existsSync(mark);
  mkdirSync(folder, { recursive: true });
  writeFileSync(mark, '');
  return { wasKilled, ended: () => rmSync(mark, { force: true }) };
}

/**
 * Writes the indexes of the tables again from their items. The engine writes an item and its index entries one after the
 * other. A kill in between leaves an entry that does not fit its item, or an item without its entry, for good. AWS has no
 * such state, so our code does not handle it.
 */
export async function repairIndexes(folder: string, tables: readonly string[]): Promise<void> {
  const store = create({ path: folder });
  try {
    for (const name of tables) await mendTable(store, name);
  } finally {
    await store.db.close();
  }
}

async function mendTable(store: Store, name: string): Promise<void> {
  const getTable = promisify(store.getTable);
  const table = await getTable(name, false).catch(() => undefined);
  const indexes = table?.GlobalSecondaryIndexes ?? [];
  for (const { IndexName } of indexes) await store.db.clear(below(indexPrefix(name, IndexName)));
  let puts: IndexPut[] = [];
  for await (const item of store.db.values(below(`item-${name}~`))) {
    puts.push(...getIndexActions(indexes, undefined, item, table).puts);
    if (puts.length < BATCH) continue;
    await write(store, name, puts);
    puts = [];
  }
  await write(store, name, puts);
}

async function write(store: Store, table: string, puts: readonly IndexPut[]): Promise<void> {
  await store.db.batch(
    puts.map(({ index, key, item }) => ({
      type: 'put' as const,
      key: indexPrefix(table, index) + key,
      value: item,
    })),
  );
}

/** The engine keeps everything in one store, each table and index below a prefix of its own. */
function indexPrefix(table: string, index: string): string {
  return `index-global~${table}~${index}~`;
}

function below(prefix: string): { gte: string; lt: string } {
  return { gte: prefix, lt: `${prefix}\u00ff` };
}
