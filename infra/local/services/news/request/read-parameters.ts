import * as z from 'zod';
import type { QueryNode } from '../../../../../shared/domain/query/ast.ts';
import { parseQuery } from '../../../../../shared/domain/query/parse.ts';
import {
  isRequiredOn,
  type NewsParameter,
  type NewsParameterName,
  type NewsPath,
  parameterNamesOf,
  parameterOf,
} from '../../../../../shared/domain/services/news-rules.ts';
import type { Instant } from '../../../../../shared/domain/time/instant.ts';
import { type Call, queryOf, readJson } from '../../kit/http/local-service.ts';
import { RequestRefused } from '../../kit/http/refusal.ts';
import { readDate } from '../../../../../shared/domain/time/spoken-time.ts';

/** Dates are instants. */
export type ParameterValue = string | readonly string[] | boolean | number;

/** The parameters of one request, read and in range; those with a default have it where nothing was sent. */
export type Parameters = ReturnType<typeof viewOf>;

/** What is the same for all parameters of a request. */
interface Reading {
  /** True: from a query string, where every value is text. */
  fromQuery: boolean;
  /** True: a boolean in a body is no text. */
  strict: boolean;
  now: Instant;
}

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
    values.set(name, readValue(name, parameter, value, { fromQuery: sent.fromQuery, strict, now }));
  }
  const missing = parameterNamesOf(path).find((name) => isRequiredOn(path, name) && !values.has(name));
  if (missing !== undefined) throw new RequestRefused(499, `The parameter '${missing}' is required`);
  return viewOf(values, { path, now, sent: given });
}

function defaultsOf(path: NewsPath, now: Instant): Map<string, ParameterValue> {
  const values = new Map<string, ParameterValue>();
  for (const name of parameterNamesOf(path)) {
    const parameter = parameterOf(name);
    if (parameter?.default === undefined) continue;
    // Articles are looked up by their address over a month, everything else over a week (news service, parameters).
    const value = path === 'search_by_link' && name === 'from_' ? '1 month ago' : parameter.default;
    values.set(name, readValue(name, parameter, value, { fromQuery: false, strict: true, now }));
  }
  return values;
}

function unknownName(name: string, path: NewsPath): string {
  const known = parameterNamesOf(path).join(', ');
  return `The path /${path} has no parameter '${name.slice(0, 100)}'. It takes: ${known}`;
}

function viewOf(
  values: ReadonlyMap<string, ParameterValue>,
  { path, now, sent }: { path: NewsPath; now: Instant; sent: ReadonlySet<string> },
) {
  const text = (name: NewsParameterName) => z.string().safeParse(values.get(name)).data;
  const q = text('q');
  return {
    path,
    /** The time of the request, from which phrases such as `7 day ago` are counted. */
    now,
    /** What was sent, and what holds by default, by name. */
    values,
    /** The names of what the caller sent. */
    sent,
    text,
    list: (name: NewsParameterName) => z.array(z.string()).safeParse(values.get(name)).data ?? [],
    flag: (name: NewsParameterName) => values.get(name) === true,
    /** A number, or a date as an instant. */
    number: (name: NewsParameterName) => z.number().safeParse(values.get(name)).data,
    /** `q` as a tree; undefined on paths without it. */
    query: q === undefined ? undefined : parsedQuery(q),
  };
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

/**
 * Reads a value by the table of parameters.
 *
 * @throws RequestRefused 499 for a wrong type, 422 for a value that is not allowed (news service, errors).
 */
function readValue(name: string, parameter: NewsParameter, value: unknown, reading: Reading): ParameterValue {
  const read = schemaOf(parameter, reading.now).safeParse(prepared(parameter, value, reading));
  if (read.success) return read.data;
  const { code, message } = read.error.issues[0] ?? { code: '', message: '' };
  if (code === 'invalid_type')
    throw new RequestRefused(499, `The parameter '${name}' has a wrong type. ${message}`);
  throw new RequestRefused(422, `Invalid value of the parameter '${name}'. ${message}`);
}

const FLAGS: ReadonlyMap<unknown, boolean> = new Map([
  ['true', true],
  ['false', false],
]);

/** A value as a JSON body would hold it: of a query string every value is text, and lists may be one text. */
function prepared({ type, comma }: NewsParameter, value: unknown, { fromQuery, strict }: Reading): unknown {
  const text = typeof value === 'string' ? value.trim() : undefined;
  if (type === 'list') {
    const list: unknown = text === undefined ? value : text.split(',');
    return Array.isArray(list) ? list.flatMap((entry: unknown) => entriesIn(entry, comma === true)) : list;
  }
  if (text === undefined) return value;
  if (type === 'boolean' && (fromQuery || !strict)) return FLAGS.get(text.toLowerCase()) ?? value;
  const isNumber = (type === 'integer' || type === 'number') && /^[+-]?\d+(?:\.\d+)?$/.test(text);
  return isNumber && fromQuery ? Number(text) : value;
}

/** The comma form is accepted inside of an array too where no value of the list can hold a comma. */
function entriesIn(entry: unknown, comma: boolean): unknown[] {
  if (typeof entry !== 'string') return [entry];
  return (comma ? entry.split(',') : [entry]).map((text) => text.trim()).filter((text) => text !== '');
}

function schemaOf(parameter: NewsParameter, now: Instant): z.ZodType<ParameterValue> {
  const { type, min = -Infinity, max = Infinity, above = -Infinity, most = Infinity } = parameter;
  switch (type) {
    case 'text':
    case 'entities':
    case 'query':
    case 'enum':
      return textSchema(parameter);
    case 'list':
      return z
        .array(textSchema(parameter))
        .min(1, 'It must hold at least one value')
        .max(most, `It takes at most ${most} values`)
        .transform((list) => [...new Set(list)]);
    case 'boolean':
      return z.boolean();
    case 'integer':
      return z.int().min(min).max(max);
    case 'number':
      return z.number().min(min).max(max).gt(above);
    case 'date':
      return z
        .string()
        .transform((text) => readDate(text, now))
        .refine((at) => at !== undefined, DATES);
  }
}

const DATES = "It is no date; write 2026-11-21T08:00:00, 2026-11-21, '7 day ago', '24h' or 'now'";

function textSchema({ values, open, pattern, example }: NewsParameter): z.ZodType<string> {
  if (values && !open) return z.enum(values);
  const text = z.string().regex(/\S/, 'It must not be empty');
  return pattern ? text.regex(pattern, `It is not of the form '${example ?? ''}'`) : text;
}
