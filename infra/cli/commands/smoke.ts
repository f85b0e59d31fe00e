import { printAmount } from '../print-values.ts';
import { stackCommand } from '../command.ts';
import { runSmoke } from '../smoke/run-smoke.ts';
import { countOf, printCheck } from '../checks.ts';

/** Nearly every hour has news of English outlets with one of these words. */
const QUERY = 'announced OR announces';

/** Takes a canary watch through a stack, and removes it. */
export const smoke = stackCommand({
  usage: 'smoke [options]',
  about: `Checks a stack from end to end with a watch of its own, smoke-canary: apply, schedule, run, message, receipt and webhook.
Its alerts go to a temporary queue that only this command reads; no person receives them. It takes a few minutes and a few
calls of the plan of the news service. At the end, also after Ctrl-C, it removes all that it made. Exit code 1 when there is
a problem. docs/aws/permissions.md has the permissions that it needs.`,
  options: {
    query: { type: 'string', value: 'QUERY', about: `what the watch searches for (default ${QUERY})` },
  },
  async run({ values, stack }, world) {
    const stopping = new AbortController();
    const forget = world.onInterrupt?.(() => {
      world.stderr.write('Stopping: removing what was made …\n');
      stopping.abort();
    });
    const verdicts = await runSmoke({
      stack,
      tools: stack.smoke,
      world,
      query: values.query ?? QUERY,
      interrupted: stopping.signal,
      onVerdict: (verdict) => {
        if (!values.json) world.stdout.write(printCheck(verdict, verdict.check.padEnd(12)));
      },
    });
    forget?.();
    const problems = countOf(verdicts, 'problem');
    const summary =
      problems === 0 ? `${stack.name} works.` : `${printAmount(problems, 'problem')} in ${stack.name}.`;
    return {
      text: `\n${summary}\n`,
      document: { stack: stack.name, works: problems === 0, checks: verdicts },
      code: problems === 0 ? 0 : 1,
    };
  },
});
