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
  const asking = new Map(watches.filter(({ monitor }) => monitor).map((watch) => [watch.id, watch]));
  if (wanted.length + existing.length + asking.size === 0) return sumSweep([]);
  let listed: SeenMonitor[] | undefined;
  const listMonitors = async () => (listed ??= await ports.monitors.list({}, limits));
  const project = existing.find((one) => one.type === 'project') ?? newProject(settings.stack);
  const outcomes: Partial<SweepOutcome>[] = [];
  const report: UpstreamSweep['report'] = (outcome) => void outcomes.push(outcome);
  const sweep: UpstreamSweep = { ports, settings, limits, listMonitors, project, report };
  const [wantedLists, unwanted] = listsOf(existing, wanted);
  const lists = await reconcileEach(sweep, WATCHLISTS, wantedLists);
  const monitors = await reconcileEach(sweep, MONITORS, monitorsOf(existing, { asking, lists, settings }));
  const leftLists = await reconcileEach(sweep, WATCHLISTS, unwanted);
  await pullMissingRecords(sweep, { watches, monitors });
  const leftMonitors = monitors.filter(({ name }) => !asking.has(name));
  report({ kept: [...leftMonitors, ...leftLists].flatMap(describeObjects) });
  if (lists.length + monitors.length + leftLists.length === 0) await removeProject(sweep);
  return sumSweep(outcomes);
}

/** The watchlists of the file, and those that it does not name any more. */
function listsOf(
  existing: readonly UpstreamResource[],
  wanted: readonly Watchlist[],
): [Wanted<WatchlistResource, Watchlist>[], { resource: WatchlistResource }[]] {
  const known = existing.filter((one) => one.type === 'watchlist');
  const named = wanted.map((desired) => ({
    resource: known.find(({ name }) => name === desired.name) ?? newWatchlist(desired.name),
    desired,
  }));
  const unnamed = known.filter(({ name }) => !wanted.some((list) => list.name === name));
  return [named, unnamed.map((resource) => ({ resource }))];
}

/** The monitors that watches ask for, and those that none asks for any more. */
function monitorsOf(
  existing: readonly UpstreamResource[],
  given: {
    asking: ReadonlyMap<string, Watch>;
    lists: readonly WatchlistResource[];
    settings: UpstreamSettings;
  },
): Wanted<MonitorResource, DesiredMonitor>[] {
  const { asking, lists, settings } = given;
  const known = existing.filter((one) => one.type === 'monitor');
  const fresh = [...asking.keys()].filter((id) => !known.some(({ name }) => name === id));
  return [...known, ...fresh.map(newMonitor)].map((resource) => {
    const watch = asking.get(resource.name);
    const list = lists.find(({ name }) => name === watch?.watchlist);
    // The query of a watch is not complete without the dataset of its watchlist.
    if (watch?.watchlist !== undefined && list?.dataset === undefined)
      return { resource, waiting: 'its watchlist is being prepared' };
    return { resource, desired: watch && desiredMonitor(watch, { ...settings, list }) };
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
