import type { MiddlewareHandler } from 'hono';
import type { OWNERSHIPS } from '../../../../../shared/domain/services/extraction-rules.ts';
import { dayOf, type Instant, isoOf } from '../../../../../shared/domain/time/instant.ts';
import type { Call, ServiceEnv } from '../../kit/http/local-service.ts';
import { RequestRefused } from '../../kit/http/refusal.ts';
import type { Collection } from '../collection.ts';
import type { ExtractionContext, Project } from '../context.ts';
import type { ExtractionSettings } from '../settings.ts';
import type { Credit, Mail } from '../ports.ts';
import { type Owner, ownerOf, partOf } from './owner.ts';

/** Something that belongs to somebody. */
export interface Owned {
  owner: Owner;
  createdAt: Instant;
}

export type Permission = 'view' | 'edit' | 'manage';
type Ownership = (typeof OWNERSHIPS)[number];
type Sharing = Pick<ExtractionSettings, 'sharing'>;

const RANK: Readonly<Record<Permission, number>> = { view: 1, edit: 2, manage: 3 };

export function isOwn({ owner }: Owned, caller: Owner): boolean {
  return owner.organization === caller.organization && owner.email === caller.email;
}

/**
 * Whether a caller may do something with what somebody made: his own, shared with that much permission, or anything of
 * the organization for an admin.
 */
export function may(
  need: Permission,
  { item, caller, sharing }: { item: Owned; caller: Owner } & Sharing,
): boolean {
  if (isOwn(item, caller)) return true;
  if (item.owner.organization !== caller.organization) return false;
  if (caller.role === 'admin') return true;
  const shared = sharing !== undefined;
  return shared && RANK[sharing] >= RANK[need];
}

/** Whether an item belongs in a list with this filter (extraction service, list filters). */
export function isListed(
  ownership: Ownership,
  { item, caller, sharing }: { item: Owned; caller: Owner } & Sharing,
): boolean {
  if (!may('view', { item, caller, sharing })) return false;
  return ownership === 'all' || (ownership === 'own') === isOwn(item, caller);
}

/** Who shared a resource, when and how far; undefined for the caller's own. */
export function sharingInfo({
  item,
  caller,
  sharing,
}: { item: Owned; caller: Owner } & Sharing): object | undefined {
  if (isOwn(item, caller)) return undefined;
  const permission = caller.role === 'admin' ? 'manage' : sharing;
  return { shared_at: isoOf(item.createdAt), permission, shared_by: item.owner.email };
}

/** What is looked for, by whom, and what for. */
interface Search {
  id: string;
  /** As an error names it: `Job`. */
  kind: string;
  caller: Owner;
  need?: Permission | undefined;
}

/**
 * Finds something that the caller may use.
 *
 * @throws RequestRefused 404 when it does not exist or its deletion is not the caller's business, 403 when it belongs
 *   to somebody else (extraction service, errors).
 */
export function findUsable<T extends Owned & { deleted?: boolean | undefined }>(
  { settings: { sharing } }: ExtractionContext,
  collection: Collection<T>,
  { id, kind, caller, need = 'view' }: Search,
): T {
  const item = collection.get(id);
  const missing = new RequestRefused(404, `${kind} ${id.slice(0, 100)} not found`);
  if (!item || item.deleted) throw missing;
  if (may(need, { item, caller, sharing })) return item;
  throw need === 'manage' ? missing : new RequestRefused(403, `${kind} belongs to somebody else`);
}

/** The item that a path names, such as a Job by `job_id`. @throws RequestRefused 404 or 403, as `findUsable`. */
export function pathItem<T extends Owned & { deleted?: boolean | undefined }>(
  context: ExtractionContext,
  call: Call,
  { collection, kind, need }: Pick<Search, 'kind' | 'need'> & { collection: Collection<T> },
): T {
  const id = partOf(call, `${kind.toLowerCase()}_id`);
  return findUsable(context, collection, { id, kind, caller: ownerOf(call), need });
}

/**
 * A project that the caller may use.
 *
 * @throws RequestRefused 404 when it does not exist, 403 when it belongs to another organization or person
 * (extraction service, errors).
 */
export function usableProject(
  { store, settings }: ExtractionContext,
  caller: Owner,
  id: string,
  need: Permission = 'view',
): Project {
  const project = store.projects.get(id);
  if (!project) throw new RequestRefused(404, `Project ${id.slice(0, 100)} not found`);
  if (project.owner.organization !== caller.organization) {
    throw new RequestRefused(403, 'The project belongs to another organization');
  }
  if (isOwn(project, caller) || may(need, { item: project, caller, sharing: settings.sharing }))
    return project;
  throw new RequestRefused(403, 'The project belongs to somebody else');
}

/** True for something of the caller's organization that was deleted: a second deletion answers as the first. */
export function isGone(item: (Owned & { deleted: boolean }) | undefined, call: Call): boolean {
  return item?.deleted === true && item.owner.organization === ownerOf(call).organization;
}

type CreditContext = Pick<ExtractionContext, 'clock' | 'plan' | 'store'>;

/** What an organization has left and has spent this month, with the credits of every month begun since. */
export function creditOf({ clock, plan, store }: CreditContext, organization: string): Credit {
  const month = dayOf(clock.now()).slice(0, 7);
  const known = store.credits.get(organization);
  if (!known) return { balance: plan.monthlyCredits, spent: 0, month };
  if (known.month >= month) return known;
  const begun = monthNumber(month) - monthNumber(known.month);
  return { balance: known.balance + begun * plan.monthlyCredits, spent: 0, month };
}

/**
 * Takes credits off, at most those that are left, so that never more is spent than there was. Gives back what is
 * left.
 */
export function charge(
  context: CreditContext,
  { organization, credits }: { organization: string; credits: number },
): number {
  const before = creditOf(context, organization);
  const taken = Math.min(credits, before.balance);
  const balance = before.balance - taken;
  context.store.credits.put(organization, { ...before, balance, spent: before.spent + taken }, organization);
  return balance;
}

function monthNumber(month: string): number {
  return Number(month.slice(0, 4)) * 12 + Number(month.slice(5));
}

/**
 * Records a mail to the person, unless the organization had one on this subject today (UTC).
 * True when it was written.
 */
export function mailOnceADay(
  { clock, store }: CreditContext,
  { organization, ...mail }: Omit<Mail, 'at'> & { organization: string },
): boolean {
  const at = clock.now();
  const id = JSON.stringify([organization, mail.subject, dayOf(at)]);
  if (store.mails.get(id)) return false;
  store.mails.put(id, { ...mail, at }, organization);
  return true;
}

/** Calls that change nothing although they are no GET, below the prefix. */
const READING = /^\/(?:initialize|validate|user\/limits|datasets\/[^/]+\/entities\/list)$/;

/**
 * Refuses with 403 what a viewer may not do: everything that makes or changes something (extraction service, errors).
 */
export function refuseViewers(prefix: string): MiddlewareHandler<ServiceEnv> {
  return async (call, next) => {
    const { method, path } = call.req;
    const below = path.slice(path.indexOf(`${prefix}/`) + prefix.length);
    const isReading = method === 'GET' || READING.test(below);
    if (call.get('caller').role === 'viewer' && !isReading) {
      throw new RequestRefused(
        403,
        'Your role in this organization is viewer: you may read, but change nothing',
      );
    }
    await next();
  };
}
