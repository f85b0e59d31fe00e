import type { Call } from '../kit/http/local-service.ts';
import { type Owner, ownerFrom } from './accounts/owner.ts';

/** The person and organization behind a call. */
export function ownerOf(call: Call): Owner {
  return ownerFrom(call.get('caller'));
}

/** A named part of the path, such as `job_id`. Every call of a route with that part has it. */
export function partOf(call: Call, name: string): string {
  return call.req.param(name) ?? '';
}
