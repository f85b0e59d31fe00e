import * as z from 'zod';
import { RefusedError } from '../../domain/lib/errors.ts';
import {
  isRequiredOn,
  parameterNamesOf,
  parameterOf,
  type NewsParameter,
  type NewsPath,
} from '../../domain/services/news-parameters.ts';
import { newsRequestBreaches } from '../../domain/services/news-rules.ts';
import { requestParameterSchema } from './parameter-schema.ts';
import type { CheckedRequest, CheckedValue, NewsRequest } from './request.ts';

/**
 * Checks a request before it is sent. It refuses unknown names, invalid values and broken rules, so that the error
 * can name what was expected. Undefined parameters and null count as left out; `custom_tags` may be an object by taxonomy.
 * @throws RefusedError with refusal `request`
 */
export function checkRequest(path: NewsPath, request: object): CheckedRequest {
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

/**
 * Checks parameters of unknown type, such as the query of a watch, and returns them as a request of the path.
 * @throws RefusedError with refusal `request`
 */
export function newsRequest<P extends NewsPath>(path: P, given: object): NewsRequest<P> {
  return z.custom<NewsRequest<P>>().parse(checkRequest(path, given));
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
