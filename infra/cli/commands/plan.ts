import { OPTIONS, type Command, type ExitCode } from '../command.ts';
import { CliFailure } from '../failure.ts';
import { checkSourceGroups } from '../plan/check-source-groups.ts';
import { adviseOnJobs, type QuestionAdvice } from '../plan/advise-on-jobs.ts';
import { checkBudget } from '../plan/check-budget.ts';
import { compare, countChanges, type Comparison, type Standing } from '../plan/compare.ts';
import { estimateCalls, estimateCosts, type CallEstimate, type ServiceCost } from '../plan/estimate-calls.ts';
import { adviceDocument } from '../plan/print-advice.ts';
import { printPlan } from '../plan/print-plan.ts';
import { readSoundWatches, WATCHES_FILE } from '../read-file.ts';
import { readOptions } from '../read-options.ts';
import { isAsleep } from '../explain-error.ts';
import type { Stack } from '../stack/stack.ts';
import type { World } from '../world.ts';

const options = {
  watches: OPTIONS.watches,
  stage: OPTIONS.stage,
  data: OPTIONS.data,
  'over-budget': { type: 'boolean', about: 'accept more than 90% of the calls that the plan allows' },
  json: OPTIONS.json,
} as const;

/** Shows what applying the file would change, and what it would cost. */
export const plan: Command = {
  usage: 'plan [options]',
  about: `Compares the file of watches with a stack: what would be added, changed and removed, and what each watch costs in a
month: the calls of the news service against plan.calls_per_month of the file, those of the events service, and the most
credits of the extraction service. Where the stack has a key, that service is asked what it thinks of each question and
its dates, which costs nothing. Changes nothing. Without a stack everything is new. Exit code 2 when there
are changes, 1 when the file is wrong or needs more than 90% of the plan.`,
  options,
  async run(args, world): Promise<ExitCode> {
    const { values, positionals } = readOptions(args, { options, command: 'plan' });
    if (positionals.length > 0)
      throw new CliFailure('plan takes no names.', { hint: 'name the file with --watches FILE' });
    const { desired, callsPerMonth } = await readSoundWatches(values.watches ?? WATCHES_FILE, world);
    const stack = await world.openStack(values);
    const now = () => (stack ?? world).now();
    const standing = stack && (await readStanding(stack, world));
    const comparison = compare(desired, standing ?? NOTHING);
    const estimate = estimateCalls(desired.watches, { allowed: callsPerMonth, now: now() });
    const costs = estimateCosts(desired.watches, now());
    const reached = standing ? stack : undefined;
    const groupsUnknown = await checkSourceGroups(desired.watches, { stack: reached, now });
    if (groupsUnknown !== undefined)
      world.stderr.write(`The source groups were not compared with the service: ${groupsUnknown}.\n`);
    const questions = await adviseOnJobs(desired.watches, { stack: reached, now });
    if (!stack)
      world.stderr.write(
        'No stack was started on this machine: everything is new. Name one in AWS with --stage.\n',
      );
    world.stdout.write(
      values.json
        ? `${JSON.stringify(documentOf({ stack: standing && stack?.name, comparison, estimate, costs, questions }), null, 2)}\n`
        : printPlan(comparison, { desired, estimate, costs, questions }),
    );
    checkBudget(estimate, { overBudget: values['over-budget'] ?? false });
    const { added, changed, removed } = countChanges(comparison);
    return added + changed + removed === 0 ? 0 : 2;
  },
};

const NOTHING: Standing = { watches: [], channels: [], subscriptions: [] };

/** A stack on this machine that was stopped keeps its state, but nobody can read it. */
async function readStanding(stack: Stack, world: World): Promise<Standing | undefined> {
  try {
    const [watches, channels, subscriptions, watchlists, reports] = await Promise.all([
      stack.definitions.watches(),
      stack.definitions.channels(),
      stack.subscriptions.list(),
      stack.lists.all(),
      stack.reports.plans(),
    ]);
    return { watches, channels, subscriptions, watchlists, reports };
  } catch (error) {
    if (!isAsleep(error)) throw error;
    world.stderr.write(
      `Nothing answers at ${stack.name}, so the file is compared with nothing. npm start starts it.\n`,
    );
    return undefined;
  }
}

function documentOf(given: {
  stack: string | undefined;
  comparison: Comparison;
  estimate: CallEstimate;
  costs: readonly ServiceCost[];
  questions: readonly QuestionAdvice[];
}): object {
  const { stack = null, comparison, estimate, costs } = given;
  const questions = given.questions.map(adviceDocument);
  const { isOver, total, allowed = null, reserve, watches } = estimate;
  const calls = { total, allowed, overBudget: isOver, reserve, watches };
  return { stack, ...comparison, calls, costs, questions };
}
