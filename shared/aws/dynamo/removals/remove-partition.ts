import * as z from 'zod';
import type { Table } from '../table/table.ts';

const keySchema = z.object({ sk: z.string() });

/** Deletes the items of a partition, page by page, all or those whose sort key `isWanted`. */
export async function removePartition(
  table: Table,
  partition: string,
  isWanted: (sort: string) => boolean = () => true,
): Promise<void> {
  for await (const page of table.pages({ partition, fields: ['sk'] }, keySchema)) {
    const wanted = page.filter(({ sk }) => isWanted(sk));
    await table.removeMany(wanted.map(({ sk }) => ({ pk: partition, sk })));
  }
}
