import { EngineRefused } from '../wire/engine-refused.ts';

/**
 * How many requests of one kind EventBridge Scheduler takes in a second where it takes fewest; lists are counted apart
 * (EventBridge Scheduler User Guide, "Quotas for Amazon EventBridge Scheduler").
 */
const USUAL_RATE = 250;
const LIST_RATE = 50;

/**
 * Refuses requests of a kind for the rest of a second in which there were too many.
 *
 * @param now milliseconds of the computer's own time: a clock that leaps makes no room for requests.
 */
export function countRequests(rate = USUAL_RATE, now = () => performance.now()): (kind: string) => void {
  const counts = new Map<string, { second: number; count: number }>();
  return (kind) => {
    const second = Math.floor(now() / 1_000);
    const before = counts.get(kind);
    const count = before?.second === second ? before.count + 1 : 1;
    counts.set(kind, { second, count });
    if (count > (kind === 'list' ? LIST_RATE : rate)) {
      throw new EngineRefused('ThrottlingException', 'Rate exceeded', 429);
    }
  };
}
