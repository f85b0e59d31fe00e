import { GoneError } from '../../domain/lib/errors.ts';
import { CLOCK_SKEW } from '../../domain/extraction/extraction-times.ts';
import type { KnownEntity, WatchlistResource } from '../../domain/upstream/upstream-resource.ts';
import type { Instant } from '../../domain/time/instant.ts';
import { CHECK_GAP, READY_PATIENCE } from '../../domain/upstream/upstream-times.ts';
import { unreadySubject, unreadyIncident } from '../../domain/upstream/upstream-incident.ts';
import type { WatchlistStep } from '../../domain/upstream/reconcile-watchlist.ts';
import {
  type Company,
  companyHash,
  externalIdOf,
  keyIn,
  type Watchlist,
} from '../../domain/watches/watchlist.ts';
import { findProject, forgetIfGone, needProject } from './reconcile-project.ts';
import { resolveIncident, openIncident } from '../alerts/notify-incidents.ts';
import { type ResourceScope, note } from './upstream-context.ts';
import type { SeenEntity } from '../ports/upstream-ports.ts';

/** One watchlist, being kept. Undefined is wanted when it is gone from the file. */
export interface WatchlistScope extends ResourceScope<WatchlistResource> {
  desired: Watchlist | undefined;
}

type Deed = Exclude<WatchlistStep, { do: 'rest' | 'wait' | 'forget' }>;

/** Takes one step and notes it. False: it has to wait for something else. */
export async function takeWatchlistStep(scope: WatchlistScope, step: Deed): Promise<boolean> {
  const { context, resource } = scope;
  const { watchlists } = context.ports;
  const { limits } = context;
  switch (step.do) {
    case 'look':
      return look(scope);
    case 'check':
      return check(scope);
    case 'make-entities':
      return makeEntities(scope, step.companies);
    case 'change-entity':
      return changeEntity(scope, step);
    case 'make-dataset':
      return makeDataset(scope);
    case 'put-in': {
      const ids = step.keys.flatMap((key) => resource.members[key]?.id ?? []);
      await watchlists.putIn(resource.dataset ?? '', ids, limits);
      await note(scope, { members: allInside(resource.members), ready: false });
      return true;
    }
    case 'remove-dataset':
      await watchlists.removeDataset(step.id, limits);
      await note(scope, { dataset: undefined, ready: false });
      return true;
    case 'remove-entity':
      await watchlists.removeEntity(step.id, limits);
      await note(scope, { members: without(resource.members, [step.key]) });
      return true;
  }
}

function nameOf({ context, resource }: WatchlistScope): { stack: string; name: string } {
  return { stack: context.settings.stack, name: resource.name };
}

/** The intent is written first: entities know no project, so that they are found by their ids of ours alone. */
async function makeEntities(scope: WatchlistScope, companies: readonly Company[]): Promise<boolean> {
  const { ports, limits } = scope.context;
  const list = nameOf(scope);
  await note(scope, { intent: { makes: 'entities', at: ports.clock.now() } });
  const orders = companies.map((company) => ({ externalId: externalIdOf(list, company.key), company }));
  const ids = await ports.watchlists.createEntities(orders, limits);
  const made = companies.flatMap((company, index): [string, KnownEntity][] => {
    const id = ids[index];
    return id === undefined ? [] : [[company.key, { id, digest: companyHash(company), outside: true }]];
  });
  const members = { ...scope.resource.members, ...Object.fromEntries(made) };
  await note(scope, { members, ready: false, intent: undefined });
  return made.length > 0;
}

async function changeEntity(
  scope: WatchlistScope,
  { id, company }: { id: string; company: Company },
): Promise<boolean> {
  const { ports, limits } = scope.context;
  const { members } = scope.resource;
  const held = members[company.key];
  try {
    await ports.watchlists.changeEntity(id, company, limits);
  } catch (error) {
    if (!(error instanceof GoneError)) throw error;
    // Somebody has deleted it: it is made anew.
    await note(scope, { members: without(members, [company.key]) });
    return true;
  }
  const digest = companyHash(company);
  await note(scope, { members: { ...members, [company.key]: { ...held, id, digest } } });
  return true;
}

async function makeDataset(scope: WatchlistScope): Promise<boolean> {
  const { context } = scope;
  const { ports, limits } = context;
  const projectId = await needProject(context);
  if (projectId === undefined) return false;
  await note(scope, { intent: { makes: 'dataset', at: ports.clock.now() } });
  const { members } = scope.resource;
  const entityIds = Object.values(members).map(({ id }) => id);
  const making = ports.watchlists.createDataset({ projectId, name: datasetName(scope), entityIds }, limits);
  const dataset = await forgetIfGone(context, making);
  await note(scope, { dataset, members: allInside(members), ready: false, intent: undefined });
  return true;
}

function datasetName(scope: WatchlistScope): string {
  const { stack, name } = nameOf(scope);
  return `${stack} ${name}`;
}

