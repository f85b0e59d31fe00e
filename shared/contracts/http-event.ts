import * as z from 'zod';
import type { HttpAnswer, HttpRequest } from '../domain/pages/http-exchange.ts';

/** What is read of the gateway's event (payload format 2.0). */
export const httpEventSchema = z
  .object({
    rawPath: z.string(),
    rawQueryString: z.string().default(''),
    headers: z.record(z.string(), z.string()).default({}),
    requestContext: z.object({ http: z.object({ method: z.string() }) }),
    body: z.string().default(''),
    isBase64Encoded: z.boolean().default(false),
  })
  .transform(
    ({ rawPath, rawQueryString, headers, requestContext, body, isBase64Encoded }): HttpRequest => ({
      method: requestContext.http.method,
      path: rawPath,
      query: Object.fromEntries(new URLSearchParams(rawQueryString)),
      headers,
      body: Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8'),
    }),
  );

/** What a function gives back to the gateway. */
/** What the gateway expects. */
export interface HttpResult {
  statusCode: number;
  headers: Record<string, string>;
  body: string;
  isBase64Encoded?: true;
}

/** The gateway's form of an answer. */
export function httpResultOf({ status, headers, body, isBase64Encoded }: HttpAnswer): HttpResult {
  return { statusCode: status, headers: { ...headers }, body, ...(isBase64Encoded && { isBase64Encoded }) };
}
