import * as z from 'zod';
import { OWNERSHIPS } from '../../../../../shared/domain/services/extraction-rules.ts';
import { defined } from '../../../../../shared/domain/lib/fields.ts';
import type { Call } from '../../kit/http/local-service.ts';
import type { Collection } from '../collection.ts';
import type { ExtractionContext } from '../context.ts';
import { isListed, type Owned, pathItem, type Permission, usableProject } from './access.ts';
import { type Owner, ownerOf } from './owner.ts';
import { pageOf, pagingFields } from './paging.ts';

/** Something that callers make, list, change and delete. */
interface Item extends Owned {
  id: string;
  updatedAt?: number;
  projectId?: string | undefined;
  deleted?: boolean | undefined;
}

/** What distinguishes one kind of resource from another. */
interface Declared<T extends Item> {
  /** As errors and paths name it: `Dataset`, `dataset_id`. */
  kind: string;
  collection: Collection<T>;
  /** What a search looks for, which is also its name in the order of a list. */
  text: (item: T) => string;
  status?: (item: T) => string;
  /** Whether it is in a project, where it does not name its project itself. */
  isIn?: (item: T, projectId: string) => boolean;
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

/** The calls that every kind of resource has, over its collection. */
export function openResource<T extends Item>(context: ExtractionContext, declared: Declared<T>) {
  const { kind, collection, text, status, isIn } = declared;
  const { clock, newId, settings } = context;
  const inProject = isIn ?? ((item: T, project: string) => item.projectId === project);
  const isWanted = (item: T, caller: Owner, query: ListQuery) =>
    !item.deleted &&
    (query.project_id === undefined || inProject(item, query.project_id)) &&
    (!query.search || text(item).toLowerCase().includes(query.search.toLowerCase())) &&
    (!query.status || status?.(item) === query.status) &&
    isListed(query.ownership, { item, caller, sharing: settings.sharing });
  return {
    /** The item that the path names. @throws RequestRefused 404 or 403. */
    of: (call: Call, need?: Permission): T => pathItem(context, call, { collection, kind, need }),
    /** What every new item has. */
    begin(owner: Owner) {
      const now = clock.now();
      return { id: newId(), owner, createdAt: now, updatedAt: now };
    },
    put(item: T): T {
      collection.put(item.id, item, item.owner.organization);
      return item;
    },
    /** Stores an item with other fields. What is undefined stays as it is. */
    change(item: T, fields: { [Field in keyof T]?: T[Field] | undefined }): T {
      const changed: T = { ...item, updatedAt: clock.now(), ...defined<Partial<T>>(fields) };
      collection.put(item.id, changed);
      return changed;
    },
    /** One page of the caller's items, or of those that are given. @throws RequestRefused as `usableProject`. */
    list(
      call: Call,
      query: ListQuery,
      { name, view, items }: { name: string; view: (item: T) => unknown; items?: readonly T[] },
    ) {
      const caller = ownerOf(call);
      if (query.project_id !== undefined) usableProject(context, caller, query.project_id);
      const all = items ?? collection.list({ within: caller.organization });
      const found = all.filter((item) => isWanted(item, caller, query));
      const key = (item: T) =>
        query.sort_by === 'name' ? text(item) : query.sort_by === 'status' ? (status?.(item) ?? '') : '';
      const ascending = found.toSorted(
        (a, b) => key(a).localeCompare(key(b), 'en') || a.createdAt - b.createdAt,
      );
      const sorted = query.sort_order === 'asc' ? ascending : ascending.toReversed();
      return pageOf(sorted, { ...query, name, view });
    },
  };
}
