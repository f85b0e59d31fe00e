import { GoneError } from '../../domain/lib/errors.ts';
import { CLOCK_SKEW } from '../../domain/extraction/extraction-times.ts';
import type { HeldEntity, WatchlistHolding } from '../../domain/upstream/upstream-resource.ts';
import type { Instant } from '../../domain/time/instant.ts';
import { CHECK_GAP, READY_PATIENCE } from '../../domain/upstream/upstream-times.ts';
import { unreadySubject, unreadyTrouble } from '../../domain/upstream/upstream-incident.ts';
import type { WatchlistStep } from '../../domain/upstream/reconcile-watchlist.ts';
import { type Company, companyDigest, externalIdOf, keyIn, type Watchlist } from '../../domain/watches/watchlist.ts';
import { findProject, forgetIfGone, needProject } from './reconcile-project.ts';
import { cureTrouble, raiseTrouble } from '../alerts/notify-incidents.ts';
import { type Keeper, note } from './upstream-context.ts';
import type { SeenEntity } from '../ports/upstream-ports.ts';

/** One watchlist, being kept. Undefined is wanted when it is gone from the file. */
export interface WatchlistKeeper extends Keeper<WatchlistHolding> {
  desired: Watchlist | undefined;
}

type Deed = Exclude<WatchlistStep, { do: 'rest' | 'wait' | 'forget' }>;

/** Takes one step and notes it. False: it has to wait for something else. */
export async function takeWatchlistStep(keeper: WatchlistKeeper, step: Deed): Promise<boolean> {
  const { upkeep, holding } = keeper;
  const { watchlists } = upkeep.ports;
  const { limits } = upkeep;
  switch (step.do) {
    case 'look':
      return look(keeper);
    case 'check':
      return check(keeper);
    case 'make-entities':
      return makeEntities(keeper, step.companies);
    case 'change-entity':
      return changeEntity(keeper, step);
    case 'make-dataset':
      return makeDataset(keeper);
    case 'put-in': {
      const ids = step.keys.flatMap((key) => holding.members[key]?.id ?? []);
      await watchlists.putIn(holding.dataset ?? '', ids, limits);
      await note(keeper, { members: allInside(holding.members), ready: false });
      return true;
    }
    case 'remove-dataset':
      await watchlists.removeDataset(step.id, limits);
      await note(keeper, { dataset: undefined, ready: false });
      return true;
    case 'remove-entity':
      await watchlists.removeEntity(step.id, limits);
      await note(keeper, { members: without(holding.members, [step.key]) });
      return true;
  }
}

function nameOf({ upkeep, holding }: WatchlistKeeper): { stack: string; name: string } {
  return { stack: upkeep.settings.stack, name: holding.name };
}

/** The intent is written first: entities know no project, so that they are found by their ids of ours alone. */
async function makeEntities(keeper: WatchlistKeeper, companies: readonly Company[]): Promise<boolean> {
  const { ports, limits } = keeper.upkeep;
  const list = nameOf(keeper);
  await note(keeper, { intent: { makes: 'entities', at: ports.clock.now() } });
  const orders = companies.map((company) => ({ externalId: externalIdOf(list, company.key), company }));
  const ids = await ports.watchlists.createEntities(orders, limits);
  const made = companies.flatMap((company, index): [string, HeldEntity][] => {
    const id = ids[index];
    return id === undefined ? [] : [[company.key, { id, digest: companyDigest(company), outside: true }]];
  });
  const members = { ...keeper.holding.members, ...Object.fromEntries(made) };
  await note(keeper, { members, ready: false, intent: undefined });
  return made.length > 0;
}

async function changeEntity(
  keeper: WatchlistKeeper,
  { id, company }: { id: string; company: Company },
): Promise<boolean> {
  const { ports, limits } = keeper.upkeep;
  const { members } = keeper.holding;
  const held = members[company.key];
  try {
    await ports.watchlists.changeEntity(id, company, limits);
  } catch (error) {
    if (!(error instanceof GoneError)) throw error;
    // Somebody has deleted it: it is made anew.
    await note(keeper, { members: without(members, [company.key]) });
    return true;
  }
  const digest = companyDigest(company);
  await note(keeper, { members: { ...members, [company.key]: { ...held, id, digest } } });
  return true;
}

async function makeDataset(keeper: WatchlistKeeper): Promise<boolean> {
  const { upkeep } = keeper;
  const { ports, limits } = upkeep;
  const projectId = await needProject(upkeep);
  if (projectId === undefined) return false;
  await note(keeper, { intent: { makes: 'dataset', at: ports.clock.now() } });
  const { members } = keeper.holding;
  const entityIds = Object.values(members).map(({ id }) => id);
  const making = ports.watchlists.createDataset({ projectId, name: datasetName(keeper), entityIds }, limits);
  const dataset = await forgetIfGone(upkeep, making);
  await note(keeper, { dataset, members: allInside(members), ready: false, intent: undefined });
  return true;
}

function datasetName(keeper: WatchlistKeeper): string {
  const { stack, name } = nameOf(keeper);
  return `${stack} ${name}`;
}

