import type { NewsParameter } from '../../../../../shared/domain/services/news-parameters.ts';
import type { Instant } from '../../../../../shared/domain/time/instant.ts';
import { RequestRefused } from '../../kit/http/refusal.ts';
import type { ParameterValue } from './parameters.ts';
import { readDate } from './read-date.ts';

/** One parameter as it was sent. In a query string every value is text. */
export interface SentValue {
  name: string;
  parameter: NewsParameter;
  value: unknown;
  fromQuery: boolean;
  /** True: a boolean in a body is no text. */
  strict: boolean;
  now: Instant;
}

/**
 * Reads a value by the table of parameters.
 *
 * @throws RequestRefused 499 for a wrong type, 422 for a value that is not allowed (news service, errors).
 */
export function readValue(sent: SentValue): ParameterValue {
  switch (sent.parameter.type) {
    case 'text':
    case 'entities':
    case 'query':
      return { type: 'text', text: checkedText(sent) };
    case 'enum':
      return { type: 'text', text: knownValue(sent, textOf(sent)) };
    case 'list':
      return { type: 'list', list: checkedList(sent) };
    case 'boolean':
      return { type: 'flag', flag: flagOf(sent) };
    case 'integer':
    case 'number':
      return { type: 'number', number: checkedNumber(sent) };
    case 'date':
      return { type: 'time', at: timeOf(sent) };
  }
}

function refuse({ name }: SentValue, message: string): never {
  throw new RequestRefused(422, `Invalid value of the parameter '${name}': ${message}`);
}

function wrongType({ name, value }: SentValue, expected: string): never {
  const got = value === null ? 'null' : Array.isArray(value) ? 'an array' : `a ${typeof value}`;
  throw new RequestRefused(499, `The parameter '${name}' has a wrong type: expected ${expected}, got ${got}`);
}

function textOf(sent: SentValue): string {
  return typeof sent.value === 'string' ? sent.value : wrongType(sent, 'a string');
}

function checkedText(sent: SentValue): string {
  const text = textOf(sent);
  if (text.trim() === '') refuse(sent, 'it must not be empty');
  checkForm(sent, text);
  return text;
}

function checkForm(sent: SentValue, text: string): void {
  const { pattern, example } = sent.parameter;
  if (pattern && !pattern.test(text)) refuse(sent, `'${text}' is not of the form '${example ?? ''}'`);
}

function knownValue(sent: SentValue, text: string): string {
  const { values, open } = sent.parameter;
  if (values && !open && !values.includes(text)) refuse(sent, `'${text}' is none of ${values.join(', ')}`);
  return text;
}

/** An array, or one string with commas; empty entries are left out. */
function checkedList(sent: SentValue): string[] {
  const { parameter } = sent;
  const list = entriesOf(sent)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  if (list.length === 0) refuse(sent, 'it must hold at least one value');
  if (parameter.most !== undefined && list.length > parameter.most) {
    refuse(sent, `it takes at most ${parameter.most} values, got ${list.length}`);
  }
  for (const entry of list) {
    checkForm(sent, entry);
    knownValue(sent, entry);
  }
  return [...new Set(list)];
}

function entriesOf(sent: SentValue): string[] {
  const { value } = sent;
  if (typeof value === 'string') return value.split(',');
  if (!Array.isArray(value)) return wrongType(sent, 'an array of strings or a string with commas');
  return value.flatMap((entry: unknown) => {
    if (typeof entry !== 'string') return wrongType({ ...sent, value: entry }, 'strings in the array');
    // The comma form is accepted inside of an array too where no value of the list can hold a comma.
    return sent.parameter.comma ? entry.split(',') : [entry];
  });
}

function flagOf(sent: SentValue): boolean {
  const { value, fromQuery, strict } = sent;
  if (typeof value === 'boolean') return value;
  const isText = typeof value === 'string' && (fromQuery || !strict);
  const text = isText ? value.trim().toLowerCase() : undefined;
  if (text === 'true' || text === 'false') return text === 'true';
  return wrongType(sent, 'true or false');
}

function checkedNumber(sent: SentValue): number {
  const { min = -Infinity, max = Infinity, above = -Infinity, type } = sent.parameter;
  const number = numberOf(sent);
  if (type === 'integer' && !Number.isSafeInteger(number)) wrongType(sent, 'a whole number');
  if (number < min || number > max || number <= above) {
    const lower = above > -Infinity ? `above ${above}` : `at least ${min}`;
    refuse(
      sent,
      `${number} is out of range, expected ${max < Infinity ? `${lower}, at most ${max}` : lower}`,
    );
  }
  return number;
}

function numberOf(sent: SentValue): number {
  const { value, fromQuery } = sent;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (fromQuery && typeof value === 'string' && /^[+-]?\d+(?:\.\d+)?$/.test(value.trim()))
    return Number(value);
  return wrongType(sent, 'a number');
}

function timeOf(sent: SentValue): Instant {
  const text = textOf(sent);
  const at = readDate(text, sent.now);
  return (
    at ??
    refuse(sent, `'${text}' is no date; write 2026-11-21T08:00:00, 2026-11-21, '7 day ago', '24h' or 'now'`)
  );
}
