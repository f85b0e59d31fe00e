import type { KnownEntity, WatchlistResource } from './upstream-resource.ts';
import type { Instant } from '../time/instant.ts';
import { CHECK_GAP, CREATION_CHECK_AFTER } from './upstream-times.ts';
import { type Company, companyHash, type Watchlist } from '../watches/watchlist.ts';

/** The next step for a watchlist; `why` says what it waits for. The words are part of reconcile's log. */
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

/** How many new companies go in one call. */
const BATCH = 100;

/** The next step from what exists to what is desired. `desired` is undefined when the watchlist is gone. */
export function nextWatchlistStep(
  desired: Watchlist | undefined,
  resource: WatchlistResource,
  now: Instant,
): WatchlistStep {
  const { intent } = resource;
  if (intent) {
    if (now >= intent.at + CREATION_CHECK_AFTER) return { do: 'look' };
    return { do: 'wait', why: `a check whether the ${intent.makes} were created is running` };
  }
  if (!desired) return removalStep(resource);
  return changeStep(desired, resource) ?? checkStep(resource, now);
}

function removalStep({ dataset, members }: WatchlistResource): WatchlistStep {
  if (dataset !== undefined) return { do: 'remove-dataset', id: dataset };
  const [first] = Object.entries(members);
  return first ? { do: 'remove-entity', key: first[0], id: first[1].id } : { do: 'forget' };
}

function changeStep(
  { companies }: Watchlist,
  { members, dataset }: WatchlistResource,
): WatchlistStep | undefined {
  const missing = companies.filter(({ key }) => !members[key]);
  if (missing.length > 0) return { do: 'make-entities', companies: missing.slice(0, BATCH) };
  for (const company of companies) {
    const known = members[company.key];
    if (known && known.hash !== companyHash(company)) return { do: 'change-entity', id: known.id, company };
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

/** Until the service has identified every company, each sweep checks it. */
function checkStep({ ready, checkedAt }: WatchlistResource, now: Instant): WatchlistStep {
  return { do: !ready || checkedAt === undefined || now >= checkedAt + CHECK_GAP ? 'check' : 'rest' };
}
