declare module 'dynalite' {
  import type { Server } from 'node:http';

  interface DynaliteOptions {
    /** Folder of the LevelDB store; in memory when left out. */
    path?: string;
    /** How long a new table stays in CREATING, in milliseconds. */
    createTableMs?: number;
    deleteTableMs?: number;
    updateTableMs?: number;
    maxItemSizeKb?: number;
  }

  export default function dynalite(options?: DynaliteOptions): Server;
}

/** The engine's own store, as far as the repair of its indexes needs it. */
declare module 'dynalite/db/index.js' {
  interface StoredTable {
    GlobalSecondaryIndexes?: readonly { IndexName: string }[];
  }

  interface Range {
    gte: string;
    lt: string;
  }

  /** One entry of an index: the item, or what the index holds of it. */
  export interface IndexPut {
    index: string;
    key: string;
    item: unknown;
  }

  export interface Store {
    db: {
      get(key: string): Promise<unknown>;
      keys(range: Range): AsyncIterable<string>;
      values(range: Range): AsyncIterable<unknown>;
      clear(range: Range): Promise<void>;
      batch(
        writes: readonly ({ type: 'put'; key: string; value: unknown } | { type: 'del'; key: string })[],
      ): Promise<void>;
      close(): Promise<void>;
      createValueStream(range: Partial<Range> & { limit?: number }): AsyncIterable<unknown>;
    };
    getTable(
      this: void,
      name: string,
      checkStatus: boolean,
      done: (error: Error | null, table?: StoredTable) => void,
    ): void;
  }

  export function create(options: { path: string }): Store;
  export function getIndexActions(
    indexes: readonly { IndexName: string }[],
    existing: unknown,
    item: unknown,
    table: StoredTable | undefined,
  ): { puts: IndexPut[] };
}
