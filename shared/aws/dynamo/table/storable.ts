import { UnstorableError } from '../../../domain/lib/errors.ts';
import { type TableAnswer, TableError } from './table-client.ts';
import { toWire, type WireItem } from './wire-values.ts';

/** The errors with which DynamoDB refuses a request for its content (DynamoDB, error handling). */
const ABOUT_CONTENT = ['ValidationException', 'SerializationException'];

/**
 * Values in the form of DynamoDB.
 *
 * @throws UnstorableError for a value that has none, such as a number beyond those that JavaScript knows exactly.
 */
export function marshalled(values: Readonly<Record<string, unknown>>): WireItem {
  try {
    return toWire(values);
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
    if (error instanceof TableError && ABOUT_CONTENT.includes(error.name))
      throw new UnstorableError(textOf(error), { cause: error });
    throw error;
  }
}

/** True when a conditional write succeeded, false when its condition failed. */
export async function succeeds(write: Promise<TableAnswer>): Promise<boolean> {
  return (await undefinedIfFailed(write)) !== undefined;
}

/** The answer to a conditional write; undefined when its condition failed. */
export async function undefinedIfFailed(write: Promise<TableAnswer>): Promise<TableAnswer | undefined> {
  try {
    return await orUnstorable(write);
  } catch (error) {
    if (error instanceof TableError && error.name === 'ConditionalCheckFailedException') return undefined;
    throw error;
  }
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
