import type { Desired } from '../../../shared/domain/config/desired-state.ts';
import type { ApplyOutcome, Changes } from '../../../shared/domain/runs/outcome.ts';
import { applyOrFail } from '../apply/apply-nothing.ts';
import { listRemovals, printRemovals, type Removal } from '../apply/list-removals.ts';
import { queueFirstRuns } from '../apply/queue-first-runs.ts';
import { command, OPTIONS, STACK_OPTIONS } from '../command.ts';
import { endUpstream } from '../end-upstream.ts';
import { CliFailure } from '../failure.ts';
import { needStack } from '../need-stack.ts';
import { terminalJson } from '../terminal/terminal-text.ts';
import { checkBudget } from '../plan/check-budget.ts';
import { checkUsedServices } from '../plan/check-used-services.ts';
import { compare } from '../plan/compare.ts';
import { estimateCalls } from '../plan/estimate-calls.ts';
import { readApplied } from '../plan/read-applied.ts';
import { plainText, printTable } from '../print-values.ts';
import { printCount, readValidWatches } from '../read-file.ts';
import type { World } from '../world.ts';

/** Updates the table, schedules and subscriptions of a stack to match the file. */
export const apply = command({
  usage: 'apply [options]',
  about: `Checks the watches file, updates the watches, schedules and subscriptions of the stack to match it, and prints the
changes. If you apply the same file again, nothing changes. A new watch, and one with another query, runs at once. A new
e-mail or https address receives a message with a link to confirm it. If something would be removed, apply lists it with
what is lost and asks; scripts need --yes. With --empty the stack also removes what it created at the extraction service,
and prints what is left.`,
  options: {
    watches: OPTIONS.watches,
    ...STACK_OPTIONS,
    'over-budget': { type: 'boolean', about: 'accept a file that needs more than 90% of the plan' },
    json: OPTIONS.json,
    yes: { type: 'boolean', about: 'remove without asking, for scripts' },
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
    checkUsedServices(desired.watches, stack);
    const applied = await readApplied(stack);
    const removals = await listRemovals(compare(desired, applied), stack);
    if (!(await mayRemove(removals, { values, world, name: stack.name }))) return 1;
    const outcome = await applyOrFail(stack, desired);
    if (!values.json) world.stdout.write(printOutcome(outcome, stack.name));
    const queued = await queueFirstRuns(desired.watches, { before: applied.watches, stack });
    if (!values.json && queued.length > 0) world.stdout.write(`Queued a run of ${queued.join(', ')}.\n`);
    const left = values.empty ? await endUpstream(stack) : '';
    if (values.json) {
      const document = { stack: stack.name, ...outcome, removed: removals, queued };
      world.stdout.write(`${terminalJson(JSON.stringify(document, null, 2))}\n`);
    }
    (values.json ? world.stderr : world.stdout).write(left);
    return 0;
  },
});

/**
 * Lists what would be removed and asks. Without a terminal it needs --yes, or --empty, which names all that it removes.
 * False: nothing may be changed.
 */
async function mayRemove(
  removals: readonly Removal[],
  {
    values: { yes = false, empty = false },
    world,
    name,
  }: { values: { yes?: boolean; empty?: boolean }; world: World; name: string },
): Promise<boolean> {
  if (removals.length === 0) return true;
  world.stderr.write(printRemovals(removals, name));
  if (yes) return true;
  if (!world.confirm) {
    if (empty) return true;
    throw new CliFailure('Without a terminal, apply removes only with --yes. Nothing was changed.', {
      hint: 'run bellwether plan to see all changes, then add --yes',
    });
  }
  if (await world.confirm('Remove these?')) return true;
  world.stderr.write('Nothing was changed.\n');
  return false;
}

const NOTHING: Desired = { watches: [], channels: [] };

async function desiredOf(
  values: { watches?: string | undefined; 'over-budget'?: boolean | undefined },
  world: World,
): Promise<Desired> {
  const { desired, callsPerMonth, placed } = await readValidWatches(
    values.watches ?? world.watchesFile,
    world,
  );
  const estimate = estimateCalls(desired.watches, { allowed: callsPerMonth, now: world.now() });
  checkBudget(estimate, { overBudget: values['over-budget'] ?? false, placed });
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
