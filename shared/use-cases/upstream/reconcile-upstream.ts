import {
  type MonitorResource,
  newProject,
  type WatchlistResource,
} from '../../domain/upstream/upstream-resource.ts';
import { emptyUpstream, type UpstreamOutcome } from '../../domain/upstream/upstream-outcome.ts';
import { UpstreamError } from '../../domain/lib/errors.ts';
import { pullMissingRecords } from './pull-missing-records.ts';
import { reconcileMonitors } from './reconcile-monitors.ts';
import { releaseProject } from './reconcile-project.ts';
import { reconcileWatchlists, removeWatchlists } from './reconcile-watchlists.ts';
import type { CallLimits } from '../ports/ports.ts';
import type { UpstreamContext, UpstreamPorts, UpstreamSettings } from './upstream-context.ts';

/** What the sweep tells of troubles. */
export type UpstreamSweepOutcome = Omit<UpstreamContext['outcome'], 'upstream'>;

/**
 * Moves what the extraction service holds for this stack towards what the watches ask: watchlists first, then monitors,
 * then what nobody asks for any more; and makes up for lost deliveries. Where nothing is asked and nothing is held it costs
 * three reads of our own and no call.
 */
export async function reconcileUpstream(
  ports: UpstreamPorts,
  settings: UpstreamSettings,
  { outcome, ...limits }: CallLimits & { outcome: UpstreamSweepOutcome },
): Promise<UpstreamOutcome> {
  const [watches, wanted, held] = await Promise.all([
    ports.definitions.watches(),
    ports.lists.all(),
    ports.resources.all(),
  ]);
  const upstream = emptyUpstream();
  if (wanted.length === 0 && held.length === 0 && !watches.some(({ monitor }) => monitor)) return upstream;
  const context: UpstreamContext = {
    ports,
    settings,
    outcome: Object.assign(outcome, { upstream }),
    limits,
    project: held.find((one) => one.type === 'project') ?? newProject(settings.stack),
  };
  const heldLists = held.filter((one) => one.type === 'watchlist');
  const watchlists = await reconcileWatchlists(context, { wanted, held: heldLists });
  const known = { watches, watchlists, monitors: held.filter((one) => one.type === 'monitor') };
  const monitors = await reconcileMonitors(context, known);
  const names = new Set(wanted.map(({ name }) => name));
  const leftLists = await removeWatchlists(
    context,
    heldLists.filter(({ name }) => !names.has(name)),
  );
  await pullMissingRecords(context, { watches, monitors });
  const asked = new Set(watches.filter(({ monitor }) => monitor).map(({ id }) => id));
  const leftMonitors = monitors.filter(({ name }) => !asked.has(name));
  upstream.kept.push(...leftMonitors.flatMap(namesOf), ...leftLists.flatMap(namesOf));
  if (watchlists.length + monitors.length + leftLists.length === 0) await endProject(context);
  return upstream;
}

/** What a record stands for upstream, in the service's own words. */
function namesOf(resource: MonitorResource | WatchlistResource): string[] {
  const why = resource.error === undefined ? '' : `: ${resource.error}`;
  return objectsOf(resource).map((object) => `${object} of ${resource.name}${why}`);
}

function objectsOf(resource: MonitorResource | WatchlistResource): string[] {
  if (resource.type === 'watchlist') {
    const count = Object.keys(resource.members).length;
    const dataset = resource.dataset === undefined ? [] : [`dataset ${resource.dataset}`];
    return count === 0 ? dataset : [...dataset, `${count} entities`];
  }
  const { monitor, former, webhook, reference } = resource;
  return [
    ...[monitor, former].flatMap((one) => (one ? [`monitor ${one.id}`] : [])),
    ...(webhook ? [`webhook ${webhook.id}`] : []),
    ...(reference ? [`job ${reference.jobId ?? 'under way'}`] : []),
  ];
}

/** Tried again by the next sweep. */
async function endProject(context: UpstreamContext): Promise<void> {
  try {
    await releaseProject(context);
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    context.outcome.upstream.kept.push(`project ${context.project.id ?? ''}: ${error.message}`);
  }
}
