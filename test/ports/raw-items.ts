import { BatchWriteItemCommand, type DynamoDBClient, ScanCommand } from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { deflateRawSync, inflateRawSync } from 'node:zlib';

/**
 * An item as it lies in the table, as JSON: a set is `{ "set": [...] }`, deflated bytes are `{ "deflated": their text
 * }`.
 */
export type RawItem = Readonly<Record<string, unknown>>;

/** DynamoDB takes so many in one batch. */
const MOST_AT_ONCE = 25;

/** Every item of a table in the order of its keys. */
export async function readRawItems(client: DynamoDBClient, table: string): Promise<RawItem[]> {
  const items: RawItem[] = [];
  let from: Record<string, any> | undefined;
  do {
    const page = await client.send(new ScanCommand({ TableName: table, ExclusiveStartKey: from }));
    for (const item of page.Items ?? []) items.push(plainOf(unmarshall(item)) as RawItem);
    from = page.LastEvaluatedKey;
  } while (from);
  return items.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

/** Puts items past the adapters. */
export async function putRawItems(
  client: DynamoDBClient,
  { table, items }: { table: string; items: readonly RawItem[] },
): Promise<void> {
  const requests = items.map((item) => ({ PutRequest: { Item: marshall(storedOf(item)) } }));
  for (let from = 0; from < requests.length; from += MOST_AT_ONCE) {
    const part = requests.slice(from, from + MOST_AT_ONCE);
    await client.send(new BatchWriteItemCommand({ RequestItems: { [table]: part } }));
  }
}

/** The two parts of a key. */
export function keyOf(item: RawItem): string {
  return `${String(item['pk'])} | ${String(item['sk'])}`;
}

function plainOf(value: unknown): unknown {
  if (value instanceof Set) return { set: [...value].map(String).toSorted() };
  if (value instanceof Uint8Array) return { deflated: inflateRawSync(value).toString('utf8') };
  return mapped(value, plainOf);
}

export function storedOf(value: unknown): any {
  if (isMapping(value) && 'set' in value) return new Set(value['set'] as string[]);
  if (isMapping(value) && 'deflated' in value) return deflateRawSync(String(value['deflated']));
  return mapped(value, storedOf);
}

/** Keys in order, so that the file does not depend on the order in which attributes were written. */
function mapped(value: unknown, change: (part: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map(change);
  if (!isMapping(value)) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, part]) => [name, change(part)]));
}

function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
