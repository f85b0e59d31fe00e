import * as z from 'zod';
import { tryParse } from '../../../../shared/contracts/parse-as.ts';
import { parseJson } from '../../../../shared/contracts/parse-json.ts';
import type { CallEnd } from '../functions/function-spec.ts';

const answerSchema = z.object({
  statusCode: z.coerce.number().int().min(200).max(599),
  headers: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]).transform(String)).default({}),
  cookies: z.array(z.string()).default([]),
  body: z.string().default(''),
  isBase64Encoded: z.boolean().default(false),
});

/** What the gateway itself says, in its own words. */
export function gatewaySays(status: number, message: string): Response {
  return Response.json({ message }, { status });
}

/**
 * The answer of a function as the gateway passes it on: an answer without a status is itself the body.
 *
 * @throws TypeError for headers that HTTP does not allow.
 */
export function gatewayAnswer(end: CallEnd): Response {
  if ('error' in end) return gatewaySays(500, 'Internal Server Error');
  const answer = parseJson(end.payload);
  if (typeof answer !== 'object' || answer === null || !('statusCode' in answer)) {
    return new Response(end.payload, { headers: { 'content-type': 'application/json' } });
  }
  const parsed = tryParse(answerSchema, answer);
  if (!parsed.success) return gatewaySays(500, 'Internal Server Error');
  const { statusCode, cookies, body, isBase64Encoded } = parsed.data;
  const headers = new Headers(parsed.data.headers);
  if (!headers.has('content-type')) headers.set('content-type', 'text/plain;charset=utf-8');
  for (const cookie of cookies) headers.append('set-cookie', cookie);
  const bytes = body === '' ? null : Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8');
  return new Response(bytes, { status: statusCode, headers });
}
