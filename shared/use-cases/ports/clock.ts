import type { Lease } from '../../domain/lib/in-parallel.ts';
import { type Instant, SECOND } from '../../domain/time/instant.ts';

/** The only way to the time. Waits go through `sleep`, so that tests and one-shot runs can skip them. */
export interface Clock {
  now(): Instant;
  sleep(milliseconds: number): Promise<void>;
}

export interface CallLimits {
  /** No call or wait may reach beyond this instant. */
  deadline: Instant;
}

/** One call of a function: who works, and until when. Nothing is written or published after the deadline. */
export interface CallContext extends CallLimits {
  /** No other call has it, also where it repeats the same message. */
  owner: string;
}

/** A lease outlives its function by this: what the function has sent last has arrived when another one enters. */
const LEASE_MARGIN = 15 * SECOND;

/** The lease of a call that writes until its end. */
export function callLease({ owner, deadline }: CallContext): Lease {
  return { owner, until: deadline + LEASE_MARGIN };
}
