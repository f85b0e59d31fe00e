import { RefusedError, UpstreamError } from '../../domain/lib/errors.ts';
import type { UpstreamResource } from '../../domain/upstream/upstream-resource.ts';
import type { SweepOutcome, UpstreamSweep } from './upstream-sweep.ts';

/** A step worked out: what it writes to the record of its object, and the calls in between. */
export interface StepPlan<R extends UpstreamResource> {
  /** Written before the calls, such as an intent: it shows that an answer may be lost. */
  before?: Partial<R>;
  /** Makes the calls. */
  send: (resource: R) => Promise<Sent<R>>;
  /** Written when the service refuses. */
  ifRefused?: Partial<R>;
}

export interface Sent<R extends UpstreamResource> {
  /** Written after the calls. */
  change?: Partial<R>;
  /** The step has to wait for something else: no further step is taken in this sweep. */
  waits?: boolean;
  outcome?: Partial<SweepOutcome>;
}

/** The record as it was last written, and how the step ended; `overtaken`: another process has written the record. */
export type StepEnd<R extends UpstreamResource> = { resource: R; outcome?: Partial<SweepOutcome> } & (
  | { end: 'taken' | 'waits' | 'overtaken' }
  | { end: 'failed'; error: UpstreamError }
);

/** Writes what comes before, makes the calls, and writes what came of them. */
export async function takePlannedStep<R extends UpstreamResource>(
  { ports: { resources } }: Pick<UpstreamSweep, 'ports'>,
  given: R,
  { before, send, ifRefused }: StepPlan<R>,
): Promise<StepEnd<R>> {
  const begun = before ? await resources.write({ ...given, ...before }) : given;
  if (!begun) return { end: 'overtaken', resource: given };
  try {
    const { change, waits, outcome = {} } = await send(begun);
    const resource = change ? await resources.write({ ...begun, ...change }) : begun;
    if (!resource) return { end: 'overtaken', resource: begun, outcome };
    return { end: waits ? 'waits' : 'taken', resource, outcome };
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    const isRefused = ifRefused && error instanceof RefusedError;
    const resource = isRefused ? await resources.write({ ...begun, ...ifRefused }) : begun;
    if (!resource) return { end: 'overtaken', resource: begun };
    return { end: 'failed', error, resource };
  }
}
