import { CliFailure } from './failure.ts';
import type { World } from './world.ts';

interface Asking {
  /** What would be removed, as text. */
  list: string;
  question: string;
  /** The command. */
  name: string;
  /** Do not ask: `--yes`. */
  yes: boolean;
  /** What a script does instead of answering. */
  hint: string;
}

/**
 * Shows what would be removed and asks. False: nothing may be changed.
 *
 * @throws CliFailure without a terminal, unless `yes`.
 */
export async function mayRemove({ list, question, name, yes, hint }: Asking, world: World): Promise<boolean> {
  world.stderr.write(list);
  if (yes) return true;
  if (!world.confirm)
    throw new CliFailure(`Without a terminal, ${name} needs --yes. Nothing was changed.`, { hint });
  if (await world.confirm(question)) return true;
  world.stderr.write('Nothing was changed.\n');
  return false;
}
