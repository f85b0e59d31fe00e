import {
  type MonitorResource,
  newProject,
  type WatchlistResource,
} from '../../domain/upstream/upstream-resource.ts';
import type { CallLimits } from '../ports/ports.ts';
import { reconcileMonitors } from './reconcile-monitors.ts';
import { removeProject } from './reconcile-project.ts';
import { reconcileWatchlists, removeWatchlists } from './reconcile-watchlists.ts';
import {
  addSweepOutcome,
  NOTHING_SWEPT,
  openSweep,
  type SweepOutcome,
  type UpstreamPorts,
  type UpstreamSettings,
} from './upstream-sweep.ts';
import { pullMissingRecords } from './webhooks/pull-missing-records.ts';

/**
 * Moves the objects at the extraction service towards what the watches ask: watchlists first, then monitors, then what no
 * watch asks for any more. Then pulls records whose webhook payloads were lost. Where nothing is asked for and nothing
 * exists, it costs three reads of our store and no call.
 */
export async function reconcileUpstream(
  ports: UpstreamPorts,
  settings: UpstreamSettings,
  limits: CallLimits,
): Promise<SweepOutcome> {
  const [watches, wanted, existing] = await Promise.all([
    ports.definitions.watches(),
    ports.lists.all(),
    ports.resources.all(),
  ]);
  if (wanted.length === 0 && existing.length === 0 && !watches.some(({ monitor }) => monitor))
    return NOTHING_SWEPT;
  const sweep = openSweep(ports, { settings, limits });
  const project = existing.find((one) => one.type === 'project') ?? newProject(settings.stack);
  const existingLists = existing.filter((one) => one.type === 'watchlist');
  const lists = await reconcileWatchlists(sweep, { wanted, existing: existingLists, project });
  const monitors = await reconcileMonitors(sweep, {
    watches,
    watchlists: lists.resources,
    monitors: existing.filter((one) => one.type === 'monitor'),
    project: lists.project,
  });
  const names = new Set(wanted.map(({ name }) => name));
  const leftLists = await removeWatchlists(sweep, {
    unwanted: existingLists.filter(({ name }) => !names.has(name)),
    project: monitors.project,
  });
  const pulled = await pullMissingRecords(sweep, { watches, monitors: monitors.resources });
  const asked = new Set(watches.filter(({ monitor }) => monitor).map(({ id }) => id));
  const leftMonitors = monitors.resources.filter(({ name }) => !asked.has(name));
  const kept = [...leftMonitors, ...leftLists.resources].flatMap(describeObjects);
  const isEmpty = lists.resources.length + monitors.resources.length + leftLists.resources.length === 0;
  const removed = isEmpty ? await removeProject(sweep, leftLists.project) : {};
  return [lists.outcome, monitors.outcome, leftLists.outcome, pulled, { kept }, removed].reduce(
    addSweepOutcome,
    NOTHING_SWEPT,
  );
}

/** The objects of a record, in the service's own words. */
function describeObjects(resource: MonitorResource | WatchlistResource): string[] {
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
