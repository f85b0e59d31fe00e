import type { DesiredMonitor } from '../../domain/upstream/reconcile-monitor.ts';
import { emptyUpstreamOutcome, type UpstreamOutcome } from '../../domain/upstream/upstream-outcome.ts';
import type {
  MonitorResource,
  ProjectResource,
  UpstreamResource,
  WatchlistResource,
} from '../../domain/upstream/upstream-resource.ts';
import type { Watch } from '../../domain/watches/watch.ts';
import type { Watchlist } from '../../domain/watches/watchlist.ts';
import type { SeenValues } from '../ports/counting-ports.ts';
import type { Extractions, JobService, RecordKeys, Workflow } from '../ports/extraction-ports.ts';
import type {
  Alerts,
  CallLimits,
  Clock,
  Definitions,
  Findings,
  RawStore,
  RunStates,
  Incidents,
} from '../ports/ports.ts';
import type { Stories, NotifiedStories } from '../ports/story-ports.ts';
import type {
  UpstreamResources,
  SeenMonitor,
  CollectedRuns,
  UpstreamMonitors,
  UpstreamProjects,
  UpstreamWatchlists,
  Watchlists,
} from '../ports/upstream-ports.ts';
import { addIncidentOutcome, NO_INCIDENTS, type IncidentOutcome } from './incident-outcome.ts';

export interface UpstreamPorts {
  clock: Clock;
  definitions: Definitions;
  lists: Watchlists;
  resources: UpstreamResources;
  collectedRuns: CollectedRuns;
  states: RunStates;
  findings: Findings;
  stories: Stories;
  told: NotifiedStories;
  seen: SeenValues;
  alerts: Alerts;
  troubles: Incidents;
  raw: RawStore;
  extractions: Extractions;
  marks: RecordKeys;
  jobs: Pick<JobService, 'find'>;
  workflow: Workflow;
  projects: UpstreamProjects;
  monitors: UpstreamMonitors;
  watchlists: UpstreamWatchlists;
}

/** Whose objects these are, and where webhook payloads are received. */
export interface UpstreamSettings {
  /** The stack's name: it marks what is ours. */
  stack: string;
  /** Address of the receiver, without a slash at the end. */
  receiver: string;
  /** Makes a secret that nobody can guess. */
  newSecret: () => string;
}

/** What all steps of one sweep are given. */
export interface UpstreamSweep {
  ports: UpstreamPorts;
  settings: UpstreamSettings;
  limits: CallLimits;
  /** All monitors of ours, requested once in a sweep. */
  listMonitors: () => Promise<SeenMonitor[]>;
}

export function openSweep(
  ports: UpstreamPorts,
  given: Pick<UpstreamSweep, 'settings' | 'limits'>,
): UpstreamSweep {
  let listed: SeenMonitor[] | undefined;
  const listMonitors = async () => (listed ??= await ports.monitors.list({}, given.limits));
  return { ports, ...given, listMonitors };
}

/** The record of an object, and of the project it belongs to, as they were last written. */
export interface Records<R extends UpstreamResource> {
  resource: R;
  project: ProjectResource;
}

/** The records that are left, the project after all steps, and what was done. */
export interface Reconciled<R extends UpstreamResource> {
  resources: R[];
  project: ProjectResource;
  outcome: SweepOutcome;
}

/** What a step of a monitor is given. */
export interface MonitorScope extends Records<MonitorResource> {
  sweep: UpstreamSweep;
  /** Undefined when the watch was removed, or asks for no monitor any more. */
  watch: Watch | undefined;
  desired: DesiredMonitor | undefined;
  /** Its watchlist, if it has one, is ready. */
  isListReady: boolean;
}

/** What a step of a watchlist is given. */
export interface WatchlistScope extends Records<WatchlistResource> {
  sweep: UpstreamSweep;
  /** Undefined when the watchlist was removed. */
  desired: Watchlist | undefined;
}

/** What a sweep, or a part of it, did. */
export interface SweepOutcome extends UpstreamOutcome, IncidentOutcome {}

export const NOTHING_SWEPT: SweepOutcome = { ...NO_INCIDENTS, ...emptyUpstreamOutcome() };

export function addSweepOutcome(a: SweepOutcome, b: Partial<SweepOutcome>): SweepOutcome {
  const { steps = [], waiting = [], healed = [], kept = [], ...incidents } = b;
  return {
    ...addIncidentOutcome(a, incidents),
    steps: [...a.steps, ...steps],
    waiting: [...a.waiting, ...waiting],
    healed: [...a.healed, ...healed],
    kept: [...a.kept, ...kept],
  };
}
