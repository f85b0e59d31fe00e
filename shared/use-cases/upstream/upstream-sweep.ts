import type { Ports } from '../ports/ports.ts';
import type { DesiredMonitor } from '../../domain/upstream/reconcile-monitor.ts';
import type { UpstreamOutcome } from '../../domain/upstream/upstream-outcome.ts';
import type {
  MonitorResource,
  ProjectResource,
  UpstreamResource,
  WatchlistResource,
} from '../../domain/upstream/upstream-resource.ts';
import type { Watch } from '../../domain/watches/watch.ts';
import type { Watchlist } from '../../domain/watches/watchlist.ts';
import type { CallContext } from '../ports/clock.ts';
import type { SeenMonitor } from '../ports/upstream.ts';
import { type IncidentOutcome, type ItemsQuarantined, sumIncidents } from '../alerts/notify-incidents.ts';

export type UpstreamPorts = Pick<
  Ports,
  | 'clock'
  | 'definitions'
  | 'watchlists'
  | 'resources'
  | 'collectedRuns'
  | 'states'
  | 'findings'
  | 'spaces'
  | 'decideQueue'
  | 'quarantine'
  | 'alerts'
  | 'incidents'
  | 'raw'
  | 'extractions'
  | 'recordKeys'
  | 'jobs'
  | 'workflow'
  | 'queue'
  | 'projects'
  | 'monitors'
  | 'upstreamWatchlists'
>;

/** Whose objects these are, and where webhook payloads are received. */
export interface UpstreamSettings {
  /** The stack's name: it marks what is ours. */
  stack: string;
  /** Address of the receiver, without a slash at the end. */
  receiver: string;
  /** Makes a secret that nobody can guess. */
  newSecret: () => string;
}

export interface UpstreamSweep {
  ports: UpstreamPorts;
  settings: UpstreamSettings;
  /** No call upstream may last beyond its deadline. */
  limits: CallContext;
  /** All monitors of ours, requested once in a sweep. */
  listMonitors: () => Promise<SeenMonitor[]>;
}

/** The record of an object, and of the project it belongs to, as they were last written. */
export interface Records<R extends UpstreamResource> {
  resource: R;
  project: ProjectResource;
}

export interface MonitorScope extends Records<MonitorResource> {
  sweep: UpstreamSweep;
  /** Undefined when the watch was removed, or asks for no monitor any more. */
  watch: Watch | undefined;
  desired: DesiredMonitor | undefined;
  /** Its watchlist, if it has one, is ready. */
  isListReady: boolean;
}

export interface WatchlistScope extends Records<WatchlistResource> {
  sweep: UpstreamSweep;
  /** Undefined when the watchlist was removed. */
  desired: Watchlist | undefined;
}

/** What a sweep, or a part of it, did, and what it quarantined of pulled records. */
export interface SweepOutcome
  extends UpstreamOutcome,
    IncidentOutcome,
    Pick<ItemsQuarantined, 'quarantined' | 'faults'> {}

export function sumSweep(parts: readonly Partial<SweepOutcome>[]): SweepOutcome {
  return {
    ...sumIncidents(parts),
    quarantined: parts.reduce((sum, { quarantined = 0 }) => sum + quarantined, 0),
    faults: parts.flatMap(({ faults = [] }) => faults),
    steps: parts.flatMap(({ steps = [] }) => steps),
    waiting: parts.flatMap(({ waiting = [] }) => waiting),
    healed: parts.flatMap(({ healed = [] }) => healed),
    kept: parts.flatMap(({ kept = [] }) => kept),
  };
}
