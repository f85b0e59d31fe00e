import { type AwsCall, nameOfCall, type Place } from './aws-call.ts';
import type { IamRequest } from './decide.ts';

/** The partition key of a table, and of each of its indexes by name. */
export interface TableKeys {
  partition: string;
  indexes: Readonly<Record<string, string>>;
}

interface Order extends Place {
  tables: Readonly<Record<string, TableKeys>>;
}

/**
 * The permissions that a call of DynamoDB needs. `dynamodb:LeadingKeys` holds the partition keys that it names, those
 * of the index where it reads one (DynamoDB Developer Guide, "Using IAM policy conditions for fine-grained access
 * control").
 *
 * @throws Error for a call that is not known here.
 */
export function dynamoRequests(call: AwsCall, order: Order): IamRequest[] {
  const [, operation = ''] = nameOfCall(call).split(' ');
  const body = JSON.parse(call.body);
  const request = (table: string, action: string, keys: readonly any[]): IamRequest =>
    requestOf({ table, action, keys: keys.map((key) => leadingKey(key, keysOf(table, order))) }, order);
  switch (operation) {
    case 'GetItem':
    case 'UpdateItem':
    case 'DeleteItem':
      return [request(body.TableName, operation, [body.Key])];
    case 'PutItem':
      return [request(body.TableName, operation, [body.Item])];
    case 'BatchGetItem':
      return Object.entries<any>(body.RequestItems).map(([table, { Keys }]) =>
        request(table, operation, Keys),
      );
    case 'BatchWriteItem':
      return Object.entries<any>(body.RequestItems).map(([table, writes]) =>
        request(
          table,
          operation,
          writes.map((write: any) => write.PutRequest?.Item ?? write.DeleteRequest?.Key),
        ),
      );
    case 'TransactGetItems':
      return body.TransactItems.map(({ Get }: any) => request(Get.TableName, 'GetItem', [Get.Key]));
    case 'TransactWriteItems':
      return body.TransactItems.map(transactionPart).map(({ action, part }: any) =>
        request(part.TableName, action, [part.Item ?? part.Key]),
      );
    case 'Query':
      return [queryRequest(body, order)];
    case 'Scan':
      return [requestOf({ table: body.TableName, index: body.IndexName, action: 'Scan', keys: [] }, order)];
    case 'DescribeTable':
      return [requestOf({ table: body.TableName, action: operation, keys: [] }, order)];
    default:
      throw new Error(`${nameOfCall(call)} is not known here. Add it to dynamo-requests.ts.`);
  }
}

/** The parts of a transaction need the permissions of the calls that they stand for. */
const PARTS = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
};

function transactionPart(item: any) {
  const [name = ''] = Object.keys(item);
  return { action: PARTS[name as keyof typeof PARTS], part: item[name] };
}

function requestOf(
  { table, index, action, keys }: { table: string; index?: string; action: string; keys: readonly string[] },
  { account, region }: Place,
): IamRequest {
  const arn = `arn:aws:dynamodb:${region}:${account}:table/${tableName(table)}`;
  return {
    action: `dynamodb:${action}`,
    resource: index === undefined ? arn : `${arn}/index/${index}`,
    context: keys.length === 0 ? {} : { 'dynamodb:LeadingKeys': [...new Set(keys)] },
  };
}

/** A query names the partition as `#0 = :1`, in any order with the condition on the sort key. */
function queryRequest(body: any, order: Order): IamRequest {
  const { partition, indexes } = keysOf(body.TableName, order);
  const wanted = body.IndexName === undefined ? partition : indexes[body.IndexName];
  const equalities = [...String(body.KeyConditionExpression).matchAll(/([#\w]+)\s*=\s*(:\w+)/g)];
  const found = equalities.find(
    ([, name = '']) => (body.ExpressionAttributeNames?.[name] ?? name) === wanted,
  );
  if (!found) throw new Error(`No partition key in ${body.KeyConditionExpression}`);
  const value = textOf(body.ExpressionAttributeValues[found[2] ?? '']);
  return requestOf({ table: body.TableName, index: body.IndexName, action: 'Query', keys: [value] }, order);
}

function keysOf(table: string, { tables }: Order): TableKeys {
  const keys = tables[tableName(table)];
  if (!keys) throw new Error(`The table ${table} is not in the template`);
  return keys;
}

function leadingKey(item: any, { partition }: TableKeys): string {
  return textOf(item[partition]);
}

function textOf(value: any): string {
  return String(value.S ?? value.N ?? value.B);
}

/** A table may be named by its ARN. */
function tableName(nameOrArn: string): string {
  return nameOrArn.split('/').at(-1) ?? nameOrArn;
}
