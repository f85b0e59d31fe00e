import { SECOND } from '../../../../shared/domain/time/instant.ts';
import { InvokeRefused } from './function-spec.ts';

/** So many calls run at a time. More wait in a line, first come, first served. */
export interface Turns {
  /**
   * Resolves when the call may run. It must give its turn back at its end.
   * @throws InvokeRefused when the line is full, when the wait takes too long, or when the turns are closed. A patient call
   *   is refused only then.
   */
  take(call: { bytes: number; isPatient: boolean }): Promise<void>;
  give(): void;
  /** Refuses all calls that wait, and all new ones. */
  close(): void;
}

/** How many calls may wait, and how many bytes their events may have together. */
const MOST_WAITING = 500;
const MOST_BYTES = 24 * 1024 * 1024;
/** How long a call waits whose caller waits for the answer. Senders of webhooks wait 5 s for theirs. */
const PATIENCE = 3 * SECOND;

interface Waiting {
  bytes: number;
  start: () => void;
  refuse: (cause: InvokeRefused) => void;
}

/**
 * Lambda starts an environment for each call at once, up to a limit, and refuses what is above it. One machine has few
 * processors: here a call waits first, so that a short burst is taken. Only a flood is refused.
 *
 * @param limit how many calls run at a time.
 */
export function openTurns(limit: number): Turns {
  const line = new Set<Waiting>();
  let running = 0;
  let waitingBytes = 0;
  let isClosed = false;

  function leave(waiting: Waiting): void {
    if (line.delete(waiting)) waitingBytes -= waiting.bytes;
  }

  function wait(bytes: number, isPatient: boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = isPatient ? undefined : setTimeout(() => waiting.refuse(throttled()), PATIENCE);
      const waiting: Waiting = {
        bytes,
        start: () => {
          clearTimeout(timer);
          leave(waiting);
          resolve();
        },
        refuse: (cause) => {
          clearTimeout(timer);
          leave(waiting);
          reject(cause);
        },
      };
      line.add(waiting);
      waitingBytes += bytes;
    });
  }

  return {
    take: async ({ bytes, isPatient }) => {
      if (isClosed) throw stopping();
      if (running >= limit) {
        const isFull = line.size >= MOST_WAITING || waitingBytes + bytes > MOST_BYTES;
        if (isFull && !isPatient) throw throttled();
        await wait(bytes, isPatient);
        return;
      }
      running += 1;
    },
    give: () => {
      const [next] = line;
      // The turn passes on as it is: the number of running calls stays the same.
      if (next) next.start();
      else running -= 1;
    },
    close: () => {
      isClosed = true;
      for (const waiting of line) waiting.refuse(stopping());
    },
  };
}

/** Lambda's own words. */
function throttled(): InvokeRefused {
  return new InvokeRefused('TooManyRequestsException', 'Rate Exceeded.');
}

/** What calls are refused with that the end of the machine has overtaken. */
export function stopping(): InvokeRefused {
  return new InvokeRefused('ServiceException', 'The machine is stopping');
}
