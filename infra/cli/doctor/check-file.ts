import { OPERATORS } from '../../../shared/domain/channels/channel.ts';
import { compare, countChanges, type Standing } from '../plan/compare.ts';
import { counted, readWatchesFile } from '../read-file.ts';
import type { World } from '../world.ts';
import { hint, ok, problem, type Check } from './check.ts';

/** The file of watches: sound, and what the stack has. */
export async function checkFile(
  file: string,
  { world, standing }: { world: World; standing: Standing },
): Promise<Check[]> {
  const compiled = await readWatchesFile(file, world);
  if (!compiled.ok) {
    return [
      problem(
        `${file} has ${counted(compiled.problems.length, 'problem')}.`,
        'bellwether validate lists them',
      ),
    ];
  }
  const { watches, channels } = compiled.desired;
  const notified = channels.filter(({ name }) => name !== OPERATORS);
  const sound = ok(
    `${file} is valid: ${counted(watches.length, 'watch')}, ${counted(notified.length, 'channel')}.`,
  );
  const { added, changed, removed } = countChanges(compare(compiled.desired, standing));
  const changes = added + changed + removed;
  if (changes === 0) return [sound, ok('The stack agrees with it.')];
  return [
    sound,
    hint(
      `The stack differs from it in ${counted(changes, 'thing')}.`,
      'bellwether plan shows them, bellwether apply makes it agree',
    ),
  ];
}
