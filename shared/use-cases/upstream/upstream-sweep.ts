import { RefusedError, UpstreamError } from '../../domain/lib/errors.ts';
import type { DesiredMonitor } from '../../domain/upstream/reconcile-monitor.ts';
import type {
  MonitorResource,
  ProjectResource,
  UpstreamOutcome,
  UpstreamResource,
  WatchlistResource,
} from '../../domain/upstream/upstream-resource.ts';
import type { Watch } from '../../domain/watches/watch.ts';
import type { Watchlist } from '../../domain/watches/watchlist.ts';
import type { CallContext } from '../ports/clock.ts';
import type { SeenMonitor } from '../ports/services.ts';
import { type IncidentOutcome, type ItemsQuarantined, sumIncidents } from '../alerts/put-alerts.ts';
import type { Ports } from '../ports/ports.ts';

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

/** A step worked out: what it writes to the record of its object, and the calls in between. */
export interface StepPlan<R extends UpstreamResource> {
  /** Written before the calls, such as an intent: it shows that an answer may be lost. */
  before?: Partial<R>;
  send: (resource: R) => Promise<Sent<R>>;
  ifRefused?: Partial<R>;
}

export interface Sent<R extends UpstreamResource> {
  change?: Partial<R> | undefined;
  /** The step has to wait for something else: no further step is taken in this sweep. */
  waits?: boolean;
  outcome?: Partial<SweepOutcome>;
}

/** The record as it was last written, and how the step ended; `overtaken`: another process has written the record. */
export type StepEnd<R extends UpstreamResource> = { resource: R; outcome: Partial<SweepOutcome> } & (
  | { end: 'taken' | 'waits' | 'overtaken' }
  | { end: 'failed'; error: UpstreamError }
);

/** A step that makes a call, if it is given one, and then writes a change. */
export function planChange<C>(
  change: C,
  call: () => Promise<void> = async () => undefined,
): { send: () => Promise<{ change: C }> } {
  return {
    send: async () => {
      await call();
      return { change };
    },
  };
}

/** Writes what comes before, makes the calls, and writes what came of them. */
export async function takePlannedStep<R extends UpstreamResource>(
  { ports: { resources } }: Pick<UpstreamSweep, 'ports'>,
  given: R,
  { before, send, ifRefused }: StepPlan<R>,
): Promise<StepEnd<R>> {
  const write = (from: R, change: Partial<R> | undefined) =>
    change ? resources.write({ ...from, ...change }) : from;
  const begun = await write(given, before);
  if (!begun) return { end: 'overtaken', resource: given, outcome: {} };
  try {
    const { change, waits, outcome = {} } = await send(begun);
    const resource = await write(begun, change);
    return resource
      ? { end: waits ? 'waits' : 'taken', resource, outcome }
      : { end: 'overtaken', resource: begun, outcome };
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    const resource = await write(begun, error instanceof RefusedError ? ifRefused : undefined);
    return resource
      ? { end: 'failed', error, resource, outcome: {} }
      : { end: 'overtaken', resource: begun, outcome: {} };
  }
}
