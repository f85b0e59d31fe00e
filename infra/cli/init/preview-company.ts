import type { Desired } from '../../../shared/domain/config/desired-state.ts';
import { makePreview, type Preview } from '../preview/make-preview.ts';
import { printAmount } from '../print-values.ts';
import type { Stack } from '../stack/stack.ts';
import type { World } from '../world.ts';

/** Prints what each watch of the services would have found and sent in the past month. Without a stack that runs, it prints nothing. */
export async function printCompanyPreview(
  { watches: all, channels }: Desired,
  { world, stack }: { world: World; stack: Stack | undefined },
): Promise<void> {
  const watches = all.filter(({ kind }) => kind !== 'feeds');
  if (!stack || stack.isStopped || watches.length === 0) return;
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
  const matches = tried === undefined ? 'not known' : printAmount(tried.hits, 'match', 'matches');
  return notified === undefined ? matches : `${matches}, about ${printAmount(notified.monthly, 'alert')}`;
}
