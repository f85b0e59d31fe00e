import { setTimeout } from 'node:timers/promises';
import type { Clock } from '../../use-cases/ports/clock.ts';

/** The machine's own clock: what a client takes when its maker gives it no other. */
export const SYSTEM_CLOCK: Clock = {
  now: () => Date.now(),
  sleep: (milliseconds) => setTimeout(milliseconds),
};
