import type { Instant } from '../../../../shared/domain/time/instant.ts';

/** The time of the local services. They never read the machine's own, so that tests and `--now` can set it. */
export interface Clock {
  now(): Instant;
}

/** A clock that shows `start` now and then runs as fast as `base`. */
export function clockFrom(start: Instant, base: Clock): Clock {
  const ahead = start - base.now();
  return { now: () => base.now() + ahead };
}
