import * as z from 'zod';
import type { Call } from '../../kit/http/local-service.ts';
import { queryOf, readJson } from '../../kit/http/read-request.ts';
import { RequestRefused } from '../../kit/http/refusal.ts';

/** The parameters of a request as they came. */
export interface SentParameters {
  values: ReadonlyMap<string, unknown>;
  /** True: from a query string, where every value is text. */
  fromQuery: boolean;
}

const object = z.record(z.string(), z.unknown());

/**
 * The parameters of GET are in the query string, those of POST in a JSON body (news service, transport). A name that
 * is repeated in a query string is one list.
 *
 * @throws RequestRefused 400 for broken JSON, 422 for a body that is not declared as JSON, 499 for one that is no object.
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
