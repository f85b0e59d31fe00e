import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { MiddlewareHandler } from 'hono';
import { accepts } from 'hono/accepts';
import { sendPart } from '../faults/play-faults.ts';
import type { HostSettings } from './host-settings.ts';
import type { Call, ServiceEnv } from './local-service.ts';

const compress = promisify(gzip);

/** Smaller bodies are sent as they are. In bytes. */
const WORTH_COMPRESSING = 1_024;

/**
 * Sends every answer whole, with gzip for who accepts it, a request id and the time the service worked.
 *
 * Hono's own compression sends pieces without a length and has no fast level. Written to Node's response, a page of 160 KB
 * costs 0.15 ms less than as the stream of another `Response`.
 */
export function answerCalls({ clock, newId }: HostSettings): MiddlewareHandler<ServiceEnv> {
  return async (call, next) => {
    const started = clock.now();
    const id = newId();
    await next();
    if (call.res === RESPONSE_ALREADY_SENT) return;
    const { status, headers } = call.res;
    const body = await packedBody(call);
    if (status !== 204) headers.set('content-length', String(body.length));
    headers.set('correlation-id', id);
    headers.set('x-process-time', ((clock.now() - started) / 1_000).toFixed(4));
    const { outgoing } = call.env;
    outgoing.writeHead(status, Object.fromEntries(headers));
    const fault = call.get('fault');
    if (typeof fault === 'object' && 'cut' in fault) sendPart(outgoing, body, fault.cut);
    else outgoing.end(body);
    // Taken away first: otherwise Hono copies its headers.
    call.res = undefined;
    call.res = RESPONSE_ALREADY_SENT;
  };
}

/** The body of an answer, compressed where that is worth it. */
async function packedBody(call: Call): Promise<Buffer> {
  const body = Buffer.from(await call.res.arrayBuffer());
  if (body.length < WORTH_COMPRESSING || !acceptsGzip(call)) return body;
  call.res.headers.set('content-encoding', 'gzip');
  call.res.headers.set('vary', 'accept-encoding');
  return compress(body, { level: 1 });
}

function acceptsGzip(call: Call): boolean {
  return accepts(call, { header: 'Accept-Encoding', supports: ['gzip'], default: 'identity' }) === 'gzip';
}
