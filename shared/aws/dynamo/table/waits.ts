import { setTimeout as pause } from 'node:timers/promises';
import { SECOND } from '../../../domain/time/instant.ts';

/** How a request waits before its next try. */
export interface Waits {
  sleep: (milliseconds: number) => Promise<void>;
  /** At least 0, below 1. */
  random: () => number;
}

export const SYSTEM_WAITS: Waits = { sleep: (milliseconds) => pause(milliseconds), random: Math.random };

const FIRST_WAIT = 50;
const LONGEST_WAIT = 2 * SECOND;

/** Waits a random part of a span that doubles with each try that brought nothing. */
export async function waitToRetry(tries: number, { sleep, random }: Waits): Promise<void> {
  await sleep(random() * Math.min(FIRST_WAIT * 2 ** tries, LONGEST_WAIT));
}
