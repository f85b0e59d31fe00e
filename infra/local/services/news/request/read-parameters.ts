import {
  isRequiredOn,
  type NewsPath,
  parameterNamesOf,
  parameterOf,
} from '../../../../../shared/domain/services/news-parameters.ts';
import type { Instant } from '../../../../../shared/domain/time/instant.ts';
import type { QueryNode } from '../../../../../shared/domain/query/ast.ts';
import { parseQuery } from '../../../../../shared/domain/query/parse.ts';
import { RequestRefused } from '../../kit/http/refusal.ts';
import type { Parameters, ParameterValue } from './parameters.ts';
import { readValue } from './read-value.ts';
import type { SentParameters } from './sent-parameters.ts';

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
    query: q?.type === 'text' ? queryOf(q.text) : undefined,
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

function queryOf(q: string): QueryNode {
  const parsed = parseQuery(q);
  if (parsed.ok) return parsed.query;
  const messages = parsed.faults.slice(0, 5).map(({ at, message }) => `at character ${at + 1}: ${message}`);
  throw new RequestRefused(422, `The parameter 'q' cannot be read, ${messages.join(' ')}`);
}
