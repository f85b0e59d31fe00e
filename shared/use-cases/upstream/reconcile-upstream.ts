import { type MonitorHolding, newProject, type WatchlistHolding } from '../../domain/upstream/upstream-resource.ts';
import { emptyUpstream, type UpstreamOutcome } from '../../domain/upstream/upstream-outcome.ts';
import { UpstreamError } from '../../domain/lib/errors.ts';
import { healDeliveries } from './pull-missing-records.ts';
import { keepMonitors } from './reconcile-monitors.ts';
import { releaseProject } from './reconcile-project.ts';
import { keepWatchlists, removeWatchlists } from './reconcile-watchlists.ts';
import type { CallLimits } from '../ports/ports.ts';
import type { Upkeep, UpkeepPorts, UpkeepSettings } from './upstream-context.ts';

/** What the sweep tells of troubles. */
export type UpkeepOutcome = Omit<Upkeep['outcome'], 'upstream'>;

/**
 * Moves what the extraction service holds for this stack towards what the watches ask: watchlists first, then monitors,
 * then what nobody asks for any more; and makes up for lost deliveries. Where nothing is asked and nothing is held it costs
 * three reads of our own and no call.
 */
export async function keepUpstream(
  ports: UpkeepPorts,
  settings: UpkeepSettings,
  { outcome, ...limits }: CallLimits & { outcome: UpkeepOutcome },
): Promise<UpstreamOutcome> {
  const [watches, wanted, held] = await Promise.all([
    ports.definitions.watches(),
    ports.lists.all(),
    ports.holdings.all(),
  ]);
  const upstream = emptyUpstream();
  if (wanted.length === 0 && held.length === 0 && !watches.some(({ monitor }) => monitor)) return upstream;
  const upkeep: Upkeep = {
    ports,
    settings,
    outcome: Object.assign(outcome, { upstream }),
    limits,
    project: held.find((one) => one.type === 'project') ?? newProject(settings.stack),
  };
  const heldLists = held.filter((one) => one.type === 'watchlist');
  const watchlists = await keepWatchlists(upkeep, { wanted, held: heldLists });
  const known = { watches, watchlists, monitors: held.filter((one) => one.type === 'monitor') };
  const monitors = await keepMonitors(upkeep, known);
  const names = new Set(wanted.map(({ name }) => name));
  const leftLists = await removeWatchlists(
    upkeep,
    heldLists.filter(({ name }) => !names.has(name)),
  );
  await healDeliveries(upkeep, { watches, monitors });
  const asked = new Set(watches.filter(({ monitor }) => monitor).map(({ id }) => id));
  const leftMonitors = monitors.filter(({ name }) => !asked.has(name));
  upstream.kept.push(...leftMonitors.flatMap(namesOf), ...leftLists.flatMap(namesOf));
  if (watchlists.length + monitors.length + leftLists.length === 0) await endProject(upkeep);
  return upstream;
}

/** What a record stands for upstream, in the service's own words. */
function namesOf(holding: MonitorHolding | WatchlistHolding): string[] {
  const why = holding.error === undefined ? '' : `: ${holding.error}`;
  return objectsOf(holding).map((object) => `${object} of ${holding.name}${why}`);
}

function objectsOf(holding: MonitorHolding | WatchlistHolding): string[] {
  if (holding.type === 'watchlist') {
    const count = Object.keys(holding.members).length;
    const dataset = holding.dataset === undefined ? [] : [`dataset ${holding.dataset}`];
    return count === 0 ? dataset : [...dataset, `${count} entities`];
  }
  const { monitor, former, webhook, reference } = holding;
  return [
    ...[monitor, former].flatMap((one) => (one ? [`monitor ${one.id}`] : [])),
    ...(webhook ? [`webhook ${webhook.id}`] : []),
    ...(reference ? [`job ${reference.jobId ?? 'under way'}`] : []),
  ];
}

/** Tried again by the next sweep. */
async function endProject(upkeep: Upkeep): Promise<void> {
  try {
    await releaseProject(upkeep);
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    upkeep.outcome.upstream.kept.push(`project ${upkeep.project.id ?? ''}: ${error.message}`);
  }
}
