import type * as z from 'zod';
import { isFaultOfItem } from '../../domain/lib/errors.ts';
import { parseAnswerJson } from './parse-json.ts';

/** An answer of a service before it is read. */
export interface ServiceAnswer {
  status: number;
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>;
  text: string;
}

/**
 * The content of an answer: a value; a problem with its shape; an incomplete body; or an error that the service sent
 * with a successful status, with the error status if the body contains one.
 */
type Reading<T> =
  | { value: T }
  | { problem: string }
  | { cut: true }
  | { failure: { status: number | undefined } };

export type Reader<T> = (answer: ServiceAnswer) => Reading<T>;

/** Reads a JSON answer by a schema. `failureIn` finds an error in an answer with a successful status. */
export function jsonReader<T>(
  schema: z.ZodType<T>,
  failureIn?: (body: unknown) => { status: number | undefined } | undefined,
): Reader<T> {
  return ({ text }) => {
    const json = parseAnswerJson(text);
    if ('complete' in json) return json.complete ? { problem: 'the body is not JSON' } : { cut: true };
    const failure = failureIn?.(json.value);
    if (failure) return { failure };
    return readValue(schema, json.value);
  };
}

/**
 * Whatever the value is, a schema reads or refuses it: zod throws at an object with a `length` in place of a text or
 * a list.
 */
function readValue<T>(schema: z.ZodType<T>, value: unknown): Reading<T> {
  try {
    const result = schema.safeParse(value);
    return result.success ? { value: result.data } : { problem: problemOf(result.error) };
  } catch (error) {
    if (!isFaultOfItem(error)) throw error;
    return { problem: `a value has a wrong type: ${error.message}` };
  }
}

/** As {@link jsonReader}. Undefined for an empty body, which some deletions have. */
export function optionalJsonReader<T>(schema: z.ZodType<T>): Reader<T | undefined> {
  const read = jsonReader(schema);
  return (answer) => (answer.text.trim() === '' ? { value: undefined } : read(answer));
}

/** Accepts any successful answer: deletions. */
export const readNothing: Reader<void> = () => ({ value: undefined });

/** The first places where an answer differs from the contract, without their values, which are news texts. */
function problemOf(error: z.ZodError): string {
  return error.issues
    .slice(0, 3)
    .map((issue) => `${issue.path.join('.') || 'the body'}: ${issue.message}`)
    .join('; ');
}
