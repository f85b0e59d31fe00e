import { setTimeout as sleep } from 'node:timers/promises';
import type { Instant } from '../../../../shared/domain/time/instant.ts';
import type { SharedClock } from '../shared-clock.ts';

/** Holds the executions that wait. */
export interface WaitingRoom {
  wait(milliseconds: number): Promise<void>;
  /** How many wait. */
  size(): number;
  /** Milliseconds until the first one continues. Undefined when none waits. */
  untilNext(): number | undefined;
  /** Continues those whose time has come. Call it after the clock was moved. */
  wake(): void;
  close(): void;
}

interface Guest {
  at: Instant;
  leave(): void;
}

/** Without timers a wait ends only when `wake` is called, after somebody has moved the clock. */
export function openWaitingRoom(clock: SharedClock, { timers }: { timers: boolean }): WaitingRoom {
  const guests = new Set<Guest>();
  const closing = new AbortController();

  return {
    size: () => guests.size,
    wait: async (milliseconds) => {
      if (milliseconds <= 0) return;
      const door = Promise.withResolvers<void>();
      const guest: Guest = { at: clock.now() + milliseconds, leave: door.resolve };
      guests.add(guest);
      const timer = timers
        ? sleep(milliseconds, undefined, { signal: closing.signal }).then(door.resolve, () => undefined)
        : undefined;
      await door.promise;
      guests.delete(guest);
      await timer;
    },
    untilNext: () => {
      const next = Math.min(...[...guests].map(({ at }) => at));
      return guests.size === 0 ? undefined : Math.max(0, next - clock.now());
    },
    wake: () => {
      for (const guest of guests) {
        if (guest.at > clock.now()) continue;
        guests.delete(guest);
        guest.leave();
      }
    },
    close: () => closing.abort(),
  };
}
