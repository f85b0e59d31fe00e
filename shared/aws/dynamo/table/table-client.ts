import * as z from 'zod';
import type { AwsCredentials } from '../../requests/sign-request.ts';
import type { WireItem } from './wire-values.ts';

/** Operations of DynamoDB that adapters use. */
export type TableOperation =
  | 'GetItem'
  | 'PutItem'
  | 'UpdateItem'
  | 'DeleteItem'
  | 'Query'
  | 'BatchGetItem'
  | 'BatchWriteItem';

/** A write of a batch. */
export type WireWrite =
  | { readonly PutRequest: { readonly Item: WireItem } }
  | { readonly DeleteRequest: { readonly Key: WireItem } };

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;
const item = z.custom<WireItem>(isObject);

/** What an answer of any of the operations may have. Items are read by the schemas of their kinds. */
export const tableAnswerSchema = z.object({
  Item: item.optional(),
  Items: z.array(item).optional(),
  Attributes: item.optional(),
  LastEvaluatedKey: item.optional(),
  Responses: z.record(z.string(), z.array(item)).optional(),
  UnprocessedKeys: z.record(z.string(), z.object({ Keys: z.array(item) })).optional(),
  UnprocessedItems: z.record(z.string(), z.array(z.custom<WireWrite>(isObject))).optional(),
});

export type TableAnswer = z.output<typeof tableAnswerSchema>;

/** Sends requests to DynamoDB. */
export interface TableClient {
  /**
   * @param input in the words of the API, with items as DynamoDB writes them.
   * @throws TableError when DynamoDB refuses it, and errors of the network, after all tries.
   */
  request(operation: TableOperation, input: object): Promise<TableAnswer>;
}

/** DynamoDB refused a request. The name is that of its exception. */
export class TableError extends Error {
  constructor(name: string, message: string) {
    super(message);
    this.name = name;
  }
}

/** Where the table is, and as whom it is called. Credentials are read for each try, the others once. */
export interface TableAccess {
  endpoint: () => Promise<URL>;
  region: () => Promise<string>;
  credentials: () => Promise<AwsCredentials>;
  /** How often a request is sent at most. */
  tries: () => Promise<number>;
}
