import { base62, hmacSha256, idOf } from '../lib/hash.ts';
import { HOUR, type Instant } from '../time/instant.ts';
import type { LinkKeys } from './signed-link.ts';
import { ROLES, type Role, type Viewer } from './viewer.ts';

/** Who somebody is, as the issuer says. */
export interface Identity {
  issuer: string;
  /** It never changes, and is unique at its issuer. */
  subject: string;
  /** What people call them. */
  name: string;
  /** An address that the issuer has verified. Any other one is left out. */
  mail?: string;
  groups: readonly string[];
}

/** Who has a role: the members of a group, or one mail address, which has an `@`. */
interface RoleEntry {
  who: string;
  /** The brands that they may see. Absent: all, and what has no brand. */
  brands?: readonly string[];
}

export type Roles = Readonly<Record<Role, readonly RoleEntry[]>>;

/**
 * What somebody may do and see; undefined for somebody without a role. Who is both editor and reader is an editor, for
 * the brands of the entries of editors.
 */
export function viewerOf(identity: Identity, roles: Roles): Viewer | undefined {
  for (const role of ROLES.toReversed()) {
    const own = roles[role].filter(({ who }) => isIn(identity, who));
    if (own.length === 0) continue;
    const brands = own.some((entry) => entry.brands === undefined)
      ? 'all'
      : [...new Set(own.flatMap((entry) => entry.brands ?? []))];
    const id = idOf('viewer', identity.issuer, identity.subject);
    return { id, name: identity.name, role, brands };
  }
  return undefined;
}

function isIn({ mail, groups }: Identity, who: string): boolean {
  return who.includes('@') ? mail?.toLowerCase() === who.toLowerCase() : groups.includes(who);
}

/** How long somebody is signed in. */
export const SESSION_LENGTH = 8 * HOUR;

/** Somebody who has signed in, on one browser. */
export interface Session {
  id: string;
  identity: Identity;
  at: Instant;
  expiresAt: Instant;
  /** When it ended before that: by its owner, or by the command line. */
  endedAt?: Instant;
}

/** The length of the id of a session. 119 bits. */
export const SESSION_ID_LENGTH = 20;

/** Keys for the forms of one session: no form of another one is accepted. */
export function sessionKeys(keys: LinkKeys, { id }: Pick<Session, 'id'>): LinkKeys {
  return keys.map((key) => base62(hmacSha256(key, `session ${id}`), 43));
}

/** What a browser keeps between leaving for the issuer and coming back. */
export interface PendingSignIn {
  state: string;
  nonce: string;
  /** Of PKCE. */
  verifier: string;
  /** The path that was asked for. */
  path: string;
}

/** Somebody could not be signed in. Its message says why, for people. */
export class SignInRefused extends Error {
  override readonly name = 'SignInRefused';
}
