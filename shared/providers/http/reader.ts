import type * as z from 'zod';
import { parseAnswerJson } from './parse-json.ts';

/** A usable answer of a service, not looked into yet. */
export interface HttpAnswer {
  status: number;
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>;
  text: string;
}

/**
 * What an answer holds: a value; a problem with its shape; a body that breaks off; or an error that the service sent
 * under a status of success, with the status it should have had where the body names one.
 */
export type Reading<T> =
  | { value: T }
  | { problem: string }
  | { cut: true }
  | { failure: { status: number | undefined } };

export type Reader<T> = (answer: HttpAnswer) => Reading<T>;

/** Reads a JSON answer through a schema. `failureIn` finds an error that hides behind a status of success. */
export function jsonReader<T>(
  schema: z.ZodType<T>,
  failureIn?: (body: unknown) => { status: number | undefined } | undefined,
): Reader<T> {
  return ({ text }) => {
    const json = parseAnswerJson(text);
    if ('complete' in json) return json.complete ? { problem: 'the body is not JSON' } : { cut: true };
    const failure = failureIn?.(json.value);
    if (failure) return { failure };
    const result = schema.safeParse(json.value);
    return result.success ? { value: result.data } : { problem: problemOf(result.error) };
  };
}

/** As {@link jsonReader}; an answer without a body, as some services give to a deletion, is undefined. */
export function optionalJsonReader<T>(schema: z.ZodType<T>): Reader<T | undefined> {
  const read = jsonReader(schema);
  return (answer) => (answer.text.trim() === '' ? { value: undefined } : read(answer));
}

/** Gives back the text as it came: CSV. */
export const readText: Reader<string> = ({ text }) => ({ value: text });

/** Takes any answer of success: deletions. */
export const readNothing: Reader<void> = () => ({ value: undefined });

/** The first places where an answer is not what the contract says. Values are left out: they are news text. */
function problemOf(error: z.ZodError): string {
  return error.issues
    .slice(0, 3)
    .map((issue) => `${issue.path.join('.') || 'the body'}: ${issue.message}`)
    .join('; ');
}
