import { describe, expect, it } from 'vitest';
import {
  deniedBy,
  type AllowStatement,
  type KeyedTable,
} from '../../../../../infra/local/aws/table/is-allowed.ts';

const arn = 'arn:aws:dynamodb:eu-west-1:000000000000:table/watches';
const hash = (AttributeName: string) => [
  { AttributeName, KeyType: 'HASH' as const },
  { AttributeName: 'sk', KeyType: 'RANGE' as const },
];
const TABLE: KeyedTable = {
  name: 'watches',
  arn,
  keys: hash('pk'),
  indexes: [{ IndexName: 'work', KeySchema: hash('workPk'), Projection: { ProjectionType: 'ALL' } }],
};
const ALL = ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'Query', 'BatchWriteItem'];
const may = (
  leadingKeys: readonly string[],
  resource = arn,
  actions: readonly string[] = ALL,
): AllowStatement => ({
  actions: actions.map((action) => `dynamodb:${action}`),
  resources: [resource],
  leadingKeys,
});
const key = (pk: string) => ({ pk: { S: pk }, sk: { S: 'x' } });
const query = (partition: string, IndexName?: string) => ({
  TableName: 'watches',
  ...(IndexName && { IndexName }),
  KeyConditionExpression: '#partition = :partition AND begins_with(#sort, :prefix)',
  ExpressionAttributeNames: { '#partition': IndexName ? 'workPk' : 'pk', '#sort': 'sk' },
  ExpressionAttributeValues: { ':partition': { S: partition }, ':prefix': { S: 'A' } },
});

/** Each operation with a request for one partition key. */
const REQUESTS: Readonly<Record<string, (pk: string) => unknown>> = {
  GetItem: (pk) => ({ TableName: 'watches', Key: key(pk) }),
  DeleteItem: (pk) => ({ TableName: 'watches', Key: key(pk) }),
  UpdateItem: (pk) => ({ TableName: 'watches', Key: key(pk), UpdateExpression: 'SET a = :a' }),
  PutItem: (pk) => ({ TableName: 'watches', Item: { ...key(pk), workPk: { S: 'DUE#x' } } }),
  BatchGetItem: (pk) => ({ RequestItems: { watches: { Keys: [key('WATCH#a'), key(pk)] } } }),
  BatchWriteItem: (pk) => ({
    RequestItems: {
      watches: [{ PutRequest: { Item: key('WATCH#a') } }, { DeleteRequest: { Key: key(pk) } }],
    },
  }),
  Query: (pk) => query(pk),
};
const denied = (statements: readonly AllowStatement[], operation: string, body: unknown) =>
  deniedBy(statements, { operation, body, tables: [TABLE] });

describe.each(Object.entries(REQUESTS))('%s', (operation, request) => {
  it('is allowed for keys of one statement, and denied for any other key', () => {
    const statements = [may(['WATCH#*', 'LEASES'])];
    expect(denied(statements, operation, request('WATCH#acme'))).toBeUndefined();
    expect(denied(statements, operation, request('LEASES'))).toBeUndefined();
    for (const other of ['LEASES#1', 'WATCH', 'TROUBLES'])
      expect(denied(statements, operation, request(other))).toContain(
        `not authorized to perform: dynamodb:${operation} on resource: ${arn}`,
      );
  });

  it('is denied without its action, and on another table or index', () => {
    const others = ALL.filter((action) => action !== operation);
    for (const statement of [
      may(['*'], arn, others),
      may(['*'], `${arn}/index/work`),
      may(['*'], `${arn}-2`),
    ])
      expect(denied([statement], operation, request('WATCH#acme'))).toBeDefined();
  });

  it('is allowed for any key by a statement without keys', () => {
    const { leadingKeys: _none, ...open } = may([]);
    expect(denied([open], operation, request('TROUBLES'))).toBeUndefined();
  });
});

it('the key of a query on an index is the key of that index', () => {
  const statements = [may(['DUE#*'], `${arn}/index/work`), may(['WATCH#*'])];
  expect(denied(statements, 'Query', query('DUE#press', 'work'))).toBeUndefined();
  expect(denied(statements, 'Query', query('WATCH#acme', 'work'))).toContain(`${arn}/index/work`);
  expect(denied(statements, 'Query', query('DUE#press'))).toBeDefined();
});

it('all keys of a batch must match one statement together', () => {
  const statements = [may(['WATCH#*']), may(['LEASES'])];
  const batch = (...keys: string[]) => ({ RequestItems: { watches: { Keys: keys.map(key) } } });
  expect(denied(statements, 'BatchGetItem', batch('WATCH#a', 'WATCH#b'))).toBeUndefined();
  expect(denied(statements, 'BatchGetItem', batch('WATCH#a', 'LEASES'))).toContain('WATCH#a, LEASES');
});

it('a scan is denied, and a request that cannot be read is left to the table', () => {
  expect(denied([may(['*'])], 'Scan', { TableName: 'watches' })).toContain('dynamodb:Scan');
  expect(denied([], 'GetItem', 'no request')).toBeUndefined();
});
