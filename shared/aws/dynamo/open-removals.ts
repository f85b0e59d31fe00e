import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Removals } from '../../use-cases/ports/removals/removals.ts';
import { dynamoRemovals } from './removals/dynamo-removals.ts';
import { openTable } from './table/table.ts';

/** The port of the table that deletes for good. Only the command line uses it. */
export function openRemovals(client: DynamoDBClient, tableName: string): Removals {
  return dynamoRemovals(openTable(client, tableName));
}
