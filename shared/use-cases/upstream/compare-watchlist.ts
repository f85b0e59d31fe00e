import { CLOCK_SKEW } from '../../domain/extraction/extraction-transitions.ts';
import { unreadyIncident, unreadySubject } from '../../domain/upstream/upstream-incident.ts';
import {
  CHECK_GAP,
  type KnownEntity,
  READY_PATIENCE,
  type WatchlistResource,
} from '../../domain/upstream/upstream-resource.ts';
import { keyIn, type Watchlist } from '../../domain/watches/watchlist.ts';
import type { Instant } from '../../domain/time/instant.ts';
import { type IncidentOutcome, openNamedIncident, resolveNamedIncident } from '../alerts/put-alerts.ts';
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
  const { sweep, resource, project } = scope;
  const { ports, limits } = sweep;
  const { makes, at = 0 } = resource.intent ?? {};
  const { id: projectId } = project;
  if (projectId === undefined && project.intent) return { waits: true };
  const dataset =
    projectId !== undefined && makes === 'dataset'
      ? await ports.upstreamWatchlists.findDataset({ projectId, name: datasetName(scope) }, limits)
      : resource.dataset;
  const inside = dataset === undefined ? {} : await membersInProject(scope);
  const made = await ports.upstreamWatchlists.entities({ since: Math.max(0, at - CLOCK_SKEW) }, limits);
  const outside = asOutside(membersAmong(scope, made));
  const members = { ...outside, ...inside, ...resource.members };
  return { change: { dataset, members, ready: false, intent: undefined } };
}

async function membersInProject(scope: WatchlistScope): Promise<Members> {
  const { sweep, project } = scope;
  if (project.id === undefined) return {};
  const search = { projectId: project.id };
  return membersAmong(scope, await sweep.ports.upstreamWatchlists.entities(search, sweep.limits));
}

/** What the service knows of a found entity is not known: without a hash it is changed next. */
function membersAmong(scope: WatchlistScope, entities: readonly SeenEntity[]): Members {
  const marks = marksOf(scope);
  const ours = entities.flatMap(({ id, externalId }): [string, KnownEntity][] => {
    const key = keyIn(marks, externalId);
    return key === undefined ? [] : [[key, { id, hash: '' }]];
  });
  return Object.fromEntries(ours);
}

function asOutside(members: Members): Members {
  const outside = Object.entries(members).map(([key, one]) => [key, { ...one, outside: true as const }]);
  return Object.fromEntries(outside);
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
  const { name, dataset = '' } = resource;
  const ready = await ports.upstreamWatchlists.isReady(dataset, limits);
  if (ready === undefined) return { change: { dataset: undefined, ready: false } };
  const unreadySince = ready ? undefined : (resource.unreadySince ?? now);
  const notified = await notifyReadiness(scope, unreadySince);
  if (!isCompareDue(resource, now)) {
    const waiting = ready ? [] : [`${name}: the service is preparing its companies`];
    const { checkedAt = now } = resource;
    return { change: { ready, unreadySince, checkedAt }, outcome: { ...notified, waiting } };
  }
  const seen = new Set(Object.values(await membersInProject(scope)).map(({ id }) => id));
  const missing = Object.entries(resource.members).flatMap(([key, { id }]) => (seen.has(id) ? [] : [key]));
  const forgotten = await forgetLostMembers(scope, missing);
  return { change: { ...forgotten, ready, unreadySince, checkedAt: now }, outcome: notified };
}

/** Notifies the operators when a watchlist does not get ready in time, and when it is ready at last. */
async function notifyReadiness(
  { sweep: { ports }, resource }: WatchlistScope,
  unreadySince: Instant | undefined,
): Promise<Partial<IncidentOutcome>> {
  const { name, unreadySince: before = Number.POSITIVE_INFINITY } = resource;
  if (ports.clock.now() - before < READY_PATIENCE) return {};
  return unreadySince === undefined
    ? resolveNamedIncident(ports, unreadySubject(name))
    : openNamedIncident(ports, unreadyIncident(name, unreadySince));
}

/**
 * Of the missing members: forgets companies whose entities do not exist any more, so that they are created again;
 * marks those that exist and are in no dataset of ours, so that they are put in again.
 */
export async function forgetLostMembers(
  scope: WatchlistScope,
  missing: readonly string[] = Object.keys(scope.resource.members),
): Promise<Pick<WatchlistResource, 'members'> | undefined> {
  if (missing.length === 0) return undefined;
  const { sweep, resource } = scope;
  const { members } = resource;
  const listed = membersAmong(
    scope,
    await sweep.ports.upstreamWatchlists.entities({ since: 0 }, sweep.limits),
  );
  const ids = new Set(Object.values(listed).map(({ id }) => id));
  const lost = missing.filter((key) => !ids.has(members[key]?.id ?? ''));
  const left = Object.fromEntries(
    Object.entries(members).filter(([key]) => missing.includes(key) && !lost.includes(key)),
  );
  return { members: { ...withoutMembers(members, lost), ...asOutside(left) } };
}
