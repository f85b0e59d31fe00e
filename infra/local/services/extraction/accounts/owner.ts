import type { Call } from '../../kit/http/local-service.ts';
import type { Owner } from '../stored.ts';

/** A secret as it may be shown: the last four characters, and of a short one nothing. */
export function masked(secret: string): string {
  return secret.length > 8 ? `****${secret.slice(-4)}` : '****';
}

/** The person and organization behind a call. A service without accounts has one of each. */
export function ownerOf(call: Call): Owner {
  const { key, email = 'owner@example.com', organization = 'main', role } = call.get('caller');
  return { organization, email, key: masked(key), ...(role && { role }) };
}

/** A named part of the path, such as `job_id`. Every call of a route with that part has it. */
export function partOf(call: Call, name: string): string {
  return call.req.param(name) ?? '';
}
