import { type Check, countOf, hint, ok, printCheck, problem } from '../checks.ts';
import { command, OPTIONS, STACK_OPTIONS, stackCommand } from '../command.ts';
import { checkMutes, checkNotifying } from '../doctor/check-notifying.ts';
import { proveStage, proveTransports } from '../doctor/prove-transports.ts';
import { checkService, checkWebhooks } from '../doctor/check-service.ts';
import { CliFailure, explainError } from '../failure.ts';
import { checkOutlets, outletProblem } from '../plan/check-services.ts';
import { type AppliedState, compare, countChanges, readApplied } from '../plan/compare.ts';
import { plainText, printAmount } from '../print-values.ts';
import { compileWatchesFile } from '../read-file.ts';
import { readStatus, type StackStatus } from '../read-status.ts';
import type { Stack } from '../stack/stack.ts';
import type { World } from '../world.ts';
import { OPERATORS } from '../../../shared/domain/channels/channel.ts';
import type { Watch } from '../../../shared/domain/watches/watch.ts';
import { runSmoke } from '../smoke/run-smoke.ts';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseJson } from '../../../shared/contracts/parse-as.ts';
import { describeStack } from '../stack/find-stack.ts';
import { compareTemplates, type ResourceChange, templateSchema } from '../upgrade/compare-templates.ts';

// Commands that check a stack: what it depends on, that it works from end to end, what a new version would change.

