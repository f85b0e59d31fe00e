import {
  type MonitorResource,
  newProject,
  type WatchlistResource,
} from '../../domain/upstream/upstream-resource.ts';
import type { CallContext } from '../ports/clock.ts';
import type { SeenMonitor } from '../ports/services.ts';
import { reconcileMonitors } from './reconcile-monitors.ts';
import { removeProject } from './reconcile-resource.ts';
import { reconcileWatchlists, removeWatchlists } from './reconcile-watchlists.ts';
import { sumSweep, type SweepOutcome, type UpstreamPorts, type UpstreamSettings } from './upstream-sweep.ts';
import { pullMissingRecords } from './store-records.ts';

/**
 * Moves the objects at the extraction service towards what the watches ask: watchlists first, then monitors, then what
 * no watch asks for any more. Then pulls records of lost webhook payloads. Without any object it costs three reads.
 */
export async function reconcileUpstream(
  ports: UpstreamPorts,
  settings: UpstreamSettings,
  limits: CallContext,
): Promise<SweepOutcome> {
  const [watches, wanted, existing] = await Promise.all([
    ports.definitions.watches(),
    ports.watchlists.all(),
    ports.resources.all(),
  ]);
  const asked = new Set(watches.filter(({ monitor }) => monitor).map(({ id }) => id));
  if (wanted.length + existing.length + asked.size === 0) return sumSweep([]);
  let listed: SeenMonitor[] | undefined;
  const listMonitors = async () => (listed ??= await ports.monitors.list({}, limits));
  const sweep = { ports, settings, limits, listMonitors };
  const first = existing.find((one) => one.type === 'project') ?? newProject(settings.stack);
  const existingLists = existing.filter((one) => one.type === 'watchlist');
  const lists = await reconcileWatchlists(sweep, { wanted, existing: existingLists, project: first });
  const monitors = await reconcileMonitors(sweep, {
    watches,
    watchlists: lists.resources,
    monitors: existing.filter((one) => one.type === 'monitor'),
    project: lists.project,
  });
  const names = new Set(wanted.map(({ name }) => name));
  const unwanted = existingLists.filter(({ name }) => !names.has(name));
  const { project, ...left } = await removeWatchlists(sweep, { unwanted, project: monitors.project });
  const pulled = await pullMissingRecords(sweep, { watches, monitors: monitors.resources });
  const leftMonitors = monitors.resources.filter(({ name }) => !asked.has(name));
  const kept = [...leftMonitors, ...left.resources].flatMap(describeObjects);
  const isEmpty = lists.resources.length + monitors.resources.length + left.resources.length === 0;
  const removed = isEmpty ? await removeProject(sweep, project) : {};
  const parts = [...lists.outcomes, ...monitors.outcomes, ...left.outcomes, ...pulled];
  return sumSweep([...parts, { kept }, removed]);
}

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
