import { CliFailure } from './failure.ts';
import { plainText } from './print-values.ts';
import type { Stack } from './stack/stack.ts';
import type { World } from './world.ts';
import type { Desired } from '../../shared/domain/config/desired-state.ts';
import type { ApplyOutcome } from '../../shared/domain/runs/outcome.ts';
import type { WhenOverruled } from '../../shared/use-cases/apply/settle-edits.ts';

interface Asking {
  /** What would be removed, or what it costs, as text. */
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
 * Shows what a command would remove or cost, and asks. False: it must not go on.
 *
 * @throws CliFailure without a terminal, unless `yes`.
 */
export async function mayGoOn({ list, question, name, yes, hint }: Asking, world: World): Promise<boolean> {
  world.stderr.write(list);
  if (yes) return true;
  if (!world.confirm)
    throw new CliFailure(`Without a terminal, ${name} needs --yes. Nothing was changed.`, { hint });
  if (await world.confirm(question)) return true;
  world.stderr.write('Nothing was changed.\n');
  return false;
}

/**
 * Removes all watches, channels and subscriptions of a stack, and what it created at the extraction service.
 *
 * @returns what the service still keeps, as a text for the user.
 */
export async function applyNothing(
  stack: Pick<Stack, 'apply' | 'name' | 'resources' | 'reconcileUpstream'>,
): Promise<string> {
  await applyOrFail(stack, { watches: [], channels: [] });
  return `Removed all watches and subscriptions of ${stack.name}.\n${await endUpstream(stack)}`;
}

/** Applies. @throws CliFailure when another apply is running: then nothing was changed. */
export async function applyOrFail(
  stack: Pick<Stack, 'apply' | 'name'>,
  desired: Desired,
  edits?: WhenOverruled,
): Promise<ApplyOutcome> {
  const outcome = await stack.apply(desired, edits);
  if (outcome.status !== 'busy') return outcome;
  throw new CliFailure(`Another apply is running in ${stack.name}. Nothing was changed.`, {
    hint: 'try again in a minute',
  });
}

/** Reconcile sweeps before the command stops waiting for the service. */
const MOST_SWEEPS = 5;

/** Removes the stack's upstream resources. Returns a text for the user: what is left, and what to do. */
export async function endUpstream(stack: Pick<Stack, 'resources' | 'reconcileUpstream'>): Promise<string> {
  if ((await stack.resources.all()).length === 0) return '';
  for (let sweep = 0; sweep < MOST_SWEEPS; sweep += 1) {
    const { kept } = await stack.reconcileUpstream();
    const left = await stack.resources.all();
    if (left.length === 0) return 'The extraction service keeps no resources of this stack.\n';
    if (sweep + 1 < MOST_SWEEPS && kept.length > 0) continue;
    const lines = kept.length > 0 ? kept : left.map(({ type, name }) => `${type} ${name}`);
    return (
      `The extraction service still keeps:\n${lines.map((line) => `  ${plainText(line)}\n`).join('')}` +
      'The stack removes these within a few minutes. Run bellwether apply --empty again to see what is left. ' +
      'After you destroy the stack, you must delete the rest at the service yourself.\n'
    );
  }
  return '';
}
