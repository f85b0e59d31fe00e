import { GoneError, RefusedError, ThrottledError, UpstreamError } from '../../domain/lib/errors.ts';
import { HOUR, type Instant, MINUTE } from '../../domain/time/instant.ts';
import {
  type Intent,
  type ProjectResource,
  stepWait,
  type UpstreamOutcome,
  type UpstreamResource,
} from '../../domain/upstream/upstream-resource.ts';
import { type IncidentOutcome, type ItemsQuarantined, sumIncidents } from '../alerts/put-alerts.ts';
import type { CallContext } from '../ports/clock.ts';
import type { Ports } from '../ports/ports.ts';
import type { SeenMonitor } from '../ports/services.ts';

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
  /** The record of our project, as it was last written. */
  project: ProjectResource;
  /** Takes what a part of the sweep did. */
  report: (outcome: Partial<SweepOutcome>) => void;
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

/** The calls of a step, and what it writes to the record of its object around them. */
export interface Calls<R extends UpstreamResource> {
  /** Written before the calls, such as an intent: it shows that an answer may be lost. */
  before?: Partial<R> | undefined;
  send: (resource: R) => Promise<Sent<R>>;
  ifRefused?: Partial<R> | undefined;
}

export interface Sent<R extends UpstreamResource> {
  change?: Partial<R> | undefined;
  /** The step has to wait for something else: no further step is taken in this sweep. */
  waits?: boolean;
}

/** The record as it was last written, and how the step ended; `overtaken`: another process has written the record. */
export type StepEnd<R extends UpstreamResource> = { resource: R } & (
  | { end: 'taken' | 'waits' | 'overtaken' }
  | { end: 'failed'; error: UpstreamError }
);

/** Whether the time is not up, and the object does not wait after a failed step. */
export function mayTakeStep(
  { ports, limits }: UpstreamSweep,
  { retryAt = 0 }: Pick<UpstreamResource, 'retryAt'>,
): boolean {
  const now = ports.clock.now();
  return now < limits.deadline && now >= retryAt;
}

/** Writes what comes before, makes the calls, and writes what came of them. */
export async function makeCalls<R extends UpstreamResource>(
  { ports: { resources } }: Pick<UpstreamSweep, 'ports'>,
  given: R,
  { before, send, ifRefused }: Calls<R>,
): Promise<StepEnd<R>> {
  const write = (from: R, change: Partial<R> | undefined) =>
    change ? resources.write({ ...from, ...change }) : from;
  const begun = await write(given, before);
  if (!begun) return { end: 'overtaken', resource: given };
  try {
    const { change, waits } = await send(begun);
    const resource = await write(begun, change);
    return resource ? { end: waits ? 'waits' : 'taken', resource } : { end: 'overtaken', resource: begun };
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    const resource = await write(begun, error instanceof RefusedError ? ifRefused : undefined);
    return resource ? { end: 'failed', error, resource } : { end: 'overtaken', resource: begun };
  }
}

type ResourceFailure = Pick<UpstreamResource, 'failures' | 'error' | 'retryAt' | 'intent'>;

export async function writeFailure<R extends UpstreamResource>(
  { ports }: UpstreamSweep,
  resource: R,
  { error, before }: { error: UpstreamError; before: Intent | undefined },
): Promise<R> {
  const failure = failureOf(resource, { error, before, now: ports.clock.now() });
  return (await ports.resources.write({ ...resource, ...failure })) ?? resource;
}

/**
 * What is written of a failed step. It is tried again later. What the step meant to create is looked for only where
 * the answer was lost. An intent from `before` the step stays: the service refused to show the object, not to create
 * it.
 */
export function failureOf(
  { intent, failures: earlier }: UpstreamResource,
  { error, before, now }: { error: UpstreamError; before: Intent | undefined; now: Instant },
): ResourceFailure {
  const failures = earlier + 1;
  const isOfStep = intent?.at !== before?.at;
  return {
    failures,
    error: error.message,
    retryAt: now + waitAfter(error, failures),
    ...(!isLost(error) && isOfStep && { intent: undefined }),
  };
}

function isLost(error: UpstreamError): boolean {
  return !(error instanceof RefusedError || error instanceof GoneError || error instanceof ThrottledError);
}

function waitAfter(error: UpstreamError, failures: number): number {
  if (error instanceof ThrottledError) return Math.max(error.retryAfter ?? 0, 5 * MINUTE);
  return error instanceof RefusedError ? HOUR : stepWait(failures);
}
