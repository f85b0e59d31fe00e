import { setTimeout } from 'node:timers/promises';
import type { Clock } from '../../use-cases/ports/clock.ts';

/** The clock of the machine: the default of the clients. */
export const SYSTEM_CLOCK: Clock = {
  now: () => Date.now(),
  sleep: (milliseconds) => setTimeout(milliseconds),
};
