import { marshall } from '@aws-sdk/util-dynamodb';
import { TABLE } from '../../../contracts/names.ts';

/** Which items of a partition are wanted, as DynamoDB's expression. All are read, and the others are left out. */
export interface Filter {
  expression: string;
  names: Readonly<Record<string, string>>;
  values: Readonly<Record<string, unknown>>;
}

export interface Query {
  /** One of the sparse indexes; the table itself when left out. */
  index?: 'work' | 'time';
  partition: string;
  /** Sort keys from this one on. */
  from?: string;
  /** Sort keys up to and including this one. */
  upTo?: string;
  /** Sort keys with this prefix. */
  prefix?: string;
  limit: number;
  newestFirst?: boolean;
  filter?: Filter | undefined;
  /** The attributes to read; all when left out. */
  fields?: readonly string[];
}

/** The attributes to read, as DynamoDB's expression; nothing for all. `finding.title` is the title within the finding. */
export function projection(fields: readonly string[] | undefined): {
  ProjectionExpression?: string;
  ExpressionAttributeNames?: Record<string, string>;
} {
  if (!fields) return {};
  const names = [...new Set(fields.flatMap((field) => field.split('.')))];
  const alias = (name: string) => `#f${names.indexOf(name)}`;
  return {
    ProjectionExpression: fields.map((field) => field.split('.').map(alias).join('.')).join(', '),
    ExpressionAttributeNames: Object.fromEntries(names.map((name) => [alias(name), name])),
  };
}

/** A query as DynamoDB takes it. */
export function queryInput(query: Omit<Query, 'limit'>, name: string) {
  const keys = query.index ? TABLE[query.index] : { partition: 'pk', sort: 'sk' };
  const values: Record<string, unknown> = { ':partition': query.partition };
  let condition = '#partition = :partition';
  if (query.prefix !== undefined) {
    condition += ' AND begins_with(#sort, :prefix)';
    values[':prefix'] = query.prefix;
  } else if (query.from !== undefined || query.upTo !== undefined) {
    condition += ' AND #sort BETWEEN :from AND :upTo';
    values[':from'] = query.from ?? ' ';
    values[':upTo'] = query.upTo ?? '\u{10FFFF}';
  }
  const usesSort = condition.includes('#sort');
  const { ExpressionAttributeNames: fieldNames, ...fields } = projection(query.fields);
  return {
    TableName: name,
    ...fields,
    ...(query.index ? { IndexName: TABLE[query.index].index } : { ConsistentRead: true }),
    KeyConditionExpression: condition,
    FilterExpression: query.filter?.expression,
    ExpressionAttributeNames: {
      '#partition': keys.partition,
      ...(usesSort && { '#sort': keys.sort }),
      ...query.filter?.names,
      ...fieldNames,
    },
    ExpressionAttributeValues: marshall({ ...values, ...query.filter?.values }),
    ScanIndexForward: !query.newestFirst,
  };
}
