import * as z from 'zod';
import { parseJson } from '../../../../shared/contracts/parse-json.ts';
import type { CallEnd } from '../functions/function-spec.ts';

export interface GatewayAnswer {
  status: number;
  headers: Readonly<Record<string, string | readonly string[]>>;
  body: Buffer;
}

const answerSchema = z.object({
  statusCode: z.coerce.number().int().min(100).max(599),
  headers: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]).transform(String)).default({}),
  cookies: z.array(z.string()).default([]),
  body: z.string().default(''),
  isBase64Encoded: z.boolean().default(false),
});

/** An answer of the gateway itself, in its own words. */
export function gatewaySays(status: number, message: string): GatewayAnswer {
  const body = Buffer.from(JSON.stringify({ message }));
  return { status, headers: { 'content-type': 'application/json' }, body };
}

/** The answer of a function as the gateway passes it on. An answer without a status is itself the body. */
export function gatewayAnswer(end: CallEnd): GatewayAnswer {
  if ('error' in end) return gatewaySays(500, 'Internal Server Error');
  const answer = parseJson(end.payload);
  if (typeof answer !== 'object' || answer === null || !('statusCode' in answer)) {
    return {
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(end.payload),
    };
  }
  const parsed = answerSchema.safeParse(answer);
  if (!parsed.success) return gatewaySays(500, 'Internal Server Error');
  const { statusCode, headers, cookies, body, isBase64Encoded } = parsed.data;
  const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return {
    status: statusCode,
    headers: {
      'content-type': 'text/plain;charset=utf-8',
      ...Object.fromEntries(named),
      ...(cookies.length > 0 && { 'set-cookie': cookies }),
    },
    body: Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8'),
  };
}
