import * as z from 'zod';
import type { Call } from '../../kit/http/local-service.ts';
import { ROLES } from '../../kit/plan.ts';

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

/** What everything has that callers make. */
export const ownedFields = {
  id: z.string(),
  owner: ownerSchema,
  createdAt: z.number(),
  updatedAt: z.number(),
  /** Webhooks may be in several projects, everything else in one. */
  projectIds: z.array(z.string()),
  /** Found no more. Others may go on to name it. */
  deleted: z.boolean(),
};

const ownedSchema = z.object(ownedFields);
export type Owned = z.infer<typeof ownedSchema>;

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
