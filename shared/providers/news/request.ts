import * as z from 'zod';
import { RefusedError } from '../../domain/lib/errors.ts';
import {
  isRequiredOn,
  type NewsParameter,
  type NewsPath,
  newsRequestBreaches,
  parameterNamesOf,
  parameterOf,
} from '../../domain/services/news-rules.ts';
import { type Instant, parseWireTime, wireTimeOf } from '../../domain/time/instant.ts';
import type { CallOptions, HttpClient, RetryPolicy } from '../http/http-client.ts';
import type { Reader } from '../http/reader.ts';

type CheckedValue = string | number | boolean | readonly string[];

/** A checked request. Lists are arrays. */
type CheckedRequest = Readonly<Record<string, CheckedValue>>;

/** The settings of all operations of the news client. */
export interface NewsCalls {
  http: HttpClient;
  now: () => Instant;
}

/** One kind of request: its path, when it is repeated, and how its answer is read. */
export interface Question<T> {
  path: NewsPath;
  policy: RetryPolicy;
  read: Reader<T>;
}

/**
 * An operation of the news client: it checks its request, sends it and reads the answer. Throws a RefusedError for a
 * request that is not valid, else any UpstreamError.
 */
export function operation<T>({ http, now }: NewsCalls, { path, policy, read }: Question<T>) {
  // A POST can contain a query of any length.
  const endpoint = { method: 'POST', path: `/${path}`, policy } as const;
  return async (request: object, options?: CallOptions): Promise<T> => {
    const json = wireRequest(checkRequest(path, request), { path, now: now() });
    return http.call({ endpoint, json, read }, options);
  };
}

/** Always sent, because the service's default has changed before (news service, differences). */
const CLUSTERING_THRESHOLD = 0.7;

/**
 * A checked request as it is sent: dates in UTC without a zone, some lists as one text with commas, and
 * values for two unreliable defaults of the service: the end of the period and the threshold of clusters.
 */
function wireRequest(
  request: CheckedRequest,
  { path, now }: { path: NewsPath; now: Instant },
): CheckedRequest {
  const values = Object.entries(request).map(([name, value]) => [name, wireValue(name, value)]);
  const endless = parameterOf('to_')?.paths.includes(path) && request['to_'] === undefined;
  return {
    ...Object.fromEntries(values),
    ...(endless && { to_: wireTimeOf(now) }),
    ...(request['clustering_enabled'] === true && {
      clustering_threshold: request['clustering_threshold'] ?? CLUSTERING_THRESHOLD,
    }),
  };
}

function wireValue(name: string, value: CheckedRequest[string]): CheckedRequest[string] {
  const row = parameterOf(name);
  if (isList(value)) return row?.comma ? value.join(',') : value;
  return row?.type === 'date' && typeof value === 'string' ? wireDate(value) : value;
}

/** Dates without zone and fraction, which the service may not read. Days and phrases are unchanged. */
function wireDate(text: string): string {
  const at = /\d:\d/.test(text) ? parseWireTime(text) : undefined;
  return at === undefined ? text : wireTimeOf(at);
}

function isList(value: CheckedRequest[string]): value is readonly string[] {
  return Array.isArray(value);
}

/**
 * Checks a request before it is sent. It refuses unknown names, invalid values and broken rules, so that the error
 * can name what was expected. Undefined parameters and null count as left out; `custom_tags` may be an object by
 * taxonomy.
 * @throws RefusedError with refusal `request`
 */
function checkRequest(path: NewsPath, request: object): CheckedRequest {
  const checked: Record<string, CheckedValue> = {};
  const problems: string[] = [];
  const given = Object.entries(request)
    .flatMap(flattened)
    .filter(([, value]) => value !== undefined && value !== null);
  for (const [name, value] of given) {
    const result = schemaOf(path, name)?.safeParse(value);
    if (!result) problems.push(`${name} is not one of its parameters`);
    else if (result.success) checked[name] = result.data;
    else problems.push(`${name}: ${result.error.issues.map((issue) => issue.message).join(', ')}`);
  }
  const names = given.map(([name]) => name);
  const missing = parameterNamesOf(path).filter((name) => isRequiredOn(path, name) && !names.includes(name));
  problems.push(...missing.map((name) => `${name} is required`));
  problems.push(...newsRequestBreaches(path, checked).map((breach) => breach.message));
  if (problems.length > 0) throw refusal(path, problems);
  return checked;
}

const byTaxonomy = z.record(z.string(), z.unknown());

/** `custom_tags: {industry: [A]}` as the service takes it: `custom_tags.industry: [A]`. */
function flattened([name, value]: [string, unknown]): [string, unknown][] {
  const tags = name === 'custom_tags' ? byTaxonomy.safeParse(value) : undefined;
  if (!tags?.success) return [[name, value]];
  return Object.entries(tags.data).map(([taxonomy, list]) => [`${name}.${taxonomy}`, list]);
}

const schemas = new Map<NewsParameter, z.ZodType<CheckedValue>>();

/** The schema of a parameter if the path has it. Created on first use. */
function schemaOf(path: NewsPath, name: string): z.ZodType<CheckedValue> | undefined {
  const row = parameterOf(name);
  if (!row?.paths.includes(path)) return undefined;
  const schema = schemas.get(row) ?? requestParameterSchema(row);
  schemas.set(row, schema);
  return schema;
}

function refusal(path: NewsPath, problems: readonly string[]): RefusedError {
  const text = `The request to /${path} is not valid and was not sent: ${problems.join('; ')}`;
  return new RefusedError(`${text.replace(/\.$/, '')}.`, {
    service: 'news',
    operation: `/${path}`,
    refusal: 'request',
  });
}

/** The schema of one parameter of a request, from its row in the table. Lists are read as arrays. */
function requestParameterSchema(row: NewsParameter): z.ZodType<CheckedValue> {
  switch (row.type) {
    case 'boolean':
      return z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')]);
    case 'integer':
      return numberSchema(z.int(), row);
    case 'number':
      return numberSchema(z.number(), row);
    case 'list':
      return listSchema(row);
    case 'enum':
    case 'text':
    case 'date':
    case 'query':
    case 'entities':
      return entrySchema(row);
    default:
      return row.type satisfies never;
  }
}

function numberSchema(schema: z.ZodNumber, { min, max, above }: NewsParameter): z.ZodNumber {
  let bounded = schema;
  if (min !== undefined) bounded = bounded.min(min);
  if (max !== undefined) bounded = bounded.max(max);
  return above === undefined ? bounded : bounded.gt(above);
}

/** A text, or one entry of a list. */
function entrySchema({ values, open, pattern, example }: NewsParameter): z.ZodType<string, string> {
  if (values && !open) return z.enum(values);
  const text = z.string().trim().min(1, 'must not be empty');
  return pattern ? text.regex(pattern, `must look like ${example}`) : text;
}

function listSchema(row: NewsParameter): z.ZodType<string[]> {
  const entries = z.array(entrySchema(row)).min(1, 'must name at least one value');
  const bounded = row.most === undefined ? entries : entries.max(row.most);
  return z
    .union([z.string(), z.array(z.string())])
    .transform(entriesOf)
    .pipe(bounded);
}

function entriesOf(value: string | string[]): string[] {
  const entries = typeof value === 'string' ? value.split(',') : value;
  return entries.map((entry) => entry.trim()).filter((entry) => entry !== '');
}
