import { CliFailure } from '../failure.ts';
import type { Stack } from '../stack/stack.ts';
import { terminalJson } from '../terminal/terminal-text.ts';
import type { World } from '../world.ts';
import type { Forgetting } from './open-forgetting.ts';
import type { Named } from './read-subject.ts';

/** What the command line was asked for. */
export interface ForgetOrder {
  named: Named;
  stack: Stack;
  ports: Forgetting;
  world: World;
  /** Do not ask. */
  yes: boolean;
  json: boolean;
}

/**
 * Shows what would be removed and asks. False: nothing may be changed.
 *
 * @throws CliFailure without a terminal, unless `yes`.
 */
export async function isConfirmed(list: string, { world, yes, named }: ForgetOrder): Promise<boolean> {
  world.stderr.write(list);
  if (yes) return true;
  if (!world.confirm)
    throw new CliFailure('Without a terminal, forget needs --yes. Nothing was changed.', {
      hint: `run bellwether forget ${named.kind} ${named.name} --yes`,
    });
  if (await world.confirm('Remove it for good?')) return true;
  world.stderr.write('Nothing was changed.\n');
  return false;
}

/** Writes the document of the command, or its text. */
export function writeResult(document: object, { order, text }: { order: ForgetOrder; text: string }): void {
  const { world, stack, named, json } = order;
  const whole = { stack: stack.name, kind: named.kind, name: named.name, ...document };
  world.stdout.write(json ? `${terminalJson(JSON.stringify(whole, null, 2))}\n` : text);
}
