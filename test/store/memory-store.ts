import { memoryTable } from '../../shared/store/memory-table.ts';
import type { Table } from '../../shared/store/table.ts';
import { openStore } from '../../shared/store/open-store.ts';
import { judgingIn } from '../../shared/store/watches/judging.ts';

/** All that functions store above a table, those that ask models too. */
export function wholeStore(table: Table) {
  return { ...openStore(table), judging: judgingIn(table) };
}

/** The store over a table in memory, and the table, to be looked into. */
export function memoryStore() {
  const table = memoryTable();
  return { ...wholeStore(table), table };
}

export type MemoryStore = ReturnType<typeof memoryStore>;
