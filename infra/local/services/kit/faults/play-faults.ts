import type { ServerResponse } from 'node:http';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { MiddlewareHandler } from 'hono';
import type { LocalService, ServiceEnv } from '../http/local-service.ts';
import { RequestRefused } from '../http/refusal.ts';
import type { Faults } from './faults.ts';

/** Finds the service of a call and the fault that it meets, and plays the faults in which no answer comes. */
export function breakConnections(
  services: readonly LocalService[],
  faults: Faults,
): MiddlewareHandler<ServiceEnv> {
  return async (call, next) => {
    const { method, path } = call.req;
    const { incoming } = call.env;
    const service = services.find(({ prefix }) => path === prefix || path.startsWith(`${prefix}/`));
    const below = path.slice(service?.prefix.length) || '/';
    const fault = service && faults.next({ service: service.name, method, path: below });
    call.set('service', service);
    call.set('fault', fault);
    if (fault !== 'reset' && fault !== 'hang') await next();
    if (fault !== 'reset' && fault !== 'hang' && fault !== 'lost') return;
    if (fault === 'hang') incoming.resume();
    else incoming.socket.resetAndDestroy();
    // Otherwise Hono adds the headers of the former answer to the mark.
    call.res = undefined;
    call.res = RESPONSE_ALREADY_SENT;
  };
}

/** Plays the faults that answer in place of the service: an error status, or a body of another shape. */
export const answerFaults: MiddlewareHandler<ServiceEnv> = async (call, next) => {
  const fault = call.get('fault');
  if (typeof fault !== 'object') return next();
  if ('shape' in fault) return Response.json({ result: [['unexpected']], ok: 'yes' });
  if (!('status' in fault)) return next();
  const { status, retryAfter, body } = fault;
  const headers: Record<string, string> =
    retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
  if (typeof body === 'string') return new Response(body, { status, headers });
  if (body !== undefined) return Response.json(body, { status, headers });
  throw new RequestRefused(status, 'A fault that was requested', { headers });
};

/** Writes a part of a body whose whole length was announced, and breaks the connection off. `cut` is that of the fault. */
export function sendPart(outgoing: ServerResponse, body: Buffer, cut: number): void {
  const length = cut < 1 ? Math.floor(body.length * cut) : Math.min(cut, body.length - 1);
  outgoing.flushHeaders();
  outgoing.write(body.subarray(0, Math.max(0, length)), () => outgoing.destroy());
}
