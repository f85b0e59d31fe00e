import type { Instant } from '../../domain/time/instant.ts';

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
