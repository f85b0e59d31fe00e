import type { IncomingHttpHeaders } from 'node:http';
import { RequestRefused } from '../http/refusal.ts';

/** Who calls: a key, and for services with accounts the person and the organization. */
export interface Caller {
  key: string;
  email?: string;
  organization?: string;
  /** Of the person in that organization; left out: `member`. */
  role?: Role;
}

/**
 * What a person may do in an organization. A viewer reads. A member makes things and changes his own and what is shared
 * with him. An admin may do everything with what others made, too.
 */
export const ROLES = ['viewer', 'member', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** Reads the caller out of the headers. @throws RequestRefused 401 or 403. */
export type KeyRule = (headers: IncomingHttpHeaders) => Caller;

/**
 * One key in one header. The message repeats a wrong key, as the real services do (news service, errors). So tests find a
 * client that logs messages without masking.
 */
export function singleKey({ header, key }: { header: string; key: string }): KeyRule {
  return (headers) => {
    const given = headerOf(headers, header);
    if (!given) throw new RequestRefused(401, `The header ${header} is missing: send your API key in it`);
    if (given !== key) throw new RequestRefused(401, `The API key ${given.slice(0, 200)} is not valid`);
    return { key };
  };
}

/** A person of the extraction service: member of organizations, with at most one key in each. */
export interface Account {
  email: string;
  /** False: the service does not recognise the e-mail, so that its keys identify nobody. */
  known?: boolean | undefined;
  organizations: readonly string[];
  /** In the organizations where it is not `member`. */
  roles?: Readonly<Record<string, Role>> | undefined;
  keys: readonly { key: string; organization: string; active: boolean }[];
}

/**
 * Keys that belong to a person and an organization (extraction service, transport and errors):
 * - no key, an unknown one or a switched-off one, or one of an e-mail that is not known: 401;
 * - `x-organization-id` names an organization the person is not in, or is in without an active key there: 403;
 * - it names one where the person has another key: this key is of another organization, 401.
 */
export function accountKeys(accounts: readonly Account[]): KeyRule {
  return (headers) => {
    const given = headerOf(headers, 'x-api-key');
    const owner = accounts.find(({ keys }) => keys.some(({ key }) => key === given));
    const entry = owner?.keys.find(({ key }) => key === given);
    if (!given) throw new RequestRefused(401, 'API key is missing');
    if (!owner || !entry?.active) throw new RequestRefused(401, 'API key is not valid or switched off');
    if (owner.known === false) throw new RequestRefused(401, `The e-mail ${owner.email} is not known`);
    const organization = headerOf(headers, 'x-organization-id') ?? entry.organization;
    assertMember(owner, organization);
    if (organization !== entry.organization) {
      throw new RequestRefused(401, 'API key belongs to another organization than x-organization-id says');
    }
    const role = owner.roles?.[organization];
    return { key: given, email: owner.email, organization, ...(role && { role }) };
  };
}

function assertMember(owner: Account, organization: string): void {
  if (!owner.organizations.includes(organization)) {
    throw new RequestRefused(403, 'You are not a member of this organization');
  }
  if (!owner.keys.some((entry) => entry.organization === organization && entry.active)) {
    throw new RequestRefused(403, 'You have no active API key in this organization');
  }
}

function headerOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return (typeof value === 'string' ? value : value?.[0])?.trim() || undefined;
}
