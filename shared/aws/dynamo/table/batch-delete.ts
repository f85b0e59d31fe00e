import { type AttributeValue, BatchWriteItemCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { waitToRetry, SYSTEM_WAITS, type Waits } from './batch-get.ts';

type StoredKey = Record<string, AttributeValue>;

/** The most items of a request. */
const MOST_ITEMS = 25;
/** After so many answers without a single item the table is too busy: 9 waits, at most 12 seconds together. */
const MOST_TRIES = 10;

/**
 * Deletes items by their keys, 25 a request. DynamoDB gives back the requests that it did not process. They are sent again,
 * after a random part of a span that doubles as long as nothing is processed (Amazon DynamoDB API Reference, "BatchWriteItem").
 * An item that does not exist counts as deleted, so that a repeat succeeds. A request may not name a key twice.
 *
 * @throws when the table processes no item of a request for as long as `MOST_TRIES` allows.
 */
export async function batchDelete(
  client: DynamoDBClient,
  { table, keys }: { table: string; keys: readonly StoredKey[] },
  waits: Waits = SYSTEM_WAITS,
): Promise<void> {
  const open = [...keys];
  let tries = 0;
  while (open.length > 0) {
    const part = open.splice(0, MOST_ITEMS);
    const requests = part.map((Key) => ({ DeleteRequest: { Key } }));
    const answer = await client.send(new BatchWriteItemCommand({ RequestItems: { [table]: requests } }));
    const left = (answer.UnprocessedItems?.[table] ?? []).flatMap(({ DeleteRequest }) =>
      DeleteRequest?.Key ? [DeleteRequest.Key] : [],
    );
    open.unshift(...left);
    tries = left.length < part.length ? 0 : tries + 1;
    if (tries >= MOST_TRIES)
      throw new Error(`The table ${table} deleted none of ${left.length} items in ${tries} tries.`);
    if (left.length > 0) await waitToRetry(tries, waits);
  }
}
