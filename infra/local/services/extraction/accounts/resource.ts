import * as z from 'zod';
import { defined } from '../../../../../shared/domain/lib/fields.ts';
import { OWNERSHIPS } from '../../../../../shared/domain/services/extraction-rules.ts';
import { isoOf, wireTimeOf } from '../../../../../shared/domain/time/instant.ts';
import { type Call, queryOf } from '../../kit/http/local-service.ts';
import { readAs, RequestRefused } from '../../kit/http/refusal.ts';
import type { Collection } from '../collection.ts';
import type { Timed } from '../settings.ts';
import { ownerOf, partOf } from './owner.ts';
import type { Owned, Owner } from '../stored.ts';

/** What distinguishes one kind of resource from another. */
interface Declared<T extends Owned> {
  /** As errors and paths name it: `Dataset`, `dataset_id`. */
  title: string;
  collection: Collection<T>;
  /** What a search looks in, which is also its name in the order of a list. */
  name: (item: T) => string;
  /** Its state in the words of its kind: `completed`, `enabled`, `ready`, `active`. */
  status: (item: T) => string;
  /** Whether it is in a project, where it does not name its project itself. */
  isIn?: (item: T, projectId: string) => boolean;
  /** Finds the project by which a list is narrowed. */
  projects?: { find: (id: string, caller: Owner) => unknown };
}

const PERMISSIONS = ['view', 'edit', 'manage'] as const;
type Permission = (typeof PERMISSIONS)[number];

/** What callers do with the resources of one kind. */
export type Resource<T extends Owned> = ReturnType<typeof openResource<T>>;

export function openResource<T extends Owned>(
  { clock, newId, settings: { sharing } }: Timed & { newId: () => string },
  declared: Declared<T>,
) {
  const { title, collection, name, status } = declared;
  const isIn = declared.isIn ?? ((item: T, project: string) => item.projectIds.includes(project));
  const isOwn = ({ owner }: T, caller: Owner) =>
    owner.organization === caller.organization && owner.email === caller.email;
  /** His own, shared with that much permission, or anything of the organization for an admin. */
  const may = (need: Permission, item: T, caller: Owner): boolean => {
    if (isOwn(item, caller)) return true;
    if (item.owner.organization !== caller.organization) return false;
    if (caller.role === 'admin') return true;
    return sharing !== undefined && PERMISSIONS.indexOf(sharing) >= PERMISSIONS.indexOf(need);
  };
  const known = (id: string): T | undefined => {
    const item = collection.get(id);
    return item?.deleted === false ? item : undefined;
  };
  const usable = (id: string, caller: Owner, need: Permission = 'view'): T | undefined => {
    const item = known(id);
    return item && may(need, item, caller) ? item : undefined;
  };
  /**
   * @throws RequestRefused 404 when it does not exist or its deletion is not the caller's business, 403 when it belongs
   *   to somebody else (extraction service, errors).
   */
  const find = (id: string, caller: Owner, need: Permission = 'view'): T => {
    const item = usable(id, caller, need);
    if (item) return item;
    if (!known(id) || need === 'manage')
      throw new RequestRefused(404, `${title} ${id.slice(0, 100)} not found`);
    throw new RequestRefused(403, `${title} belongs to somebody else`);
  };
  const put = (item: T): T => {
    collection.put(item.id, item, item.owner.organization);
    return item;
  };
  const of = (organization: string): T[] => collection.list(organization).filter(({ deleted }) => !deleted);
  /** Those in a project, oldest first. */
  const within = (projectId: string): T[] =>
    collection.list().filter((item) => !item.deleted && isIn(item, projectId));
  return {
    ...declared,
    known,
    /** Undefined for one that does not exist, or that a caller may not use so. */
    usable,
    find,
    put,
    /** Those of an organization. */
    of,
    within,
    /** Those in a project, as answers show them. */
    members: (projectId: string) =>
      within(projectId).map((item) => ({
        resource_id: item.id,
        name: name(item),
        created_at: isoOf(item.createdAt),
        metadata: { status: status(item) },
      })),
    /** Puts one into these projects alone. */
    moveTo(id: string, projectIds: string[]): void {
      const item = known(id);
      if (item) put({ ...item, projectIds });
    },
    /** The item that the path names. @throws RequestRefused 404 or 403. */
    asked: (call: Call, need?: Permission): T =>
      find(partOf(call, `${title.toLowerCase()}_id`), ownerOf(call), need),
    /** What every new item has. */
    begin(owner: Owner, projectId?: string | null): Owned {
      const now = clock.now();
      const projectIds = projectId ? [projectId] : [];
      return { id: newId(), owner, createdAt: now, updatedAt: now, projectIds, deleted: false };
    },
    /** Stores an item with other fields. What is undefined stays as it is. */
    change: (item: T, fields: { [Field in keyof T]?: T[Field] | undefined }): T =>
      put({ ...item, updatedAt: clock.now(), ...defined<Partial<T>>(fields) }),
    remove(id: string): void {
      const item = known(id);
      if (item) put({ ...item, deleted: true });
    },
    /** Who shared an item, when and how far; undefined for the caller's own. */
    sharingInfo(item: T, caller: Owner): object | undefined {
      if (isOwn(item, caller)) return undefined;
      const permission = caller.role === 'admin' ? 'manage' : sharing;
      return { shared_at: isoOf(item.createdAt), permission, shared_by: item.owner.email };
    },
    /** One page of the caller's items, or of those that are given. @throws RequestRefused for an unknown project. */
    list(call: Call, query: ListQuery, listed: Listed<T>) {
      const caller = ownerOf(call);
      if (query.project_id !== undefined) declared.projects?.find(query.project_id, caller);
      const { items = of(caller.organization), keep = () => true, view } = listed;
      const isWanted = (item: T) =>
        keep(item) &&
        (query.project_id === undefined || isIn(item, query.project_id)) &&
        (!query.search || name(item).toLowerCase().includes(query.search.toLowerCase())) &&
        (!query.status || status(item) === query.status) &&
        may('view', item, caller) &&
        (query.ownership === 'all' || (query.ownership === 'own') === isOwn(item, caller));
      const key = (item: T) =>
        query.sort_by === 'name' ? name(item) : query.sort_by === 'status' ? status(item) : '';
      const ascending = items
        .filter(isWanted)
        .toSorted((a, b) => key(a).localeCompare(key(b), 'en') || a.createdAt - b.createdAt);
      const sorted = query.sort_order === 'asc' ? ascending : ascending.toReversed();
      return pageOf(sorted, { ...query, name: listed.name, view: (item) => view(item, caller) });
    },
  };
}

