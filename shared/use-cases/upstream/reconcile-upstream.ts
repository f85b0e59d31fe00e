import { desiredMonitor, type DesiredMonitor } from '../../domain/upstream/desired-monitor.ts';
import {
  type MonitorResource,
  newMonitor,
  newProject,
  newWatchlist,
  type UpstreamResource,
  type WatchlistResource,
} from '../../domain/upstream/upstream-resource.ts';
import type { Watch } from '../../domain/watches/watch.ts';
import type { Watchlist } from '../../domain/watches/watchlist.ts';
import type { CallContext } from '../ports/clock.ts';
import type { SeenMonitor } from '../ports/services.ts';
import { MONITORS } from './monitor-objects.ts';
import { removeProject } from './our-project.ts';
import { reconcileEach, type Wanted } from './reconcile-resource.ts';
import { WATCHLISTS } from './watchlist-objects.ts';
import {
  sumSweep,
  type SweepOutcome,
  type UpstreamPorts,
  type UpstreamSettings,
  type UpstreamSweep,
} from './take-step.ts';
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
  const project = existing.find((one) => one.type === 'project') ?? newProject(settings.stack);
  const outcomes: Partial<SweepOutcome>[] = [];
  const report: UpstreamSweep['report'] = (outcome) => void outcomes.push(outcome);
  const sweep: UpstreamSweep = { ports, settings, limits, listMonitors, project, report };
  const [wantedLists, unwanted] = listsOf(existing, wanted);
  const lists = await reconcileEach(sweep, WATCHLISTS, wantedLists);
  const monitors = await reconcileEach(sweep, MONITORS, monitorsOf(existing, { watches, lists, settings }));
  const leftLists = await reconcileEach(sweep, WATCHLISTS, unwanted);
  await pullMissingRecords(sweep, { watches, monitors });
  const leftMonitors = monitors.filter(({ name }) => !asked.has(name));
  report({ kept: [...leftMonitors, ...leftLists].flatMap(describeObjects) });
  if (lists.length + monitors.length + leftLists.length === 0) await removeProject(sweep);
  return sumSweep(outcomes);
}

/** The watchlists of the file, and those that it does not name any more. */
function listsOf(
  existing: readonly UpstreamResource[],
  wanted: readonly Watchlist[],
): [Wanted<WatchlistResource, Watchlist>[], { resource: WatchlistResource }[]] {
  const left = new Map(
    existing.flatMap((one) => (one.type === 'watchlist' ? [[one.name, one] as const] : [])),
  );
  const named = wanted.map((desired) => {
    const resource = left.get(desired.name) ?? newWatchlist(desired.name);
    left.delete(desired.name);
    return { resource, desired };
  });
  return [named, [...left.values()].map((resource) => ({ resource }))];
}

/** The query of a watch is not complete without the dataset of its watchlist. */
function monitorsOf(
  existing: readonly UpstreamResource[],
  given: {
    watches: readonly Watch[];
    lists: readonly WatchlistResource[];
    settings: UpstreamSettings;
  },
): Wanted<MonitorResource, DesiredMonitor>[] {
  const lists = new Map(given.lists.map((list) => [list.name, list]));
  const known = new Map(
    existing.flatMap((one) => (one.type === 'monitor' ? [[one.name, one] as const] : [])),
  );
  const asked = new Map(given.watches.filter(({ monitor }) => monitor).map((watch) => [watch.id, watch]));
  return [...new Set([...known.keys(), ...asked.keys()])].map((id) => {
    const resource = known.get(id) ?? newMonitor(id);
    const watch = asked.get(id);
    const list = lists.get(watch?.watchlist ?? '');
    if (watch?.watchlist !== undefined && list?.dataset === undefined)
      return { resource, waiting: 'its watchlist is being prepared' };
    return { resource, desired: watch && desiredMonitor(watch, { ...given.settings, list }) };
  });
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
