import { DynamoDBServiceException } from '@aws-sdk/client-dynamodb';
import { marshall, type marshallOptions } from '@aws-sdk/util-dynamodb';
import { UnstorableError } from '../../../domain/lib/errors.ts';

/** The errors with which DynamoDB refuses a request for its content (DynamoDB, error handling). */
const ABOUT_CONTENT = ['ValidationException', 'SerializationException'];

/**
 * Values in the form of DynamoDB.
 *
 * @throws UnstorableError for a value that has none, such as a number beyond those that JavaScript knows exactly.
 */
export function marshalled(values: Readonly<Record<string, unknown>>, options?: marshallOptions) {
  try {
    return marshall(values, options);
  } catch (error) {
    throw new UnstorableError(textOf(error), { cause: error });
  }
}

/**
 * The answer to a write.
 *
 * @throws UnstorableError when DynamoDB refuses the content, such as an item of more than 400 KB. Other errors as they are.
 */
export async function orUnstorable<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (error instanceof DynamoDBServiceException && ABOUT_CONTENT.includes(error.name))
      throw new UnstorableError(textOf(error), { cause: error });
    throw error;
  }
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
