import type { Instant } from '../../../../shared/domain/time/instant.ts';

/** Where the local services read the time: never from the machine directly, so that tests and `--now` can set it. */
export interface Clock {
  now(): Instant;
}

/** A clock that shows `start` at the moment `base` shows its present time, and runs on at the same pace. */
export function clockFrom(start: Instant, base: Clock): Clock {
  const ahead = start - base.now();
  return { now: () => base.now() + ahead };
}
