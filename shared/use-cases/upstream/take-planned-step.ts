import { RefusedError, UpstreamError } from '../../domain/lib/errors.ts';
import type { UpstreamResource } from '../../domain/upstream/upstream-resource.ts';
import type { SweepOutcome, UpstreamSweep } from './upstream-sweep.ts';

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
