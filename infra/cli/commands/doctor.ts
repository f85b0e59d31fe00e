import { OPTIONS, stackCommand } from '../command.ts';
import { type Check, countOf, printCheck, problem } from '../checks.ts';
import { checkFile, checkRunning, checkSources } from '../doctor/check.ts';
import { checkService, checkWebhooks } from '../doctor/check-service.ts';
import { checkMutes, checkNotifying } from '../doctor/check-notifying.ts';
import { explainError } from '../failure.ts';
import { readApplied } from '../plan/compare.ts';
import { compileWatchesFile, printCount } from '../read-file.ts';
import { readStatus } from '../read-status.ts';

/** Checks everything that alerts depend on. */
export const doctor = stackCommand({
  usage: 'doctor [options]',
  about: `Checks everything that alerts depend on: the watches file, the stack, the address and the key of each service that a
watch uses, the clock, subscriptions, deliveries and SMS. Each line is ok, a hint or a problem with a suggested fix.
Requests the plan of each of these services once, and a test of
the webhook of each monitor. Exit code 1 when there is a problem.`,
  options: { watches: OPTIONS.watches },
  hint: 'run bellwether doctor: it checks everything',
  async run({ values, stack }, world) {
    const [applied, status] = await Promise.all([readApplied(stack), readStatus(stack, stack.now())]);
    const { watches } = applied;
    const file = values.watches ?? world.watchesFile;
    const readFile = () => compileWatchesFile(file, world).catch(() => undefined);
    const checks = [
      () => checkFile(file, { world, applied }),
      ...(['news', 'events', 'extraction'] as const).map((service) => {
        const reached = { service, access: stack.services[service] };
        return () => checkService(reached, { world, watches });
      }),
      () => checkWebhooks(stack, watches),
      () => checkSources(stack, { watches, now: () => stack.now(), readFile }),
      () => checkRunning(stack, status),
      () => checkNotifying(stack, applied),
      async () => [checkMutes(status.mutes)],
    ];
    const results: Check[] = [];
    for (const run of checks) {
      for (const check of await guarded(run)) {
        results.push(check);
        if (!values.json) world.stdout.write(printCheck(check));
      }
    }
    const [problems, hints] = [countOf(results, 'problem'), countOf(results, 'hint')];
    return {
      text: `${summaryOf(problems, hints)}\n`,
      document: { problems, hints, checks: results },
      code: problems === 0 ? 0 : 1,
    };
  },
});

/** `No problems found.` only where there is nothing to do. */
function summaryOf(problems: number, hints: number): string {
  if (hints === 0) return problems === 0 ? 'No problems found.' : `${printCount(problems, 'problem')}.`;
  return `${printCount(problems, 'problem')}, ${printCount(hints, 'hint')}.`;
}

/** A check that fails must not hide the others. */
async function guarded(run: () => Promise<Check[]>): Promise<Check[]> {
  try {
    return await run();
  } catch (error) {
    const { message, hint = 'try again; the other checks are not affected' } = explainError(error);
    return [problem(`A check failed: ${message}`, hint)];
  }
}
