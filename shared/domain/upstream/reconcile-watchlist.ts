import type { KnownEntity, WatchlistResource } from './upstream-resource.ts';
import type { Instant } from '../time/instant.ts';
import { CHECK_GAP, CREATION_CHECK_AFTER } from './upstream-times.ts';
import { type Company, companyHash, type Watchlist } from '../watches/watchlist.ts';

/** The one next thing to do. */
export type WatchlistStep =
  | { do: 'look' }
  | { do: 'make-entities'; companies: readonly Company[] }
  | { do: 'change-entity'; id: string; company: Company }
  | { do: 'put-in'; keys: readonly string[] }
  | { do: 'make-dataset' }
  | { do: 'remove-dataset'; id: string }
  | { do: 'remove-entity'; key: string; id: string }
  | { do: 'forget' }
  | { do: 'check' }
  | { do: 'wait'; why: string }
  | { do: 'rest' };

/** So many new companies go in one call. */
const BATCH = 100;

/** From the watchlist as it is wanted and what stands to the next step. Undefined is wanted when it is gone. */
export function nextWatchlistStep(
  desired: Watchlist | undefined,
  resource: WatchlistResource,
  now: Instant,
): WatchlistStep {
  const { intent } = resource;
  if (intent) {
    if (now >= intent.at + CREATION_CHECK_AFTER) return { do: 'look' };
    return { do: 'wait', why: `it is looked whether the ${intent.makes} were made` };
  }
  if (!desired) return removal(resource);
  return filling(desired, resource) ?? context(resource, now);
}

function removal({ dataset, members }: WatchlistResource): WatchlistStep {
  if (dataset !== undefined) return { do: 'remove-dataset', id: dataset };
  const [first] = Object.entries(members);
  return first ? { do: 'remove-entity', key: first[0], id: first[1].id } : { do: 'forget' };
}

function filling({ companies }: Watchlist, resource: WatchlistResource): WatchlistStep | undefined {
  const { members, dataset } = resource;
  const missing = companies.filter(({ key }) => !members[key]);
  if (missing.length > 0) return { do: 'make-entities', companies: missing.slice(0, BATCH) };
  for (const company of companies) {
    const held = members[company.key];
    if (held && held.digest !== companyHash(company)) return { do: 'change-entity', id: held.id, company };
  }
  if (dataset === undefined) return { do: 'make-dataset' };
  const outside = keysOf(members, ({ outside: isOutside }) => isOutside === true);
  if (outside.length > 0) return { do: 'put-in', keys: outside };
  const wanted = new Set(companies.map(({ key }) => key));
  const [extra] = Object.entries(members).filter(([key]) => !wanted.has(key));
  return extra ? { do: 'remove-entity', key: extra[0], id: extra[1].id } : undefined;
}

function keysOf(members: WatchlistResource['members'], which: (member: KnownEntity) => boolean): string[] {
  return Object.entries(members).flatMap(([key, member]) => (which(member) ? [key] : []));
}

/** Until the service has got to know every company it is looked at with each sweep. */
function context({ ready, checkedAt }: WatchlistResource, now: Instant): WatchlistStep {
  return { do: !ready || checkedAt === undefined || now >= checkedAt + CHECK_GAP ? 'check' : 'rest' };
}
