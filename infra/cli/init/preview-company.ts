import type { Desired } from '../../../shared/domain/config/desired-state.ts';
import { makePreview, type Preview } from '../preview/make-preview.ts';
import { printNumber } from '../print-values.ts';
import type { StackChoice } from '../stack/find-stack.ts';
import type { World } from '../world.ts';

/** Prints what each watch would have found and sent in the past month. Without a stack that runs, it prints nothing. */
export async function printCompanyPreview(
  { watches, channels }: Desired,
  { world, choice }: { world: World; choice: StackChoice },
): Promise<void> {
  const stack = await world.openStack(choice);
  if (!stack || stack.isStopped) return;
  world.stdout.write(`What ${stack.name} would have found and sent in 30 days:\n`);
  const width = Math.max(...watches.map(({ id }) => id.length)) + 2;
  for (const watch of watches) {
    const channel = channels.find(({ name }) => name === watch.alert.channel);
    if (!channel) continue;
    const found = await makePreview(watch, { channel, stack, now: stack.now });
    world.stdout.write(`  ${watch.id.padEnd(width)}${lineOf(found)}\n`);
  }
  world.stdout.write('\n');
}

function lineOf({ tried, notified }: Preview): string {
  const matches = tried === undefined ? 'not known' : `${printNumber(tried.hits)} matches`;
  return notified === undefined ? matches : `${matches}, about ${printNumber(notified.monthly)} alerts`;
}
