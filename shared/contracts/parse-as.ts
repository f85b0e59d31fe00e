import * as z from 'zod';
import { isFaultOfItem } from '../domain/lib/errors.ts';

/**
 * Reads a value by a schema. Whatever the value is, the result is a success or a failure of validation: zod compares
 * a `length` that any object has, and throws a TypeError where that cannot become a number; values nested too deep
 * for the stack throw a RangeError.
 */
export function tryParse<S extends z.ZodType>(
  schema: S,
  value: unknown,
): { success: true; data: z.output<S> } | { success: false; data?: undefined; error: z.ZodError } {
  try {
    return schema.safeParse(value);
  } catch (error) {
    if (!isFaultOfItem(error)) throw error;
    const message = `A value has a wrong type: ${error.message}`;
    return {
      success: false,
      error: new z.ZodRealError([{ code: 'custom', path: [], message, input: undefined }]),
    };
  }
}

/** As {@link tryParse}. @throws z.ZodError, and nothing else, for a value that does not fit. */
export function parseAs<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const read = tryParse(schema, value);
  if (!read.success) throw read.error;
  return read.data;
}

/** Parses JSON; undefined if the text is not valid JSON. Check the result with a schema. */
export function parseJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}
