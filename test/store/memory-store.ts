import { memoryTable } from '../../shared/store/memory-table.ts';
import { openStore } from '../../shared/store/open-store.ts';

/** The store over a table in memory, and the table, to be looked into. */
export function memoryStore() {
  const table = memoryTable();
  return { ...openStore(table), table };
}

export type MemoryStore = ReturnType<typeof memoryStore>;
