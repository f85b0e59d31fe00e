import * as z from 'zod';
import { type Caller, ROLES } from '../../kit/plan/keys.ts';

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
export function ownerFrom({ key, email = 'owner@example.com', organization = 'main', role }: Caller): Owner {
  return { organization, email, key: masked(key), ...(role && { role }) };
}

/** A secret as it may be shown: the last four characters, and of a short one nothing. */
export function masked(secret: string): string {
  return secret.length > 8 ? `****${secret.slice(-4)}` : '****';
}
