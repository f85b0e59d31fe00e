import type { Removals } from '../use-cases/ports/removals/removals.ts';
import { dynamoRemovals } from './removals/dynamo-removals.ts';
import type { Table } from './table.ts';

/** The port of the table that deletes for good. Only the command line uses it. */
export function openRemovals(table: Table): Removals {
  return dynamoRemovals(table);
}