/** Checks everything that alerts depend on. */
export const doctor = stackCommand({
  usage: 'doctor [options]',
  about: `Checks everything that alerts depend on: the watches file, the stack, the address and the key of each service that a
watch uses, the clock, subscriptions, deliveries, SMS, and the secrets and senders of each transport, of the sign-in and of
the buttons in Slack. Each line is ok, a hint or a problem with a suggested fix.
Requests the plan of each of these services once, and a test of
the webhook of each monitor. Exit code 1 when there is a problem.`,
  options: { watches: OPTIONS.watches },
  async run({ values, stack }, world) {
    const [applied, status] = await Promise.all([readApplied(stack), readStatus(stack, stack.now())]);
    const { watches } = applied;
    const file = values.watches ?? world.watchesFile;
    const checks = [
      () => checkFile(file, { world, applied }),
      ...(['news', 'events', 'extraction'] as const).map((service) => {
        const reached = { service, access: stack.services[service] };
        return () => checkService(reached, { world, watches });
      }),
      () => checkWebhooks(stack, watches),
      () => checkSources(stack, watches),
      () => checkRunning(stack, status),
      () => checkNotifying(stack, applied),
      () => proveTransports(applied.channels, { probe: world.probe, secretOf: stack.secretOf }),
      async () => {
        // Loaded late: the reader of YAML is behind it.
        const { stageFileOf } = await import('../stack/read-stage-file.ts');
        return proveStage(stageFileOf(values.stage) ?? {}, stack);
      },
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
  if (hints === 0) return problems === 0 ? 'No problems found.' : `${printAmount(problems, 'problem')}.`;
  return `${printAmount(problems, 'problem')}, ${printAmount(hints, 'hint')}.`;
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

/** Checks that the watches file is valid and that the stack matches it. */
async function checkFile(
  file: string,
  { world, applied }: { world: World; applied: AppliedState },
): Promise<Check[]> {
  const compiled = await compileWatchesFile(file, world);
  if (!compiled.ok) {
    const [first] = compiled.problems;
    const place = first ? `. The first is at ${first.file}:${first.line}` : '';
    return [
      problem(
        `${file} has ${printAmount(compiled.problems.length, 'problem')}.`,
        `run bellwether validate for a list${place}`,
      ),
    ];
  }
  const { watches, channels } = compiled.desired;
  const notified = channels.filter(({ name }) => name !== OPERATORS);
  const valid = ok(
    `${file} is valid: ${printAmount(watches.length, 'watch')}, ${printAmount(notified.length, 'channel')}.`,
  );
  const { added, changed, removed } = countChanges(compare(compiled.desired, applied));
  const changes = added + changed + removed;
  if (changes === 0) return [valid, ok(`The stack matches ${file}.`)];
  return [
    valid,
    hint(
      `The stack differs from ${file}: ${printAmount(changes, 'change')}.`,
      'run bellwether plan to see the changes, and bellwether apply to apply them',
    ),
  ];
}

/** Checks that the watches run: schedules, queues and open incidents. */
async function checkRunning(stack: Stack, { watches, incidents }: StackStatus): Promise<Check[]> {
  const broken = watches.filter(({ condition }) => BROKEN.has(condition));
  const orders = await stack.deadOrders();
  const open = incidents.map(({ text }) =>
    problem(plainText(text), 'run bellwether status to see the state of each watch'),
  );
  return [
    ...(broken.length === 0 ? [ok('Every watch runs as scheduled.')] : []),
    ...broken.map(({ id, detail = '' }) => problem(`${id}: ${detail}.`, 'see docs/runbook.md')),
    ...(orders === 0 ? [] : [deadProblem(orders)]),
    ...open,
  ];
}

function deadProblem(orders: number): Check {
  return problem(
    `${printAmount(orders, 'queued message')} could not be processed.`,
    'see docs/runbook.md: how to read dead letters and send them again',
  );
}

const BROKEN: ReadonlySet<string> = new Set(['late', 'failing', 'open', 'unscheduled']);

/** Checks that the news service has the outlets that the watches name. Nothing where they name none. */
async function checkSources(stack: Stack, watches: readonly Watch[]): Promise<Check[]> {
  const { calls, unknown, notChecked } = await checkOutlets(watches, { stack, now: stack.now });
  if (notChecked !== undefined) return [ok(`The outlets of the watches were not checked: ${notChecked}.`)];
  if (calls === 0) return [];
  if (unknown.length === 0)
    return [ok(`The news service has every outlet of the watches (${printAmount(calls, 'call')}).`)];
  return unknown.map(outletProblem).map(({ what, hint: advice = '' }) => hint(what, advice));
}

/** Nearly every hour has news of English outlets with one of these words. */
const SMOKE_QUERY = 'announced OR announces';

/** Takes a canary watch through a stack, and removes it. */
export const smoke = stackCommand({
  usage: 'smoke [options]',
  about: `Checks a stack from end to end with a watch of its own, smoke-canary: apply, schedule, run, message, receipt and webhook.
Its alerts go to a temporary queue that only this command reads; no person receives them. It takes a few minutes and a few
calls of the plan of the news service. At the end, also after Ctrl-C, it removes all that it made. Exit code 1 when there is
a problem. docs/aws/permissions.md has the permissions that it needs.`,
  options: {
    query: {
      type: 'string',
      value: 'SMOKE_QUERY',
      about: `what the watch searches for (default ${SMOKE_QUERY})`,
    },
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
      query: values.query ?? SMOKE_QUERY,
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

/** Says what a deployment of the installed version would change in a stack. */
export const upgradeCheck = command({
  usage: 'upgrade-check --stage NAME',
  about: `Compares the template of npm run synth with the one that is deployed, after a new version was installed. Lists the
resources that a deployment adds, changes and removes; new code of functions is not listed. Exit code 1 when it would delete or replace
what holds data. Changes nothing.`,
  options: { stage: STACK_OPTIONS.stage },
  async run({ values: { stage = 'dev' } }, world) {
    const { name, client } = await describeStack(stage);
    const { GetTemplateCommand } = await import('@aws-sdk/client-cloudformation');
    const { TemplateBody = '' } = await client.send(new GetTemplateCommand({ StackName: name }));
    const file = `${name}.template.json`;
    const text = await readFile(join(world.folder, 'cdk.out', file), 'utf8').catch((cause: unknown) => {
      throw new CliFailure(`cdk.out has no ${file}.`, {
        hint: `make the template first: npm run synth -- -c stage=${stage}`,
        cause,
      });
    });
    const [deployed, next] = [TemplateBody, text].map((body) => templateSchema.parse(parseJson(body)));
    const changes = deployed && next ? compareTemplates(deployed, next) : [];
    const losses = changes.filter(({ losesData }) => losesData);
    return {
      text: printChanges(name, changes),
      document: { stack: name, changes },
      failure:
        losses.length === 0
          ? undefined
          : new CliFailure(
              `The deployment would lose the data of ${losses.map(({ id }) => id).join(', ')}.`,
              {
                hint: 'do not deploy this version; CHANGELOG.md says how to move the data, or report it as a fault',
              },
            ),
    };
  },
});

function printChanges(stack: string, changes: readonly ResourceChange[]): string {
  if (changes.length === 0) return `${stack}: only the code of functions changes.\n`;
  const lines = changes.map(
    ({ change, id, type, properties }) =>
      `  ${change.padEnd(9)}${type} ${id}${properties.length > 0 ? `: ${properties.join(', ')}` : ''}\n`,
  );
  return `${stack}: a deployment changes ${printAmount(changes.length, 'resource')}.\n${lines.join('')}`;
}
