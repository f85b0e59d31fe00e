import { randomUUID } from 'node:crypto';
import type { RunOutcome } from '../../../shared/domain/runs/outcome.ts';
import { MINUTE } from '../../../shared/domain/time/instant.ts';
import { judgeWatch, type JudgeWatchPorts } from '../../../shared/use-cases/run/judge-watch.ts';
import type { memoryQueue } from '../../ports/memory-services.ts';

/**
 * Takes the judging orders that wait until there are none, as the queue hands them on. No time passes, but where an order waits
 * for a lease.
 */
export async function judgeOrdered(
  { judging }: Pick<ReturnType<typeof memoryQueue>, 'judging'>,
  ports: JudgeWatchPorts,
): Promise<RunOutcome[]> {
  const { clock } = ports;
  const outcomes: RunOutcome[] = [];
  for (let next = judging.shift(); next; next = judging.shift()) {
    if (next.order.waits > 0) await clock.sleep(next.delay);
    const call = { owner: randomUUID(), deadline: clock.now() + 5 * MINUTE };
    try {
      outcomes.push(await judgeWatch(next.order, ports, call));
    } catch (error) {
      // The queue delivers it again.
      judging.unshift(next);
      throw error;
    }
  }
  return outcomes;
}
