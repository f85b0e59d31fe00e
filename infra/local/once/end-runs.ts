import { setTimeout as pause } from 'node:timers/promises';
import { SECOND } from '../../../shared/domain/time/instant.ts';
import type { SharedClock } from '../aws/shared-clock.ts';
import type { Machine } from '../aws/start-machine.ts';
import type { StackAccess } from '../open-access.ts';

/** What moves when time is skipped. */
export interface Movable {
  machine: Pick<Machine, 'workflow' | 'queues'>;
  clock: SharedClock;
}

export interface RunningOrders extends Movable {
  machine: Pick<Machine, 'workflow' | 'queues' | 'isIdle'>;
  access: Pick<StackAccess, 'runQueues'>;
  /** True: the clock leaps instead of waiting. */
  skipWaits: boolean;
  /** How long to wait before an order that has failed is tried again, in milliseconds. Its queue would wait half an hour. */
  retryAfter?: number;
}

/** How often to check whether all work is done, in milliseconds. */
const LOOK = 10;
/** How many waits for delayed messages and executions there may be. After that the report shows the state at that time. */
const MOST_WAITS = 10_000;
/** What `retryAfter` is where it is left out. */
const RETRY = 2 * SECOND;

/**
 * Waits until no order is left in any queue, be it ready, delayed or received, and no execution runs. An order that fails each
 * time goes to the dead letters after its receives.
 */
export async function endRuns({
  machine,
  access,
  clock,
  skipWaits,
  retryAfter = RETRY,
}: RunningOrders): Promise<void> {
  const { queues, workflow } = machine;
  const isAny = (state: 'ready' | 'inFlight') =>
    access.runQueues.some((queue) => queues.depth(queue)[state] > 0);
  for (let waited = 0; waited < MOST_WAITS; waited += 1) {
    while (!machine.isIdle() || isAny('ready')) await pause(LOOK);
    const waits = [queues.untilNext(access.runQueues), workflow.untilNext()];
    const wait = Math.min(...waits.map((one) => one ?? Number.POSITIVE_INFINITY));
    if (wait === Number.POSITIVE_INFINITY) return;
    if (skipWaits) leap(wait, { machine, clock });
    else if (isAny('inFlight')) {
      // Nothing works, so what was received has failed.
      await pause(Math.min(Math.max(wait, LOOK), retryAfter));
      if (machine.isIdle()) queues.releaseAll();
    } else await pause(Math.max(wait, LOOK));
  }
}

/** Moves the clock, the queues and the executions forward by the same time. */
export function leap(milliseconds: number, { machine, clock }: Movable): void {
  clock.leap(milliseconds);
  machine.queues.skip(milliseconds);
  machine.workflow.wake();
}
