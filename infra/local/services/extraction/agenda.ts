import type { Instant } from '../../../../shared/domain/time/instant.ts';
import type { TimerClock } from './ports.ts';

/** Node's longest timer; a later appointment is reached in several steps. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** Work that is due at a time. Appointments live in memory: their owners make them again from the store at a start. */
export type Agenda = ReturnType<typeof openAgenda>;

interface Appointment {
  at: Instant;
  work: () => Promise<void>;
}

/**
 * Opens an agenda. Calls `failed` with the name and error of work that threw.
 */
export function openAgenda(clock: TimerClock, failed: (name: string, error: unknown) => void) {
  const appointments = new Map<string, Appointment>();
  const running = new Map<string, Promise<void>>();
  let cancel: (() => void) | undefined;
  let closed = false;

  const arm = () => {
    cancel?.();
    cancel = undefined;
    const waiting = [...appointments].filter(([name]) => !running.has(name));
    if (closed || waiting.length === 0) return;
    const next = Math.min(...waiting.map(([, { at }]) => at));
    cancel = clock.setTimer(Math.min(Math.max(0, next - clock.now()), LONGEST_TIMER), runDue);
  };

  const runDue = async () => {
    cancel = undefined;
    const due = [...appointments].filter(([name, { at }]) => at <= clock.now() && !running.has(name));
    const work = due.toSorted(([, a], [, b]) => a.at - b.at).map(([name, { work }]) => start(name, work));
    arm();
    await Promise.all(work);
  };

  const start = (name: string, work: () => Promise<void>) => {
    appointments.delete(name);
    const run = work()
      .catch((error: unknown) => failed(name, error))
      .finally(() => {
        running.delete(name);
        arm();
      });
    running.set(name, run);
    return run;
  };

  return {
    /** Makes or moves the appointment of this name. Work of one name never runs twice at a time. */
    put(name: string, at: Instant, work: () => Promise<void>): void {
      appointments.set(name, { at, work });
      arm();
    },
    drop(name: string): void {
      appointments.delete(name);
      arm();
    },
    /** Takes all appointments away and waits for running work. */
    async close(): Promise<void> {
      closed = true;
      cancel?.();
      appointments.clear();
      while (running.size > 0) await Promise.all(running.values());
    },
  };
}
