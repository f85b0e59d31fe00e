import { setTimeout as pause } from 'node:timers/promises';
import { runsHere, serviceOf, type Watch } from '../../../shared/domain/watches/watch.ts';
import type { SharedClock } from '../aws/shared-clock.ts';
import type { Machine } from '../aws/start-machine.ts';
import type { StackAccess } from '../open-access.ts';

export interface FirstRunsOrder {
  watches: readonly Watch[];
  machine: Pick<Machine, 'isIdle' | 'takeOrders'> & { queues: Pick<Machine['queues'], 'depth'> };
  access: Pick<StackAccess, 'runQueues'> & {
    queue: Pick<StackAccess['queue'], 'send'>;
    store: Pick<StackAccess['store'], 'states'>;
  };
  clock: Pick<SharedClock, 'now'>;
  /** Waits so many milliseconds. A test captures it. */
  wait?: (milliseconds: number) => Promise<unknown>;
}

/** How long the other watches wait at most for the critical ones, in milliseconds, and how often to look. */
const HEAD_START = 10_000;
const LOOK = 20;

/**
 * Orders a run of each watch that has never run, so that a new stack finds something at once. Its schedules start somewhere
 * within their first period, as on AWS. Watches whose alerts are critical run first, and for some seconds alone: all together
 * would keep a small machine busy for longer until the first of these alerts is sent.
 */
export async function orderFirstRuns(order: FirstRunsOrder): Promise<void> {
  const { watches, machine, access, wait = pause } = order;
  const isCritical = ({ severity }: Watch) => severity === 'critical';
  const ordered = await orderRuns(watches.filter(isCritical), order);
  machine.takeOrders();
  // An order that was just received is in flight before a function works on it.
  const isOpen = (queue: string) => {
    const { ready, inFlight } = machine.queues.depth(queue);
    return ready + inFlight > 0;
  };
  const isBusy = () => !machine.isIdle() || access.runQueues.some(isOpen);
  const headStart = ordered > 0 ? HEAD_START : 0;
  for (let waited = 0; waited < headStart && isBusy(); waited += LOOK) await wait(LOOK);
  await orderRuns(
    watches.filter((watch) => !isCritical(watch)),
    order,
  );
}

/** How many runs were ordered. */
async function orderRuns(
  watches: readonly Watch[],
  { access: { store, queue }, clock }: FirstRunsOrder,
): Promise<number> {
  let ordered = 0;
  for (const { id, kind } of watches.filter(runsHere)) {
    const state = await store.states.read(id, 'live');
    if (state?.lastRunAt !== undefined) continue;
    await queue.send(serviceOf(kind), {
      watchId: id,
      scheduledFor: clock.now(),
      track: 'live',
      continuation: 0,
    });
    ordered += 1;
  }
  return ordered;
}
