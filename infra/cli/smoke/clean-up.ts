import { dayOf, HOUR, type Instant, MINUTE } from '../../../shared/domain/time/instant.ts';
import { spaceOf } from '../../../shared/domain/watches/watch.ts';
import { type Check, ok, problem } from '../checks.ts';
import { explainError } from '../failure.ts';
import { readApplied } from '../plan/compare.ts';
import { printCount } from '../read-file.ts';
import type { Stack } from '../stack/stack.ts';
import { CANARY, type SmokeTools, type TemporaryQueue } from './smoke-tools.ts';

interface Order {
  stack: Stack;
  tools: SmokeTools;
  queue: TemporaryQueue | undefined;
  /** When the smoke test began. */
  start: Instant;
}

/**
 * Removes all that a smoke test made: watch, channel, schedule, subscription, queue and items. It reads what the
 * stack has now, so a change that somebody else applied meanwhile stays. A step that fails does not stop the others.
 */
export async function cleanUp(order: Order): Promise<Check> {
  const left: string[] = [];
  const attempt = async (what: string, work: () => Promise<unknown>): Promise<void> => {
    await work().catch((cause: unknown) => left.push(`${what} (${explainError(cause).message})`));
  };
  await attempt('the watch, its schedule and its subscription', () => removeCanary(order.stack));
  await attempt('the queue', async () => order.queue?.remove());
  await attempt('items in the table', () => eraseItems(order));
  if (left.length === 0) {
    const removed = 'The watch, its schedule, its subscription, its queue and its items are removed.';
    return ok(`${removed}${await removeLeftQueues(order)}`);
  }
  return problem(
    `These are left: ${left.join('; ')}.`,
    'run smoke again, which removes them; your next apply also removes the watch. Delete queues named smoke-canary-… in SQS',
  );
}

/** A smoke test ends long before, even at its slowest. A younger queue may belong to one that still runs. */
const LONGEST = HOUR;

/**
 * Removes the queues of smoke tests that were killed. Call it when the subscription of the canary is gone: SNS would
 * send its messages to the dead letters otherwise. Who may not list queues leaves them.
 *
 * @returns what to say of them, with a blank first; empty when there were none.
 */
async function removeLeftQueues({ tools, start }: Order): Promise<string> {
  try {
    const queues = await tools.leftQueues(start - LONGEST);
    for (const { remove } of queues) await remove();
    if (queues.length === 0) return '';
    return queues.length === 1
      ? ' So is 1 queue of an earlier smoke test.'
      : ` So are ${printCount(queues.length, 'queue')} of earlier smoke tests.`;
  } catch (cause) {
    return ` Queues of earlier smoke tests could not be looked for: ${explainError(cause).message}`;
  }
}

async function removeCanary(stack: Stack): Promise<void> {
  const { watches, channels, watchlists, reports } = await readApplied(stack);
  const outcome = await stack.apply({
    watches: watches.filter(({ id }) => id !== CANARY),
    channels: channels.filter(({ name }) => name !== CANARY),
    watchlists,
    reports,
  });
  if (outcome.status === 'busy') throw new Error('another apply is running');
  if (await stack.schedule(CANARY)) throw new Error('its schedule is still there');
}

/** How many alerts and messages of a day are read: those of a busy hour fit. */
const MOST = 5_000;

/**
 * What lies under the names of the canary and its space, its alerts with their stories, its messages, and the note
 * that apply removed it. Keys of its stories expire after seven days.
 */
async function eraseItems({ stack, tools, start }: Order): Promise<void> {
  const days = [...new Set([dayOf(start - MINUTE), dayOf(stack.now())])];
  const partitions = [`WATCH#${CANARY}`, `CHANNEL#${CANARY}`, `SPACE#${spaceOf({ id: CANARY })}`];
  for (const day of days) {
    for (const { alert } of await stack.alerts.madeOn(day, MOST))
      if (alert.watchId === CANARY)
        partitions.push(`ALERT#${alert.id}`, ...(alert.story ? [`STORY#${alert.story.id}`] : []));
    for (const { message } of await stack.messages.madeOn(day, MOST))
      if (message.channel === CANARY) partitions.push(`MESSAGE#${message.id}`);
  }
  await tools.erase(partitions);
  await stack.removedWatches.forget(CANARY);
}
