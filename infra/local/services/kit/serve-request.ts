import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Answer } from './answer.ts';
import type { RequestFault } from './fault-rules.ts';
import { type FindRoute, findTarget, type Target } from './find-route.ts';
import type { HostSettings } from './host-settings.ts';
import type { LocalRequest, LocalService } from './local-service.ts';
import { parseJsonBody, readBody } from './read-body.ts';
import { parseMultipart } from './read-multipart.ts';
import { RequestRefused, statusErrors } from './refusal.ts';
import { sealAnswer, type SealedAnswer, sendAnswer, sendCut } from './send-answer.ts';

/** What every request needs, put together once per host. */
export interface Desk extends Required<HostSettings> {
  services: readonly LocalService[];
  routes: ReadonlyMap<LocalService, FindRoute>;
  /** Aborted when the host closes. */
  closing: AbortSignal;
}

export interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

/** One request from the first byte to the last: find the service, play its fault, work, answer. */
export async function serveRequest(desk: Desk, { request, response }: Exchange): Promise<void> {
  const started = desk.clock.now();
  const correlationId = desk.newId();
  const target = findTarget(desk.services, request.url ?? '/');
  const method = request.method ?? 'GET';
  const fault = target && desk.faults.next({ service: target.service.name, method, path: target.path });
  response.on('error', () => undefined);
  if (fault === 'reset') return void request.socket.resetAndDestroy();
  if (fault === 'hang') return void request.resume();
  const sealed = target
    ? await workSealed(desk, { request, response, target, correlationId, fault })
    : await sealAnswer(statusErrors(new RequestRefused(404, 'There is no service at this path')), request);
  request.resume();
  if (fault === 'lost') return void request.socket.resetAndDestroy();
  if (response.destroyed) return;
  sealed.headers['correlation-id'] = correlationId;
  sealed.headers['x-process-time'] = ((desk.clock.now() - started) / 1_000).toFixed(4);
  if (typeof fault === 'object' && 'cut' in fault) sendCut(response, sealed, fault.cut);
  else sendAnswer(response, sealed);
}

interface Work extends Exchange {
  target: Target;
  correlationId: string;
  fault: RequestFault | undefined;
}

/** The answer of a service in bytes: whatever is thrown becomes an error of its shape. */
async function workSealed(desk: Desk, work: Work): Promise<SealedAnswer> {
  const { service, path } = work.target;
  try {
    const answer = answerOfFault(work) ?? (await answerOfService(desk, work));
    return await sealAnswer(answer, work.request);
  } catch (thrown) {
    if (thrown instanceof RequestRefused) return sealAnswer(wordedBy(service, thrown), work.request);
    const trace = thrown instanceof Error ? thrown.stack : String(thrown);
    desk.log(`${service.name} ${work.request.method} ${path}: ${trace}`);
    return sealAnswer(wordedBy(service, new RequestRefused(500, 'Internal Server Error')), work.request);
  }
}

function wordedBy(service: LocalService, refused: RequestRefused): Answer {
  const answer = service.errors(refused);
  return { ...answer, headers: { ...answer.headers, ...refused.headers } };
}

/** The answer that a fault gives in place of the service. */
function answerOfFault({ fault, target }: Work): Answer | undefined {
  if (typeof fault !== 'object') return undefined;
  if ('shape' in fault) return { status: 200, body: { json: { result: [['unexpected']], ok: 'yes' } } };
  if (!('status' in fault)) return undefined;
  const { status, retryAfter, body } = fault;
  const headers: Record<string, string> =
    retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
  if (typeof body === 'string') return { status, headers, body: { text: body } };
  if (body !== undefined) return { status, headers, body: { json: body } };
  return wordedBy(target.service, new RequestRefused(status, 'A fault that was asked for', { headers }));
}

/** Finds the route, checks the key and the plan, and lets the service answer. */
async function answerOfService(desk: Desk, work: Work): Promise<Answer> {
  const { request, target, correlationId } = work;
  const { service, path, query } = target;
  const { route, method, params } = findIn(desk, service)(request.method ?? 'GET', path);
  const { headers } = request;
  const caller = route.open ? { key: '' } : service.keys(headers);
  const counted = !route.open && route.counted !== false;
  const begin = { service: service.name, key: caller.key, limits: service.limits };
  const end = counted ? desk.usage.begin(begin) : () => {};
  const [signal, release] = signalOf(desk, work);
  try {
    await playDelay(desk, { fault: work.fault, signal });
    const facts = { method, path, params, query, headers, caller, correlationId, signal };
    return await route.handler({ ...facts, ...bodyReaders(request, desk.bodyLimit) });
  } finally {
    end();
    release();
  }
}

function findIn(desk: Desk, service: LocalService): FindRoute {
  const find = desk.routes.get(service);
  if (!find) throw new TypeError(`the routes of ${service.name} were not prepared`);
  return find;
}

/** Waits inside of the call, so that a slow call takes up one of the plan's places. */
async function playDelay(
  desk: Desk,
  { fault, signal }: { fault: RequestFault | undefined; signal: AbortSignal },
): Promise<void> {
  if (typeof fault === 'object' && 'delay' in fault) await desk.sleep(fault.delay, signal);
}

/** A signal that ends with the caller or the host, and the function that takes it off both. */
function signalOf(desk: Desk, { response }: Exchange): [AbortSignal, () => void] {
  const gone = new AbortController();
  const abort = () => gone.abort();
  response.once('close', abort);
  desk.closing.addEventListener('abort', abort);
  const release = () => {
    response.off('close', abort);
    desk.closing.removeEventListener('abort', abort);
  };
  return [gone.signal, release];
}

function bodyReaders(
  request: IncomingMessage,
  limit: number,
): Pick<LocalRequest, 'bytes' | 'json' | 'multipart'> {
  let whole: Promise<Buffer> | undefined;
  const bytes = () => (whole ??= readBody(request, limit));
  return {
    bytes,
    json: async () => parseJsonBody(await bytes()),
    multipart: async () => parseMultipart(request.headers, await bytes()),
  };
}