/** Looks for what an unanswered call, or an earlier store, may have made, and takes it over. */
async function look(scope: WatchlistScope): Promise<boolean> {
  const { context, resource } = scope;
  const { ports, limits } = context;
  const { makes, at = 0 } = resource.intent ?? {};
  const projectId = await findProject(context);
  if (projectId === undefined && context.project.intent) return false;
  const search = projectId !== undefined && makes === 'dataset';
  const dataset = search
    ? await forgetIfGone(
        context,
        ports.watchlists.findDataset({ projectId, name: datasetName(scope) }, limits),
      )
    : resource.dataset;
  const inside = projectId !== undefined && dataset !== undefined ? await ofProject(scope, projectId) : {};
  const made = await ports.watchlists.entities({ since: Math.max(0, at - CLOCK_SKEW) }, limits);
  const found = membersAmong(scope, made);
  const outside = Object.entries(found).map(([key, one]) => [key, { ...one, outside: true as const }]);
  const members = { ...Object.fromEntries(outside), ...inside, ...resource.members };
  await note(scope, { dataset, members, ready: false, intent: undefined });
  return true;
}

async function ofProject(scope: WatchlistScope, projectId: string): Promise<Record<string, KnownEntity>> {
  const { ports, limits } = scope.context;
  const inProject = ports.watchlists.entities({ projectId }, limits);
  return membersAmong(scope, await forgetIfGone(scope.context, inProject));
}

/** What the service was told of them is not known: without a digest they are told again. */
function membersAmong(scope: WatchlistScope, entities: readonly SeenEntity[]): Record<string, KnownEntity> {
  const list = nameOf(scope);
  const ours = entities.flatMap(({ id, externalId }): [string, KnownEntity][] => {
    const key = keyIn(list, externalId);
    return key === undefined ? [] : [[key, { id, digest: '' }]];
  });
  return Object.fromEntries(ours);
}

/**
 * Companies whose entities are not there any more are made anew; those that are there and lie in no dataset of ours are
 * put in again. True when there are some that are gone.
 */
export async function forgetLostMembers(
  scope: WatchlistScope,
  missing: readonly string[] = Object.keys(scope.resource.members),
): Promise<boolean> {
  if (missing.length === 0) return false;
  const { ports, limits } = scope.context;
  const there = membersAmong(scope, await ports.watchlists.entities({ since: 0 }, limits));
  const ids = new Set(Object.values(there).map(({ id }) => id));
  const { members } = scope.resource;
  const lost = missing.filter((key) => !ids.has(members[key]?.id ?? ''));
  const outside = missing.flatMap((key): [string, KnownEntity][] => {
    const member = members[key];
    return member && !lost.includes(key) ? [[key, { ...member, outside: true }]] : [];
  });
  await note(scope, { members: { ...without(members, lost), ...Object.fromEntries(outside) } });
  return lost.length > 0;
}

/** Whether jobs can use it; and once an hour, whether everything is still there. */
async function check(scope: WatchlistScope): Promise<boolean> {
  const { context, resource } = scope;
  const { ports, limits } = context;
  const now = ports.clock.now();
  const { dataset = '', members, checkedAt = now } = resource;
  const ready = await ports.watchlists.isReady(dataset, limits);
  if (ready === undefined) {
    await note(scope, { dataset: undefined, ready: false });
    return true;
  }
  const unreadySince = ready ? undefined : (resource.unreadySince ?? now);
  await noteReadiness(scope, unreadySince);
  if (now < checkedAt + CHECK_GAP) {
    if (!ready)
      context.outcome.upstream.waiting.push(`${resource.name}: the service gets to know its companies`);
    await note(scope, { ready, unreadySince, checkedAt: resource.checkedAt ?? now });
    return true;
  }
  const projectId = await findProject(context);
  const inside = projectId === undefined ? {} : await ofProject(scope, projectId);
  const seen = new Set(Object.values(inside).map(({ id }) => id));
  const missing = Object.entries(members).flatMap(([key, { id }]) => (seen.has(id) ? [] : [key]));
  await forgetLostMembers(scope, missing);
  await note(scope, { ready, unreadySince, checkedAt: now });
  return true;
}

/** The operators hear of a watchlist that does not get ready, and when it does. */
async function noteReadiness(
  { context, resource }: WatchlistScope,
  unreadySince: Instant | undefined,
): Promise<void> {
  const { name, unreadySince: before = Number.POSITIVE_INFINITY } = resource;
  const isLong = context.ports.clock.now() - before >= READY_PATIENCE;
  if (!isLong) return;
  const subject = unreadySubject(name);
  if (unreadySince === undefined) {
    await resolveIncident(context, subject);
    context.outcome.cured.push(subject);
    return;
  }
  await openIncident(context, unreadyIncident(name, unreadySince));
  context.outcome.troubles.push(subject);
}

type Members = WatchlistResource['members'];

function allInside(members: Members): Members {
  const inside = Object.entries(members).map(([key, { id, digest }]) => [key, { id, digest }]);
  return Object.fromEntries(inside);
}

function without(members: Members, keys: readonly string[]): Members {
  return Object.fromEntries(Object.entries(members).filter(([key]) => !keys.includes(key)));
}
