import * as z from 'zod';
import type { TableSpec } from './table-spec.ts';

/** A statement of a role that allows something, with every name resolved. */
export interface AllowStatement {
  actions: readonly string[];
  resources: readonly string[];
  /** Patterns of `ForAllValues:StringLike` on `dynamodb:LeadingKeys`. Left out: any key. */
  leadingKeys?: readonly string[];
}

/** A table as far as permissions need it. */
export type KeyedTable = Pick<TableSpec, 'name' | 'keys' | 'indexes'> & { arn: string };

/** One thing that a request asks for: an action on a table or an index, with the partition keys that it names. */
interface Asked {
  action: string;
  resource: string;
  keys: string[];
}

const text = z.object({ S: z.string() });
const attributes = z.record(z.string(), z.unknown());
const keyed = z.object({ Key: attributes.optional(), Item: attributes.optional() });
const requestSchema = keyed.extend({
  TableName: z.string().optional(),
  IndexName: z.string().optional(),
  KeyConditionExpression: z.string().default(''),
  ExpressionAttributeNames: z.record(z.string(), z.string()).default({}),
  ExpressionAttributeValues: attributes.default({}),
  RequestItems: z.record(z.string(), z.unknown()).default({}),
});
type Request = z.infer<typeof requestSchema>;

const getsSchema = z.object({ Keys: z.array(attributes) });
const writesSchema = z.array(z.object({ PutRequest: keyed.optional(), DeleteRequest: keyed.optional() }));

/**
 * Why IAM would refuse a request; undefined when the statements allow it. As in AWS, all partition keys of a request
 * must match one statement together, and the leading key of a query on an index is the partition key of that index.
 *
 * @param operation `PutItem`, as the header names it.
 * @param body the parsed request. One that cannot be read passes: the table itself refuses it.
 */
export function deniedBy(
  statements: readonly AllowStatement[],
  { operation, body, tables }: { operation: string; body: unknown; tables: readonly KeyedTable[] },
): string | undefined {
  const request = requestSchema.safeParse(body);
  if (!request.success) return undefined;
  const denied = askedBy(operation, request.data, tables).find(
    (asked) => !statements.some((statement) => allows(statement, asked)),
  );
  if (!denied) return undefined;
  const { action, resource, keys } = denied;
  return (
    `The function is not authorized to perform: ${action} on resource: ${resource} because no identity-based policy ` +
    `allows the ${action} action${keys.length === 0 ? '' : ` for the partition keys ${keys.join(', ')}`}`
  );
}

function allows(
  { actions, resources, leadingKeys }: AllowStatement,
  { action, resource, keys }: Asked,
): boolean {
  return (
    actions.includes(action) &&
    resources.includes(resource) &&
    // Without a key the condition holds (IAM, ForAllValues). No action that we grant comes without one.
    (leadingKeys === undefined || keys.every((key) => leadingKeys.some((pattern) => isLike(key, pattern))))
  );
}

function isLike(key: string, pattern: string): boolean {
  return pattern.endsWith('*') ? key.startsWith(pattern.slice(0, -1)) : key === pattern;
}

function askedBy(operation: string, request: Request, tables: readonly KeyedTable[]): Asked[] {
  const ask = (name: string, items: readonly unknown[]): Asked => {
    const table = tables.find((one) => one.name === name);
    const keys = items.flatMap((item) => keyIn(item, table && partitionOf(table.keys)));
    return { action: `dynamodb:${operation}`, resource: table?.arn ?? name, keys };
  };
  const { TableName = '', RequestItems } = request;
  if (operation === 'BatchGetItem')
    return Object.entries(RequestItems).map(([name, gets]) =>
      ask(name, getsSchema.safeParse(gets).data?.Keys ?? []),
    );
  if (operation === 'BatchWriteItem')
    return Object.entries(RequestItems).map(([name, writes]) =>
      ask(
        name,
        (writesSchema.safeParse(writes).data ?? []).map(
          (one) => one.PutRequest?.Item ?? one.DeleteRequest?.Key,
        ),
      ),
    );
  if (operation === 'Query') return [askedByQuery(request, tables)];
  return [ask(TableName, [request.Key ?? request.Item].filter(Boolean))];
}

function askedByQuery(request: Request, tables: readonly KeyedTable[]): Asked {
  const { TableName = '', IndexName, ExpressionAttributeNames: names } = request;
  const table = tables.find(({ name }) => name === TableName);
  const index = table?.indexes.find((one) => one.IndexName === IndexName);
  const partition = partitionOf(index?.KeySchema ?? table?.keys ?? []);
  const equals = [...request.KeyConditionExpression.matchAll(/(#?\w+)\s*=\s*(:\w+)/g)];
  const [, , value = ''] = equals.find(([, name = '']) => (names[name] ?? name) === partition) ?? [];
  const { data } = text.safeParse(request.ExpressionAttributeValues[value]);
  return {
    action: 'dynamodb:Query',
    resource: `${table?.arn ?? TableName}${IndexName === undefined ? '' : `/index/${IndexName}`}`,
    keys: data ? [data.S] : [],
  };
}

function keyIn(item: unknown, partition: string | undefined): string[] {
  const { data } = attributes.safeParse(item);
  const key = text.safeParse(data?.[partition ?? '']);
  return key.success ? [key.data.S] : [];
}

function partitionOf(keys: TableSpec['keys']): string | undefined {
  return keys.find(({ KeyType }) => KeyType === 'HASH')?.AttributeName;
}
