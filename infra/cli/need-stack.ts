import { didYouMean } from '../../shared/contracts/watches-file/near-miss.ts';
import type { Watch } from '../../shared/domain/watches/watch.ts';
import { CliFailure } from './failure.ts';
import { plainText } from './print-values.ts';
import type { StackChoice } from './stack/find-stack.ts';
import type { Stack } from './stack/stack.ts';
import type { World } from './world.ts';

/** @throws CliFailure when no stack is found, or when the local one has stopped. */
export async function needStack(world: World, choice: StackChoice): Promise<Stack> {
  const stack = await world.openStack(choice);
  if (stack?.isStopped) {
    throw new CliFailure(`The local stack of ${choice.data ?? '.local'} is stopped.`, {
      hint: 'start it with npm start',
    });
  }
  if (stack) return stack;
  throw new CliFailure('No local stack is running.', {
    hint: 'start one with npm start, or choose one in AWS with --stage NAME',
  });
}

/** @throws CliFailure when the stack has no such watch; suggests a similar id. */
export function needWatch(
  id: string,
  { watches, stack }: { watches: readonly Watch[]; stack: Stack },
): Watch {
  const found = watches.find((watch) => watch.id === id);
  if (found) return found;
  const known = watches.map((watch) => watch.id);
  throw unknownName(['watch', 'watches'], id, { known, where: stack.name });
}

/** That nothing has a name, with a similar one or all that are known. */
export function unknownName(
  [noun, plural]: readonly [noun: string, plural: string],
  name: string,
  { known, where }: { known: readonly string[]; where: string },
): CliFailure {
  const all =
    known.length === 0
      ? `it has no ${plural}: run bellwether apply first`
      : `known ${plural}: ${known.join(', ')}`;
  return new CliFailure(`Unknown ${noun} "${plainText(name)}" in ${where}.`, {
    hint: didYouMean(name, known) ?? all,
  });
}