/** Looks for what an unanswered call, or an earlier store, may have made, and takes it over. */
async function look(keeper: WatchlistKeeper): Promise<boolean> {
  const { upkeep, holding } = keeper;
  const { ports, limits } = upkeep;
  const { makes, at = 0 } = holding.intent ?? {};
  const projectId = await findProject(upkeep);
  if (projectId === undefined && upkeep.project.intent) return false;
  const search = projectId !== undefined && makes === 'dataset';
  const dataset = search
    ? await forgetIfGone(
        upkeep,
        ports.watchlists.findDataset({ projectId, name: datasetName(keeper) }, limits),
      )
    : holding.dataset;
  const inside = projectId !== undefined && dataset !== undefined ? await ofProject(keeper, projectId) : {};
  const made = await ports.watchlists.entities({ since: Math.max(0, at - CLOCK_SKEW) }, limits);
  const found = membersAmong(keeper, made);
  const outside = Object.entries(found).map(([key, one]) => [key, { ...one, outside: true as const }]);
  const members = { ...Object.fromEntries(outside), ...inside, ...holding.members };
  await note(keeper, { dataset, members, ready: false, intent: undefined });
  return true;
}

async function ofProject(keeper: WatchlistKeeper, projectId: string): Promise<Record<string, HeldEntity>> {
  const { ports, limits } = keeper.upkeep;
  const inProject = ports.watchlists.entities({ projectId }, limits);
  return membersAmong(keeper, await forgetIfGone(keeper.upkeep, inProject));
}

/** What the service was told of them is not known: without a digest they are told again. */
function membersAmong(keeper: WatchlistKeeper, entities: readonly SeenEntity[]): Record<string, HeldEntity> {
  const list = nameOf(keeper);
  const ours = entities.flatMap(({ id, externalId }): [string, HeldEntity][] => {
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
  keeper: WatchlistKeeper,
  missing: readonly string[] = Object.keys(keeper.holding.members),
): Promise<boolean> {
  if (missing.length === 0) return false;
  const { ports, limits } = keeper.upkeep;
  const there = membersAmong(keeper, await ports.watchlists.entities({ since: 0 }, limits));
  const ids = new Set(Object.values(there).map(({ id }) => id));
  const { members } = keeper.holding;
  const lost = missing.filter((key) => !ids.has(members[key]?.id ?? ''));
  const outside = missing.flatMap((key): [string, HeldEntity][] => {
    const member = members[key];
    return member && !lost.includes(key) ? [[key, { ...member, outside: true }]] : [];
  });
  await note(keeper, { members: { ...without(members, lost), ...Object.fromEntries(outside) } });
  return lost.length > 0;
}

/** Whether jobs can use it; and once an hour, whether everything is still there. */
async function check(keeper: WatchlistKeeper): Promise<boolean> {
  const { upkeep, holding } = keeper;
  const { ports, limits } = upkeep;
  const now = ports.clock.now();
  const { dataset = '', members, checkedAt = now } = holding;
  const ready = await ports.watchlists.isReady(dataset, limits);
  if (ready === undefined) {
    await note(keeper, { dataset: undefined, ready: false });
    return true;
  }
  const unreadySince = ready ? undefined : (holding.unreadySince ?? now);
  await noteReadiness(keeper, unreadySince);
  if (now < checkedAt + CHECK_GAP) {
    if (!ready)
      upkeep.outcome.upstream.waiting.push(`${holding.name}: the service gets to know its companies`);
    await note(keeper, { ready, unreadySince, checkedAt: holding.checkedAt ?? now });
    return true;
  }
  const projectId = await findProject(upkeep);
  const inside = projectId === undefined ? {} : await ofProject(keeper, projectId);
  const seen = new Set(Object.values(inside).map(({ id }) => id));
  const missing = Object.entries(members).flatMap(([key, { id }]) => (seen.has(id) ? [] : [key]));
  await forgetLostMembers(keeper, missing);
  await note(keeper, { ready, unreadySince, checkedAt: now });
  return true;
}

/** The operators hear of a watchlist that does not get ready, and when it does. */
async function noteReadiness(
  { upkeep, holding }: WatchlistKeeper,
  unreadySince: Instant | undefined,
): Promise<void> {
  const { name, unreadySince: before = Number.POSITIVE_INFINITY } = holding;
  const isLong = upkeep.ports.clock.now() - before >= READY_PATIENCE;
  if (!isLong) return;
  const subject = unreadySubject(name);
  if (unreadySince === undefined) {
    await cureTrouble(upkeep, subject);
    upkeep.outcome.cured.push(subject);
    return;
  }
  await raiseTrouble(upkeep, unreadyTrouble(name, unreadySince));
  upkeep.outcome.troubles.push(subject);
}

type Members = WatchlistHolding['members'];

function allInside(members: Members): Members {
  const inside = Object.entries(members).map(([key, { id, digest }]) => [key, { id, digest }]);
  return Object.fromEntries(inside);
}

function without(members: Members, keys: readonly string[]): Members {
  return Object.fromEntries(Object.entries(members).filter(([key]) => !keys.includes(key)));
}
