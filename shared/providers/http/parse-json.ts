/** A number outside a string that JavaScript cannot represent exactly: ids of 16 and more digits occur. */
const LONG_NUMBER = /[[:,]\s*-?\d{16,}\s*[\],}]/;

/** `complete: false`: the text ends early, so the body was cut. */
export type ParsedJson = { value: unknown } | { value?: never; complete: boolean };

/**
 * Parses JSON without losing digits: a whole number that JavaScript cannot represent exactly becomes a text with
 * its digits (contract, rules for schemas: identifiers). Only such texts are parsed in the slower way.
 */
export function parseAnswerJson(text: string): ParsedJson {
  try {
    return { value: LONG_NUMBER.test(text) ? JSON.parse(text, keepDigits) : JSON.parse(text) };
  } catch {
    return { complete: isComplete(text) };
  }
}

function keepDigits(_key: string, value: unknown, context?: { source: string }): unknown {
  const inexact = typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value);
  return inexact && /^-?\d+$/.test(context?.source ?? '') ? context?.source : value;
}

/** Whether a text that opens an object or array also closes one. A text that opens none is not cut. */
function isComplete(text: string): boolean {
  const body = text.trim();
  const closing = { '{': '}', '[': ']' }[body.slice(0, 1)];
  return closing === undefined || body.endsWith(closing);
}
