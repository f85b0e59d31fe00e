import type { Instant } from '../../../shared/domain/time/instant.ts';
import type { Watch } from '../../../shared/domain/watches/watch.ts';
import { printProblems } from '../../watches-file/compile-watches.ts';
import { command, OPTIONS, STACK_OPTIONS } from '../command.ts';
import { printCheck } from '../checks.ts';
import { proveTransports } from '../doctor/prove-transports.ts';
import { checkOutlets, checkSourceGroups, checkUsedServices, outletProblem } from '../plan/check-services.ts';
import { adviceDocument, adviseOnJobs, type PlaceOfQuery, queryPath } from '../plan/print-advice.ts';
import { type CallEstimate, estimateCalls, estimateCosts, overBudget } from '../plan/estimate-calls.ts';
import { type AppliedState, compare, countChanges, readApplied } from '../plan/compare.ts';
import { estimateBill, USUAL_FINDINGS } from '../cost/estimate-bill.ts';
import { estimateJudges } from '../plan/judge-costs.ts';
import { printPlan } from '../plan/print-plan.ts';
import { readNumber } from '../read-span.ts';
import { readValidWatches, type ValidWatches } from '../read-file.ts';
import { paint } from '../terminal.ts';
import { isConnectionRefused } from '../failure.ts';
import { stageFileOf } from '../stack/read-stage-file.ts';
import type { Stack } from '../stack/stack.ts';
import type { World } from '../world.ts';

/** Shows what apply would change, and what it would cost. */
export const plan = command({
  usage: 'plan [options]',
  about: `Compares the watches file with a stack. Shows what apply would add, change and remove, and what each watch costs per
month: calls to the news service (compared with plan.calls_per_month of the file), calls to the events service, and the
maximum credits of the extraction service. Edits that people made on pages are shown as differences. Below them is the expected bill of AWS by service, for the stage of --stage or
the shipped one, and the tokens and USD of judges with the regions that their models read in. If the stack has a key for the extraction service, plan also shows its advice on each
query and its dates; this is free. With a key for the news service it warns of outlets that the service does not
have: one call for 100 domains, one for each entry of predefined_sources, two more where one is missing. It names each
transport whose secret is missing or refused. Without a stack everything is new. Changes nothing. Exit code 2 when there are
changes, 1 when the file has problems or needs more than 90% of the plan.`,
  options: {
    watches: OPTIONS.watches,
    ...STACK_OPTIONS,
    'over-budget': { type: 'boolean', about: 'accept a file that needs more than 90% of the plan' },
    findings: {
      type: 'string',
      value: 'N',
      about: `new findings of a watch per day, for the bill of AWS; default ${USUAL_FINDINGS}`,
    },
    json: OPTIONS.json,
  },
  async run({ values }, world) {
    const { desired, callsPerMonth, usdPerMonth, placed } = await readValidWatches(
      values.watches ?? world.watchesFile,
      world,
    );
    const stack = await world.openStack(values);
    const now = () => (stack ?? world).now();
    if (stack) checkUsedServices(desired.watches, stack);
    const applied = stack && (await readIfRunning(stack, world));
    const comparison = compare(desired, applied ?? NOTHING);
    const estimate = estimateCalls(desired.watches, { allowed: callsPerMonth, now: now() });
    const costs = estimateCosts(desired.watches, now());
    const findings = readNumber('--findings', values.findings, { least: 0, most: 999_999 }) ?? USUAL_FINDINGS;
    const stageFile = stageFileOf(values.stage);
    const judges = estimateJudges(desired.watches, { findings, stage: stageFile });
    const bill = estimateBill(desired, {
      findings,
      stage: stageFile,
      services: usdPerMonth,
      now: now(),
    });
    const reached = applied ? stack : undefined;
    const groupsUnknown = await checkSourceGroups(desired.watches, { stack: reached, now, placed });
    if (groupsUnknown !== undefined)
      world.stderr.write(`Source groups were not checked: ${groupsUnknown}.\n`);
    await warnOfOutlets(desired.watches, { stack: reached, now, world, placed });
    const questions = await adviseOnJobs(desired.watches, { stack: reached, now });
    if (reached)
      for (const check of await proveTransports(desired.channels, {
        probe: world.probe,
        secretOf: reached.secretOf,
      }))
        if (check.result !== 'ok') world.stderr.write(printCheck(check));
    const placeOf: PlaceOfQuery = (id) => placed(queryPath(id));
    if (!stack)
      world.stderr.write(
        'No local stack is running, so everything is new. To compare with a stack in AWS, use --stage NAME.\n',
      );
    const { added, changed, removed } = countChanges(comparison);
    return {
      text: printPlan(comparison, { desired, estimate, costs, bill, judges, questions, placeOf }),
      document: {
        stack: (applied && stack?.name) ?? null,
        ...comparison,
        calls: callsDocument(estimate),
        costs,
        bill,
        judges,
        questions: questions.map((question) => adviceDocument(question, placeOf)),
      },
      code: added + changed + removed + comparison.edits.length === 0 ? 0 : 2,
      failure: overBudget(estimate, { accepted: values['over-budget'], placed }),
    };
  },
});

/** Says on stderr which outlets the news service does not have. It never fails the command. */
async function warnOfOutlets(
  watches: readonly Watch[],
  {
    stack,
    now,
    world,
    placed,
  }: {
    stack: Stack | undefined;
    now: () => Instant;
    world: World;
    placed: ValidWatches['placed'];
  },
): Promise<void> {
  const { unknown, notChecked } = await checkOutlets(watches, { stack, now });
  if (notChecked !== undefined) world.stderr.write(`Outlets were not checked: ${notChecked}.\n`);
  const problems = unknown.map((one) => placed(outletProblem(one)));
  world.stderr.write(printProblems(problems, paint('warning', 'warning')));
}

const NOTHING: AppliedState = { watches: [], channels: [], subscriptions: [] };

/** Undefined for a local stack that was stopped: its state is kept but cannot be read. */
async function readIfRunning(stack: Stack, world: World): Promise<AppliedState | undefined> {
  if (stack.isStopped) {
    world.stderr.write(
      `The stack is stopped (${stack.name}), so everything is new. To compare with it, start it with npm start.\n`,
    );
    return undefined;
  }
  try {
    return await readApplied(stack);
  } catch (error) {
    if (!isConnectionRefused(error)) throw error;
    world.stderr.write(
      `No answer from ${stack.name}, so everything is new. To compare with it, start it with npm start.\n`,
    );
    return undefined;
  }
}

function callsDocument({ isOver, total, allowed, reserve, watches }: CallEstimate) {
  return { total, allowed: allowed ?? null, overBudget: isOver, reserve, watches };
}
