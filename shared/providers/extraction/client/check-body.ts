import type * as z from 'zod';
import { RefusedError } from '../../../domain/lib/errors.ts';
import { operationOf, type Endpoint } from '../../http/endpoint.ts';

/**
 * An endpoint and its body. The body is checked before it is sent, so that the error can name what was expected.
 * @throws RefusedError with refusal `request`
 */
export function withBody<T>(
  endpoint: Endpoint,
  body: unknown,
  schema: z.ZodType<T>,
): { endpoint: Endpoint; json: T } {
  const result = schema.safeParse(body);
  if (result.success) return { endpoint, json: result.data };
  const operation = operationOf(endpoint);
  const problems = result.error.issues.map(({ path, message }) =>
    path.length === 0 ? message : `${path.join('.')}: ${message}`,
  );
  const text = `The request (${operation}) is not valid and was not sent: ${problems.join('; ')}`;
  throw new RefusedError(`${text.replace(/\.$/, '')}.`, {
    service: 'extraction',
    operation,
    refusal: 'request',
  });
}