interface Listed<T> {
  /** The key of the items in the answer. */
  name: string;
  view: (item: T, caller: Owner) => unknown;
  items?: readonly T[];
  keep?: (item: T) => boolean;
}

/** The fields that answers show of every resource. */
export function ownedView({ id, owner, createdAt, updatedAt }: Owned) {
  return {
    id,
    organization_id: owner.organization,
    created_by_user_id: owner.email,
    created_at: wireTimeOf(createdAt),
    updated_at: wireTimeOf(updatedAt),
  };
}

/** The paging fields of a query or body; `most` is the largest page. */
export function pagingFields({ size = 100, most = 500 } = {}) {
  return {
    page: z.coerce.number().int().min(1).max(1_000_000).default(1),
    page_size: z.coerce.number().int().min(1).max(most).default(size),
  };
}

/** The query of a list: paging, what it is narrowed by, and its order (extraction service, list filters). */
export function listQuery({ most = 500, newestFirst = false } = {}) {
  return z.object({
    ...pagingFields({ most }),
    ownership: z.enum(OWNERSHIPS).default('all'),
    search: z.string().nullish(),
    status: z.string().nullish(),
    project_id: z.string().optional(),
    sort_by: z.enum(['created_at', 'name', 'status']).default('created_at'),
    sort_order: z.enum(['asc', 'desc']).default(newestFirst ? 'desc' : 'asc'),
  });
}

type ListQuery = z.infer<ReturnType<typeof listQuery>>;

/** Reads the query of a call; of a name that is sent twice the last counts. @throws RequestRefused 422. */
export function readQuery<T>(schema: z.ZodType<T>, call: Call): T {
  return readAs(schema, Object.fromEntries(queryOf(call)), { at: 'query' });
}

/** One page of a list with the numbers that go with it; the items are under the given name. */
export function pageOf<T>(
  items: readonly T[],
  paging: { page: number; page_size: number; name: string; view: (item: T) => unknown },
): Record<string, unknown> {
  const { page, page_size, name, view } = paging;
  const start = (page - 1) * page_size;
  return {
    total: items.length,
    page,
    page_size,
    total_pages: Math.ceil(items.length / page_size),
    [name]: items.slice(start, start + page_size).map(view),
  };
}

/** How often each value occurs. */
export function countBy(values: readonly string[]): Record<string, number> {
  return Object.fromEntries(
    Array.from(
      Map.groupBy(values, (value) => value),
      ([value, { length }]) => [value, length],
    ),
  );
}
