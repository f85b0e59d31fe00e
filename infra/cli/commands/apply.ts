import type { Desired } from '../../../shared/domain/config/desired-state.ts';
import type { ApplyOutcome, Changes } from '../../../shared/domain/runs/outcome.ts';
import { OPTIONS, type Command, type ExitCode } from '../command.ts';
import { endUpstream } from '../end-upstream.ts';
import { CliFailure } from '../failure.ts';
import { needStack } from '../need-stack.ts';
import { checkBudget } from '../plan/check-budget.ts';
import { estimateCalls } from '../plan/estimate-calls.ts';
import { plainText, printTable } from '../print-values.ts';
import { counted, readSoundWatches, WATCHES_FILE } from '../read-file.ts';
import { readOptions } from '../read-options.ts';
import type { World } from '../world.ts';

const options = {
  watches: OPTIONS.watches,
  stage: OPTIONS.stage,
  data: OPTIONS.data,
  'over-budget': { type: 'boolean', about: 'accept more than 90% of the calls that the plan allows' },
  empty: { type: 'boolean', about: 'apply a file without watches and channels, before a stack is destroyed' },
} as const;

/** Makes table, schedules and subscriptions of a stack agree with the file. */
export const apply: Command = {
  usage: 'apply [options]',
  about: `Checks the file of watches, then has the stack make its table, schedules and subscriptions agree with it, and prints
what changed. Applying the same file again changes nothing. A new e-mail or https address gets a message to confirm.
With --empty the stack also takes away what it made at the extraction service, and what is left there is printed.`,
  options,
  async run(args, world): Promise<ExitCode> {
    const { values, positionals } = readOptions(args, { options, command: 'apply' });
    if (positionals.length > 0)
      throw new CliFailure('apply takes no names.', { hint: 'name the file with --watches FILE' });
    if (values.empty && values.watches !== undefined) {
      throw new CliFailure('--empty and --watches exclude each other.', { hint: 'leave one of them out' });
    }
    const desired = values.empty ? NOTHING : await desiredOf(values, world);
    const stack = await needStack(world, values);
    const outcome = await stack.apply(desired);
    if (outcome.status === 'busy') {
      throw new CliFailure(`Somebody else is applying watches to ${stack.name}.`, {
        hint: 'wait a minute, then apply again',
      });
    }
    world.stdout.write(printOutcome(outcome, stack.name));
    if (values.empty) world.stdout.write(await endUpstream(stack));
    return 0;
  },
};

const NOTHING: Desired = { watches: [], channels: [] };

async function desiredOf(
  values: { watches?: string | undefined; 'over-budget'?: boolean | undefined },
  world: World,
): Promise<Desired> {
  const { desired, callsPerMonth } = await readSoundWatches(values.watches ?? WATCHES_FILE, world);
  const estimate = estimateCalls(desired.watches, { allowed: callsPerMonth, now: world.now() });
  checkBudget(estimate, { overBudget: values['over-budget'] ?? false });
  return desired;
}

function printOutcome(outcome: ApplyOutcome, name: string): string {
  const { watches, channels, schedules, watchlists, reports, subscriptions, dropped } = outcome;
  const sections = Object.entries({ watches, channels, schedules, watchlists, reports, subscriptions });
  const rows = sections.flatMap(([section, changes]) => rowsOf(section, changes));
  if (rows.length === 0) return `Nothing to change in ${name}.\n`;
  const lost =
    dropped === 0
      ? ''
      : `${counted(dropped, 'alert')} that waited for what was removed ${dropped === 1 ? 'is' : 'are'} dropped.\n`;
  return `${printTable(rows)}${lost}Done: ${name} agrees with the watches.\n`;
}

function rowsOf(section: string, { added, changed, removed }: Changes): string[][] {
  return [
    ...added.map((id) => ['+', section, plainText(id)]),
    ...changed.map((id) => ['~', section, plainText(id)]),
    ...removed.map((id) => ['-', section, plainText(id)]),
  ];
}
