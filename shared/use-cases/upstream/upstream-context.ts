import { GoneError, RefusedError, ThrottledError, UpstreamError } from '../../domain/lib/errors.ts';
import type { UpstreamResource, Intent, ProjectResource } from '../../domain/upstream/upstream-resource.ts';
import { HOUR, MINUTE } from '../../domain/time/instant.ts';
import type { UpstreamOutcome } from '../../domain/upstream/upstream-outcome.ts';
import { stepWait } from '../../domain/upstream/upstream-times.ts';
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
import type { SeenValues } from '../ports/counting-ports.ts';
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

/** Whose objects these are, and where deliveries come to. */
export interface UpstreamSettings {
  /** The stack's name: it marks what is ours. */
  stack: string;
  /** Address of the receiver, without a slash at the end. */
  receiver: string;
  /** Makes a secret that nobody can guess. */
  newSecret: () => string;
}

/** One sweep over everything that the service holds for us. */
export interface UpstreamContext {
  ports: UpstreamPorts;
  settings: UpstreamSettings;
  outcome: {
    troubles: string[];
    cured: string[];
    alerts: number;
    channels: string[];
    upstream: UpstreamOutcome;
  };
  limits: CallLimits;
  project: ProjectResource;
  /** The monitors as listed in this sweep, once they were asked for. */
  seen?: SeenMonitor[];
}

/** One record of upstream objects being kept, as it was last written. */
export interface ResourceScope<H extends UpstreamResource> {
  context: UpstreamContext;
  resource: H;
}

/** No record takes more steps in one sweep: a loop that never ends would be a fault of ours. */
const MOST_STEPS = 2_000;

/** Somebody else has written the record meanwhile: the next sweep sees what. */
class Overtaken extends Error {}

/** Writes a change of the record, on condition that nobody else has. */
export async function note<H extends UpstreamResource>(
  scope: ResourceScope<H>,
  change: Partial<H>,
): Promise<void> {
  const written = await scope.context.ports.resources.write({ ...scope.resource, ...change });
  if (!written) throw new Overtaken();
  scope.resource = written;
}

/**
 * Takes one record step by step until it rests, waits or fails. Each step is worked out from what is recorded, and notes
 * what it did: whoever dies in between is followed by a sweep that goes on from there. Gives the record back as it is then.
 */
export async function stepResource<H extends UpstreamResource>(
  context: UpstreamContext,
  given: H,
  step: (scope: ResourceScope<H>) => Promise<'again' | 'stop'>,
): Promise<H> {
  const { ports, limits } = context;
  const scope = { context, resource: given };
  for (let steps = 0; steps < MOST_STEPS; steps += 1) {
    const now = ports.clock.now();
    if (now >= limits.deadline || now < (scope.resource.retryAt ?? 0)) break;
    const { intent } = scope.resource;
    const go = await orNothing(scope, { step: step(scope), before: intent });
    if (go === 'stop') break;
  }
  return scope.resource;
}

async function orNothing<H extends UpstreamResource>(
  scope: ResourceScope<H>,
  { step, before }: { step: Promise<'again' | 'stop'>; before: Intent | undefined },
): Promise<'again' | 'stop'> {
  try {
    return await step;
  } catch (error) {
    if (error instanceof Overtaken) return 'stop';
    if (!(error instanceof UpstreamError)) throw error;
    await noteFailure(scope, { error, before });
    return 'stop';
  }
}

/**
 * A step that failed comes again later; what it meant to make is looked for only where its answer was lost. What was meant
 * `before` the step is looked for all the same, as the service has refused to show it, not to make it.
 */
async function noteFailure<H extends UpstreamResource>(
  scope: ResourceScope<H>,
  { error, before }: { error: UpstreamError; before: Intent | undefined },
): Promise<void> {
  const { resource, context } = scope;
  const isMeantHere = resource.intent?.at !== before?.at;
  const failures = resource.failures + 1;
  const facts: ResourceFailure = {
    failures,
    error: error.message,
    retryAt: context.ports.clock.now() + waitAfter(error, failures),
    ...(!isLost(error) && isMeantHere && { intent: undefined }),
  };
  await note<UpstreamResource>(scope, facts);
}

type ResourceFailure = Pick<UpstreamResource, 'failures' | 'error' | 'retryAt' | 'intent'>;

/** What is noted with a step that went through. */
export const MENDED = { failures: 0, error: undefined, retryAt: undefined } as const;

function isLost(error: UpstreamError): boolean {
  return !(error instanceof RefusedError || error instanceof GoneError || error instanceof ThrottledError);
}

function waitAfter(error: UpstreamError, failures: number): number {
  if (error instanceof ThrottledError) return Math.max(error.retryAfter ?? 0, 5 * MINUTE);
  return error instanceof RefusedError ? HOUR : stepWait(failures);
}
