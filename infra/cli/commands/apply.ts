import type { Desired } from '../../../shared/domain/config/desired-state.ts';
import type { ApplyOutcome, Changes } from '../../../shared/domain/runs/outcome.ts';
import { command, OPTIONS, STACK_OPTIONS } from '../command.ts';
import { endUpstream } from '../end-upstream.ts';
import { CliFailure } from '../failure.ts';
import { needStack } from '../need-stack.ts';
import { checkBudget } from '../plan/check-budget.ts';
import { estimateCalls } from '../plan/estimate-calls.ts';
import { plainText, printTable } from '../print-values.ts';
import { printCount, readValidWatches, WATCHES_FILE } from '../read-file.ts';
import type { World } from '../world.ts';

/** Updates the table, schedules and subscriptions of a stack to match the file. */
export const apply = command({
  usage: 'apply [options]',
  about: `Checks the watches file, updates the watches, schedules and subscriptions of the stack to match it, and prints the
changes. If you apply the same file again, nothing changes. A new e-mail or https address receives a message with a link
to confirm it. With --empty the stack also removes what it created at the extraction service, and prints what is left.`,
  options: {
    watches: OPTIONS.watches,
    ...STACK_OPTIONS,
    'over-budget': { type: 'boolean', about: 'accept a file that needs more than 90% of the plan' },
    empty: { type: 'boolean', about: 'remove all watches and channels, before you destroy the stack' },
  },
  noArguments: 'name the file with --watches FILE',
  async run({ values }, world) {
    if (values.empty && values.watches !== undefined) {
      throw new CliFailure('You cannot use --empty and --watches together.', {
        hint: 'remove one of them',
      });
    }
    const desired = values.empty ? NOTHING : await desiredOf(values, world);
    const stack = await needStack(world, values);
    const outcome = await stack.apply(desired);
    if (outcome.status === 'busy') {
      throw new CliFailure(`Another apply is running in ${stack.name}. Nothing was changed.`, {
        hint: 'try again in a minute',
      });
    }
    world.stdout.write(printOutcome(outcome, stack.name));
    if (values.empty) world.stdout.write(await endUpstream(stack));
    return 0;
  },
});

const NOTHING: Desired = { watches: [], channels: [] };

async function desiredOf(
  values: { watches?: string | undefined; 'over-budget'?: boolean | undefined },
  world: World,
): Promise<Desired> {
  const { desired, callsPerMonth } = await readValidWatches(values.watches ?? WATCHES_FILE, world);
  const estimate = estimateCalls(desired.watches, { allowed: callsPerMonth, now: world.now() });
  checkBudget(estimate, { overBudget: values['over-budget'] ?? false });
  return desired;
}

function printOutcome(outcome: ApplyOutcome, name: string): string {
  const { watches, channels, schedules, watchlists, reports, subscriptions, dropped } = outcome;
  const sections = Object.entries({ watches, channels, schedules, watchlists, reports, subscriptions });
  const rows = sections.flatMap(([section, changes]) => rowsOf(section, changes));
  if (rows.length === 0) return `No changes in ${name}.\n`;
  const lost =
    dropped === 0 ? '' : `Dropped ${printCount(dropped, 'pending alert')} of removed watches or channels.\n`;
  return `${printTable(rows)}${lost}Done: ${name} matches the watches file.\n`;
}

function rowsOf(section: string, { added, changed, removed }: Changes): string[][] {
  return [
    ...added.map((id) => ['+', section, plainText(id)]),
    ...changed.map((id) => ['~', section, plainText(id)]),
    ...removed.map((id) => ['-', section, plainText(id)]),
  ];
}
