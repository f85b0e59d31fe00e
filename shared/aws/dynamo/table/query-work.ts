import * as z from 'zod';
import { tryParse } from '../../../contracts/parse-as.ts';
import type { Query } from './query-input.ts';
import type { Table } from './table.ts';

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
