import { dayOf, type Instant, MINUTE } from '../../../shared/domain/time/instant.ts';
import { explainError } from '../explain-error.ts';
import { readApplied } from '../plan/read-applied.ts';
import type { Stack } from '../stack/stack.ts';
import { CANARY } from './canary.ts';
import type { SmokeTools, TemporaryQueue } from './smoke-tools.ts';
import { ok, problem, type Verdict } from './verdict.ts';

interface Order {
  stack: Stack;
  tools: SmokeTools;
  queue: TemporaryQueue | undefined;
  /** When the smoke test began. */
  start: Instant;
}

/**
 * Removes all that a smoke test made: watch, channel, schedule, subscription, queue and items. It reads what the stack has
 * now, so a change that somebody else applied meanwhile stays. A step that fails does not stop the others.
 */
export async function cleanUp(order: Order): Promise<Verdict> {
  const left: string[] = [];
  const attempt = async (what: string, work: () => Promise<unknown>): Promise<void> => {
    await work().catch((cause: unknown) => left.push(`${what} (${explainError(cause).message})`));
  };
  await attempt('the watch, its schedule and its subscription', () => removeCanary(order.stack));
  await attempt('the queue', async () => order.queue?.remove());
  await attempt('items in the table', () => eraseItems(order));
  if (left.length === 0)
    return ok('clean-up', 'The watch, its schedule, its subscription, its queue and its items are removed.');
  return problem(
    'clean-up',
    `These are left: ${left.join('; ')}.`,
    'run smoke again, which removes them; your next apply also removes the watch. Delete queues named smoke-canary-… in SQS',
  );
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

/** What lies under the names of the canary, its alerts and messages, and the note that apply removed it. Keys of its stories expire after seven days. */
async function eraseItems({ stack, tools, start }: Order): Promise<void> {
  const days = [...new Set([dayOf(start - MINUTE), dayOf(stack.now())])];
  const partitions = [`WATCH#${CANARY}`, `CHANNEL#${CANARY}`];
  for (const day of days) {
    for (const { alert } of await stack.alerts.madeOn(day, MOST))
      if (alert.watchId === CANARY) partitions.push(`ALERT#${alert.id}`);
    for (const { message } of await stack.messages.madeOn(day, MOST))
      if (message.channel === CANARY) partitions.push(`MESSAGE#${message.id}`);
  }
  await tools.erase(partitions);
  await stack.removedWatches.forget(CANARY);
}
