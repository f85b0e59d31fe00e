import * as z from 'zod';
import { partsOf } from '../../domain/lib/in-parallel.ts';
import type { Table } from '../table.ts';

const keySchema = z.object({ sk: z.string() });

interface PartitionOptions {
  /** Which sort keys are deleted; all when left out. */
  isWanted?: (sort: string) => boolean;
  /** Called before each part. */
  keep?: () => Promise<void>;
}

/** Items that are deleted between two calls of `keep`: 20 requests. */
const PART = 500;

/** Deletes the items of a partition, page by page. */
export async function removePartition(
  table: Table,
  partition: string,
  { isWanted = () => true, keep = async () => {} }: PartitionOptions = {},
): Promise<void> {
  for await (const page of table.pages({ partition, fields: ['sk'] }, keySchema)) {
    const wanted = page.filter(({ sk }) => isWanted(sk)).map(({ sk }) => ({ pk: partition, sk }));
    for (const part of partsOf(wanted, PART)) {
      await keep();
      await table.removeMany(part);
    }
  }
}
