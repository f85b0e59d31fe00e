import * as z from 'zod';
import type { Call } from '../../kit/http/local-service.ts';
import { type Caller, ROLES } from '../../kit/plan.ts';

/** Who made something: it belongs to an organization and, inside it, to a person. */
export const ownerSchema = z.object({
  organization: z.string(),
  email: z.string(),
  /** The key it was made with, masked as listings show it. */
  key: z.string(),
  /** Of the person who calls; left out: `member`. */
  role: z.enum(ROLES).optional(),
});

export type Owner = z.infer<typeof ownerSchema>;

/** The owner of what a caller makes. A service with one key and no accounts has one organization and one person. */
function ownerFrom({ key, email = 'owner@example.com', organization = 'main', role }: Caller): Owner {
  return { organization, email, key: masked(key), ...(role && { role }) };
}

/** A secret as it may be shown: the last four characters, and of a short one nothing. */
export function masked(secret: string): string {
  return secret.length > 8 ? `****${secret.slice(-4)}` : '****';
}

/** The person and organization behind a call. */
export function ownerOf(call: Call): Owner {
  return ownerFrom(call.get('caller'));
}

/** A named part of the path, such as `job_id`. Every call of a route with that part has it. */
export function partOf(call: Call, name: string): string {
  return call.req.param(name) ?? '';
}
