import * as z from 'zod';
import type { QueryNode } from '../../../../../shared/domain/query/ast.ts';
import { parseQuery } from '../../../../../shared/domain/query/parse.ts';
import {
  isRequiredOn,
  type NewsParameter,
  type NewsPath,
  parameterNamesOf,
  parameterOf,
} from '../../../../../shared/domain/services/news-rules.ts';
import type { Instant } from '../../../../../shared/domain/time/instant.ts';
import { type Call, queryOf, readJson } from '../../kit/http/local-service.ts';
import { RequestRefused } from '../../kit/http/refusal.ts';
import { type Parameters, type ParameterValue, readDate } from './parameters.ts';

const TAXONOMY = /^custom_tags\.(.+)$/s;

/**
 * Reads the parameters of a request by the table of parameters and fills in the defaults.
 *
 * @throws RequestRefused 403 for a name that the path does not take, 499 for a missing parameter or a wrong type, 422
 * for a value that is not allowed (news service, errors).
 */
export function readParameters(
  sent: SentParameters,
  { path, now, strict }: { path: NewsPath; now: Instant; strict: boolean },
): Parameters {
  const values = defaultsOf(path, now);
  const given = new Set<string>();
  for (const [name, value] of sent.values) {
    const parameter = parameterOf(name);
    if (!parameter?.paths.includes(path)) throw new RequestRefused(403, unknownName(name, path));
    if (value === null) continue;
    given.add(name);
    values.set(name, readValue({ name, parameter, value, fromQuery: sent.fromQuery, strict, now }));
  }
  const missing = parameterNamesOf(path).find((name) => isRequiredOn(path, name) && !values.has(name));
  if (missing !== undefined) throw new RequestRefused(499, `The parameter '${missing}' is required`);
  return viewOf(values, { path, now, given });
}

function defaultsOf(path: NewsPath, now: Instant): Map<string, ParameterValue> {
  const values = new Map<string, ParameterValue>();
  for (const name of parameterNamesOf(path)) {
    const parameter = parameterOf(name);
    if (parameter?.default === undefined) continue;
    // Articles are looked up by their address over a month, everything else over a week (news service, parameters).
    const value = path === 'search_by_link' && name === 'from_' ? '1 month ago' : parameter.default;
    values.set(name, readValue({ name, parameter, value, fromQuery: false, strict: true, now }));
  }
  return values;
}

function unknownName(name: string, path: NewsPath): string {
  const known = parameterNamesOf(path).join(', ');
  return `The path /${path} has no parameter '${name.slice(0, 100)}'. It takes: ${known}`;
}

function viewOf(
  values: ReadonlyMap<string, ParameterValue>,
  { path, now, given }: { path: NewsPath; now: Instant; given: ReadonlySet<string> },
): Parameters {
  const q = values.get('q');
  return {
    path,
    now,
    values,
    isSent: (name) => given.has(name),
    text: (name) => read(values.get(name), 'text')?.text,
    list: (name) => read(values.get(name), 'list')?.list ?? [],
    flag: (name) => read(values.get(name), 'flag')?.flag,
    number: (name) => read(values.get(name), 'number')?.number,
    time: (name) => read(values.get(name), 'time')?.at,
    customTags: customTagsOf(values),
    query: q?.type === 'text' ? parsedQuery(q.text) : undefined,
  };
}

function read<Type extends ParameterValue['type']>(
  value: ParameterValue | undefined,
  type: Type,
): Extract<ParameterValue, { type: Type }> | undefined {
  return isOf(value, type) ? value : undefined;
}

function isOf<Type extends ParameterValue['type']>(
  value: ParameterValue | undefined,
  type: Type,
): value is Extract<ParameterValue, { type: Type }> {
  return value?.type === type;
}

function customTagsOf(values: ReadonlyMap<string, ParameterValue>): Map<string, readonly string[]> {
  const tags = new Map<string, readonly string[]>();
  for (const [name, value] of values) {
    const taxonomy = TAXONOMY.exec(name)?.[1];
    if (taxonomy !== undefined && value.type === 'list') tags.set(taxonomy, value.list);
  }
  return tags;
}

function parsedQuery(q: string): QueryNode {
  const parsed = parseQuery(q);
  if (parsed.ok) return parsed.query;
  const messages = parsed.faults.slice(0, 5).map(({ at, message }) => `at character ${at + 1}: ${message}`);
  throw new RequestRefused(422, `The parameter 'q' cannot be read, ${messages.join(' ')}`);
}

/** The parameters of a request as they came. */
interface SentParameters {
  values: ReadonlyMap<string, unknown>;
  /** True: from a query string, where every value is text. */
  fromQuery: boolean;
}

const object = z.record(z.string(), z.unknown());

/**
 * The parameters of GET are in the query string, those of POST in a JSON body (news service, transport). A name that
 * is repeated in a query string is one list.
 *
 * @throws RequestRefused 400 for broken JSON, 422 for a body that is not declared as JSON, 499 for one that is no
 *   object.
 */
export async function sentParameters(call: Call): Promise<SentParameters> {
  return call.req.method === 'GET' ? fromQuery(queryOf(call)) : fromBody(call);
}

function fromQuery(query: URLSearchParams): SentParameters {
  const names = [...new Set(query.keys())];
  return { values: new Map(names.map((name) => [name, query.getAll(name).join(',')])), fromQuery: true };
}

/** `custom_tags: {industry: [A]}` is `custom_tags.industry: [A]`. */
function flattened([name, value]: [string, unknown]): [string, unknown][] {
  const tags = name === 'custom_tags' ? object.safeParse(value) : undefined;
  if (!tags?.success) return [[name, value]];
  return Object.entries(tags.data).map(([taxonomy, list]) => [`${name}.${taxonomy}`, list]);
}

async function fromBody(call: Call): Promise<SentParameters> {
  const bytes = await call.get('body')();
  const type = call.req.header('content-type') ?? '';
  if (bytes.length > 0 && !/^application\/(?:[\w.-]+\+)?json\b/i.test(type)) {
    throw new RequestRefused(422, 'The body must be sent with the header Content-Type: application/json');
  }
  const read = object.safeParse(await readJson(call));
  if (!read.success) throw new RequestRefused(499, 'The body must be a JSON object of parameters');
  return { values: new Map(Object.entries(read.data).flatMap(flattened)), fromQuery: false };
}

/** One parameter as it was sent. In a query string every value is text. */
interface SentValue {
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
function readValue(sent: SentValue): ParameterValue {
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
