import * as z from 'zod';

/** Index keys by table name. */
export type IndexKeys = Readonly<Record<string, readonly string[]>>;

const item = z.record(z.string(), z.unknown());
const emptyText = z.object({ S: z.literal('') });
const putRequest = z.object({ PutRequest: z.object({ Item: item }) });

const request = z.object({
  TableName: z.string().optional(),
  Item: item.optional(),
  UpdateExpression: z.string().default(''),
  ExpressionAttributeNames: z.record(z.string(), z.string()).default({}),
  ExpressionAttributeValues: item.default({}),
  RequestItems: z.record(z.string(), z.unknown()).default({}),
  ReturnValuesOnConditionCheckFailure: z.string().optional(),
});

/**
 * Finds requests that AWS refuses, or that the embedded table treats differently from AWS without saying so. Returns the
 * message of a ValidationException, or undefined when the request may pass.
 *
 * @param body the parsed request of any operation. One that cannot be read passes: the table itself refuses it.
 */
export function refusalOf(body: unknown, indexKeys: IndexKeys): string | undefined {
  const read = request.safeParse(body);
  if (!read.success) return undefined;
  const sent = read.data;
  if ((sent.ReturnValuesOnConditionCheckFailure ?? 'NONE') !== 'NONE') {
    return 'ReturnValuesOnConditionCheckFailure is not known on this machine: read the item instead';
  }
  const keys = indexKeys[sent.TableName ?? ''] ?? [];
  const empty =
    emptyKeyIn(sent.Item, keys) ??
    keys.find((key) => setsToEmpty(sent, key)) ??
    Object.entries(sent.RequestItems)
      .map(([table, requests]) => emptyKeyInBatch(requests, indexKeys[table] ?? []))
      .find((found) => found !== undefined);
  if (empty === undefined) return undefined;
  return (
    'One or more parameter values are not valid. A value specified for a secondary index key is not supported. ' +
    `The AttributeValue for a key attribute cannot contain an empty string value. IndexKey: ${empty}`
  );
}

function emptyKeyIn(
  attributes: Record<string, unknown> | undefined,
  keys: readonly string[],
): string | undefined {
  return attributes && keys.find((key) => emptyText.safeParse(attributes[key]).success);
}

function emptyKeyInBatch(requests: unknown, keys: readonly string[]): string | undefined {
  if (!Array.isArray(requests)) return undefined;
  return requests
    .map((one) => putRequest.safeParse(one))
    .map(({ data }) => emptyKeyIn(data?.PutRequest.Item, keys))
    .find((found) => found !== undefined);
}

/** Whether an update sets an index key to an empty text, in any of the forms `key = :v` and `#alias = :v`. */
function setsToEmpty(sent: z.infer<typeof request>, key: string): boolean {
  const aliases = Object.entries(sent.ExpressionAttributeNames)
    .filter(([, name]) => name === key)
    .map(([alias]) => alias);
  return [key, ...aliases].some((name) => {
    const [, value = ''] = new RegExp(`(?<![\\w#])${name}\\s*=\\s*(:\\w+)`).exec(sent.UpdateExpression) ?? [];
    return emptyText.safeParse(sent.ExpressionAttributeValues[value]).success;
  });
}
