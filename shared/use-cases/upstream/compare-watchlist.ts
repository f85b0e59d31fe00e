import { unreadyIncident, unreadySubject } from '../../domain/upstream/upstream-incident.ts';
import {
  CHECK_GAP,
  type KnownEntity,
  READY_PATIENCE,
  type WatchlistResource,
} from '../../domain/upstream/upstream-resource.ts';
import { keyIn, type Watchlist } from '../../domain/watches/watchlist.ts';
import type { Instant } from '../../domain/time/instant.ts';
import { openNamedIncident, resolveNamedIncident } from '../alerts/put-alerts.ts';
import type { SeenEntity } from '../ports/services.ts';
import type { Scope } from './reconcile-resource.ts';
import type { Sent } from './take-step.ts';

export type WatchlistScope = Scope<WatchlistResource, Watchlist | undefined>;
type Members = WatchlistResource['members'];

/** Stack and name of a watchlist, as they mark what is ours. */
export function marksOf({ sweep, resource }: WatchlistScope) {
  return { stack: sweep.settings.stack, name: resource.name };
}

export function datasetName(scope: WatchlistScope): string {
  const { stack, name } = marksOf(scope);
  return `${stack} ${name}`;
}

export function withoutMembers(members: Members, keys: readonly string[]): Members {
  return Object.fromEntries(Object.entries(members).filter(([key]) => !keys.includes(key)));
}

/**
 * Looks for the dataset and entities that an unanswered call, or an earlier store, may have created, and records them.
 */
export async function findWatchlist(scope: WatchlistScope): Promise<Sent<WatchlistResource>> {
  const { sweep, resource } = scope;
  const { ports, limits, project } = sweep;
  const { id: projectId } = project;
  if (projectId === undefined && project.intent) return { waits: true };
  const dataset =
    projectId !== undefined && resource.intent?.makes === 'dataset'
      ? await ports.upstreamWatchlists.findDataset({ projectId, name: datasetName(scope) }, limits)
      : resource.dataset;
  const members = await seenMembers({ ...scope, resource: { ...resource, dataset } }, { isWhole: false });
  return { change: { dataset, members, ready: false, intent: undefined } };
}

/**
 * The companies that have entities at the service. One whose entity does not exist any more is left out, so that it is
 * created again; one whose entity is in no dataset of ours is marked, so that it is put in again. All entities are
 * listed only where those in our project are not all of them. `isWhole`: no entity of ours can be unknown.
 */
export async function seenMembers(
  scope: WatchlistScope,
  { isWhole = true }: { isWhole?: boolean } = {},
): Promise<Members> {
  const { sweep, resource } = scope;
  const { ports, limits, project } = sweep;
  const { members, dataset } = resource;
  const list = async (search: { projectId?: string }) =>
    entitiesOfOurs(scope, await ports.upstreamWatchlists.entities(search, limits));
  const projectId = dataset === undefined ? undefined : project.id;
  const inside = projectId === undefined ? new Map<string, string>() : await list({ projectId });
  const known = Object.values(members).map(({ id }) => id);
  const all = isWhole && known.every((id) => inside.has(id)) ? inside : await list({});
  const found = [...all].map(([id, key]): [string, KnownEntity] => {
    // What the service knows of a found entity is not known: without a hash it is changed next.
    const hash = members[key]?.id === id ? members[key].hash : '';
    return [key, { id, hash, ...(!inside.has(id) && { outside: true }) }];
  });
  // Of two entities of a company the known one counts.
  return Object.fromEntries([...found, ...found.filter(([key, { id }]) => members[key]?.id === id)]);
}

/** The keys of our companies by the ids of their entities. */
function entitiesOfOurs(scope: WatchlistScope, entities: readonly SeenEntity[]): Map<string, string> {
  const marks = marksOf(scope);
  return new Map(
    entities.flatMap(({ id, externalId }) => {
      const key = keyIn(marks, externalId);
      return key === undefined ? [] : [[id, key] as const];
    }),
  );
}

/** Whether a check compares the members, too: once an hour. */
function isCompareDue({ checkedAt }: WatchlistResource, now: Instant): boolean {
  return checkedAt !== undefined && now >= checkedAt + CHECK_GAP;
}

export function isCheckDue({ sweep, resource }: WatchlistScope): boolean {
  return (
    !resource.ready || resource.checkedAt === undefined || isCompareDue(resource, sweep.ports.clock.now())
  );
}

/** Checks whether jobs can use a watchlist; and once an hour, whether everything still exists. */
export async function checkWatchlist(scope: WatchlistScope): Promise<Sent<WatchlistResource>> {
  const { sweep, resource } = scope;
  const { ports, limits } = sweep;
  const now = ports.clock.now();
  const { name, dataset = '', checkedAt = now } = resource;
  const ready = await ports.upstreamWatchlists.isReady(dataset, limits);
  if (ready === undefined) return { change: { dataset: undefined, ready: false } };
  const unreadySince = ready ? undefined : (resource.unreadySince ?? now);
  await notifyReadiness(scope, unreadySince);
  if (isCompareDue(resource, now))
    return { change: { members: await seenMembers(scope), ready, unreadySince, checkedAt: now } };
  if (!ready) sweep.report({ waiting: [`${name}: the service is preparing its companies`] });
  return { change: { ready, unreadySince, checkedAt } };
}

/** Notifies the operators when a watchlist does not get ready in time, and when it is ready at last. */
async function notifyReadiness(
  { sweep: { ports, report }, resource }: WatchlistScope,
  unreadySince: Instant | undefined,
): Promise<void> {
  const { name, unreadySince: before = Number.POSITIVE_INFINITY } = resource;
  if (ports.clock.now() - before < READY_PATIENCE) return;
  const notified =
    unreadySince === undefined
      ? resolveNamedIncident(ports, unreadySubject(name))
      : openNamedIncident(ports, unreadyIncident(name, unreadySince));
  report(await notified);
}
