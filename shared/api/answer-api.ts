import type { HttpAnswer, HttpRequest } from '../domain/pages/http-exchange.ts';
import { API_ROOT } from '../contracts/names.ts';
import { parseJson } from '../contracts/parse-as.ts';
import { base62, sha256 } from '../domain/lib/hash.ts';
import { limitPorts } from '../use-cases/sign-in/limit-ports.ts';
import { callerOf, refusalOf } from './caller.ts';
import { Problem, problem } from './problem.ts';
import type { ApiPorts } from './route.ts';
import { routesAt } from './routes.ts';

/** The most characters of a path and of a query, and bytes of a body. */
const LONGEST = 4_096;
const LARGEST_BODY = 16_384;

/** Answers a request to the API: with JSON, or with a problem (RFC 9457). */
export async function answerApi(request: HttpRequest, ports: ApiPorts): Promise<HttpAnswer> {
  const answer = await bodyOf(request, ports);
  return answer instanceof Problem ? answer.answer : tagged(answer, request);
}

async function bodyOf(request: HttpRequest, ports: ApiPorts): Promise<object | Problem> {
  const { method, path, query, body } = request;
  const asked = Object.entries(query).reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  if (path.length > LONGEST || asked > LONGEST || body.length > LARGEST_BODY)
    return problem('too-large', 'The request is larger than any that the API describes.');
  const below = path.slice(API_ROOT.length);
  if (below === DESCRIPTION && method === 'GET') {
    // Few requests need it.
    const { openApi } = await import('./openapi.ts');
    return openApi((await ports.links()).base);
  }
  const routes = routesAt(below);
  const found = routes.find(({ route }) => route.method === method);
  if (routes.length === 0) return problem('not-found', `${API_ROOT}${DESCRIPTION} has all addresses.`);
  if (!found) {
    const allow = routes.map(({ route }) => route.method).join(', ');
    return problem('method-not-allowed', `Use ${allow}.`, { headers: { allow } });
  }
  const caller = await callerOf(request, ports);
  if (caller instanceof Problem) return caller;
  const { route, fields } = found;
  const refusal = refusalOf(caller, route);
  if (refusal) return refusal;
  const input = method === 'POST' ? parseJson(new TextDecoder().decode(body)) : { ...query, ...fields };
  return route.call({ input, caller, ports: { ...ports, ...limitPorts(ports, caller) } });
}

const DESCRIPTION = '/openapi.json';

/** An answer with the hash of its content: who has it already gets none. */
function tagged(answer: object, { method, headers }: HttpRequest): HttpAnswer {
  const body = JSON.stringify(answer);
  const etag = `"${base62(sha256(body), 22)}"`;
  const own = { etag, 'cache-control': 'private, no-cache', vary: 'authorization, cookie' };
  const known = (headers['if-none-match'] ?? '').split(',').map((one) => one.trim().replace(/^W\//, ''));
  if (method === 'GET' && (known.includes(etag) || known.includes('*')))
    return { status: 304, headers: own, body: '' };
  const status = method === 'POST' ? 201 : 200;
  return { status, headers: { ...own, 'content-type': 'application/json' }, body };
}
