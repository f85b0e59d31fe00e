/** A number outside a string that JavaScript cannot represent exactly: ids of 16 and more digits occur. */
const LONG_NUMBER = /[[:,]\s*-?\d{16,}\s*[\],}]/;

/** `complete: false`: the text ends early, so the body was cut. */
type ParsedJson = { value: unknown } | { value?: never; complete: boolean };

/** The beginning of a string, or a number. */
const TOKEN = /"|-?\d[\d.eE+-]*/g;
/** A whole number of so many digits that it may be inexact. */
const LONG_WHOLE = /^-?[1-9]\d{15,}$/;

/**
 * Parses JSON without losing digits: a whole number that JavaScript cannot represent exactly becomes a text with its
 * digits (contract, rules for schemas: identifiers). Only such texts are parsed in the slower way. JSON of any depth
 * is parsed: a reviver of `JSON.parse` would fail some thousand levels down.
 */
export function parseAnswerJson(text: string): ParsedJson {
  try {
    return { value: JSON.parse(LONG_NUMBER.test(text) ? withQuotedNumbers(text) : text) };
  } catch {
    return { complete: isComplete(text) };
  }
}

/** JSON in which inexact whole numbers are strings. */
function withQuotedNumbers(text: string): string {
  const parts: string[] = [];
  let from = 0;
  TOKEN.lastIndex = 0;
  for (let found = TOKEN.exec(text); found; found = TOKEN.exec(text)) {
    const [token] = found;
    if (token === '"') TOKEN.lastIndex = endOfString(text, found.index + 1);
    else if (LONG_WHOLE.test(token) && !Number.isSafeInteger(Number(token))) {
      parts.push(text.slice(from, found.index), '"', token, '"');
      from = TOKEN.lastIndex;
    }
  }
  return parts.join('') + text.slice(from);
}

/** The position after the quote that ends a string: one with an even number of backslashes before it. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start); at >= 0; at = text.indexOf('"', at + 1)) {
    let before = at;
    while (text[before - 1] === '\\') before -= 1;
    if ((at - before) % 2 === 0) return at + 1;
  }
  return text.length;
}

/** Whether a text that opens an object or array also closes one. A text that opens none is not cut. */
function isComplete(text: string): boolean {
  const body = text.trim();
  const closing = { '{': '}', '[': ']' }[body.slice(0, 1)];
  return closing === undefined || body.endsWith(closing);
}
