import { OPERATORS } from '../../../shared/domain/channels/channel.ts';
import { compare, countChanges, type AppliedState } from '../plan/compare.ts';
import { printCount, compileWatchesFile } from '../read-file.ts';
import type { World } from '../world.ts';
import { hint, ok, problem, type Check } from './check.ts';

/** Checks that the watches file is valid and that the stack matches it. */
export async function checkFile(
  file: string,
  { world, applied }: { world: World; applied: AppliedState },
): Promise<Check[]> {
  const compiled = await compileWatchesFile(file, world);
  if (!compiled.ok) {
    const [first] = compiled.problems;
    const place = first ? `. The first is at ${first.file}:${first.line}` : '';
    return [
      problem(
        `${file} has ${printCount(compiled.problems.length, 'problem')}.`,
        `run bellwether validate for a list${place}`,
      ),
    ];
  }
  const { watches, channels } = compiled.desired;
  const notified = channels.filter(({ name }) => name !== OPERATORS);
  const valid = ok(
    `${file} is valid: ${printCount(watches.length, 'watch')}, ${printCount(notified.length, 'channel')}.`,
  );
  const { added, changed, removed } = countChanges(compare(compiled.desired, applied));
  const changes = added + changed + removed;
  if (changes === 0) return [valid, ok(`The stack matches ${file}.`)];
  return [
    valid,
    hint(
      `The stack differs from ${file}: ${printCount(changes, 'change')}.`,
      'run bellwether plan to see the changes, and bellwether apply to apply them',
    ),
  ];
}
