import { scheduler } from 'node:timers/promises';
import { joinClock } from '../shared-clock.ts';

/**
 * Sets the clock of this thread before it loads any code of a function. `Date` shows the machine's shared clock, and
 * time runs on. Timers stay real, so that time limits of calls hold.
 *
 * @param skipWaits true: a wait on purpose, which our functions make only through `scheduler.wait`, makes the shared
 *   clock leap instead.
 */
export function installClock(shift: SharedArrayBuffer, { skipWaits }: { skipWaits: boolean }): void {
  const clock = joinClock(shift, Date.now.bind(Date));
  const now = () => clock.now();
  const RealDate = Date;
  globalThis.Date = new Proxy(RealDate, {
    apply: () => new RealDate(clock.now()).toString(),
    construct: (target, parts, newTarget) =>
      Reflect.construct(target, parts.length === 0 ? [clock.now()] : parts, newTarget),
    get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
  });
  RealDate.prototype.constructor = globalThis.Date;
  if (skipWaits) {
    const wait: typeof scheduler.wait = (delay, options) => {
      if (options?.signal?.aborted) return Promise.reject(options.signal.reason);
      clock.leap(delay);
      return Promise.resolve();
    };
    Object.defineProperty(scheduler, 'wait', { value: wait });
  }
}
