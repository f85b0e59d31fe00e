import { randomUUID } from 'node:crypto';
import { didYouMean } from '../../../shared/contracts/watches-file/near-miss.ts';
import { idOf } from '../../../shared/domain/lib/hash.ts';
import { SECOND } from '../../../shared/domain/time/instant.ts';
import type { StoredDrill } from '../../../shared/use-cases/ports/drill/drills.ts';
import { command, OPTIONS, STACK_OPTIONS, type ExitCode } from '../command.ts';
import { drillReport, type TargetReport } from '../drill/drill-report.ts';
import { drillDocument, printDrill } from '../drill/print-drill.ts';
import { CliFailure } from '../failure.ts';
import { needStack } from '../need-stack.ts';
import type { Stack } from '../stack/stack.ts';
import { openProgress } from '../terminal/progress.ts';
import { terminalJson } from '../terminal/terminal-text.ts';
import type { World } from '../world.ts';

/** How often it is looked whether every transport has been tried, and how long between two looks. */
const MOST_LOOKS = 30;
const LOOK = SECOND;

/** Rehearses an emergency: a test message through the stack to every transport of the channels. */
export const drill = command({
  usage: 'drill [--channel NAME] [options]',
  about: `Sends a message that is labelled as a test through the stack, from the queue to each transport of each channel: mail, https and queues of
SNS, Slack, Teams, webhook, EventBridge, SES, and PagerDuty, where it opens an incident and ends it. People confirm by the link in the message. The
command waits until all transports have been tried, and names what is broken and what to do; --report shows the same later, with who has confirmed
and how fast. It goes at once, and says what would have held a real alert. A drill is no alert: it is in no story, report, count or list. Exit code 1 when
something is broken.`,
  options: {
    channel: {
      type: 'string',
      value: 'NAME',
      about: 'only this channel; separate several with commas (default: all)',
    },
    sms: { type: 'boolean', about: 'send SMS too; they cost money' },
    report: { type: 'boolean', about: 'send nothing; show what became of the last drill' },
    ...STACK_OPTIONS,
    json: OPTIONS.json,
  },
  noArguments: 'name a channel with --channel NAME',
  async run({ values }, world) {
    const stack = await needStack(world, values);
    const stored = values.report
      ? await lastDrill(stack)
      : await begin({ channels: values.channel?.split(','), sms: values.sms ?? false }, { stack, world });
    const { targets, isUnknown } = await reportOf(stored, stack);
    world.stdout.write(
      values.json
        ? `${terminalJson(JSON.stringify(drillDocument(stored.drill, targets), null, 2))}\n`
        : printDrill(stored.drill, targets),
    );
    if (values.json) return exitCodeOf(targets);
    if (isUnknown) world.stdout.write(`\n${UNKNOWN}\n`);
    if (!values.report) world.stdout.write(`\n${nextStep(targets)}\n`);
    return exitCodeOf(targets);
  },
});

const UNKNOWN =
  'Whether https addresses and queues got it is not known: you may not read the queue SubscriberDeadLettersUrl (sqs:ReceiveMessage).';

/** SNS tries an https address 4 times, 20 seconds apart. What it then gives up is known a little later. */
function nextStep(targets: readonly TargetReport[]): string {
  const toPrograms = targets.some(({ by }) => by === 'https' || by === 'queue');
  const wait = toPrograms ? ' in 2 minutes, when SNS has ended its tries of https addresses' : '';
  return `To see who has confirmed${toPrograms ? ' and what could not be delivered' : ''}, run bellwether drill --report${wait}.`;
}

function exitCodeOf(targets: readonly TargetReport[]): ExitCode {
  return targets.some(({ problems, state }) => problems.length > 0 || state === 'waiting') ? 1 : 0;
}

async function lastDrill({ drills }: Stack): Promise<StoredDrill> {
  const [last] = await drills.latest(1);
  const stored = last && (await drills.read(last.id));
  if (stored) return stored;
  throw new CliFailure('There was no drill yet.', { hint: 'run bellwether drill' });
}

async function begin(
  { channels, sms }: { channels: readonly string[] | undefined; sms: boolean },
  { stack, world }: { stack: Stack; world: World },
): Promise<StoredDrill> {
  const known = (await stack.definitions.channels()).map(({ name }) => name);
  const unknown = channels?.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new CliFailure(`Unknown channel "${unknown}" in ${stack.name}.`, {
      hint: didYouMean(unknown, known) ?? `known channels: ${known.join(', ')}`,
    });
  const id = idOf('drill', randomUUID()).slice(0, 10);
  await stack.drill({ id, sms, orderedAt: stack.now(), ...(channels && { channels }) });
  const progress = openProgress(world.stderr);
  progress.show('Sending a test message through the stack …');
  try {
    for (let look = 0; look < MOST_LOOKS; look += 1) {
      const stored = await stack.drills.read(id);
      if (stored && stored.results.length >= stored.drill.targets.length) return stored;
      await world.pause(LOOK);
    }
  } finally {
    progress.end();
  }
  const stored = await stack.drills.read(id);
  if (stored) return stored;
  throw new CliFailure('The stack has not taken the drill from its queue within 30 seconds.', {
    hint: 'look at bellwether status and the log of run-watch; bellwether drill --report shows the drill if it comes later',
  });
}

async function reportOf(
  stored: StoredDrill,
  stack: Stack,
): Promise<{ targets: TargetReport[]; isUnknown: boolean }> {
  const toPrograms = stored.drill.targets.some(({ by }) => by === 'https' || by === 'queue');
  const [channels, subscriptions, failed] = await Promise.all([
    stack.definitions.channels(),
    stack.subscriptions.list(),
    toPrograms ? stack.undeliveredDrill(stored.drill.id) : [],
  ]);
  const isUnknown = failed === 'unknown';
  const undelivered = isUnknown ? [] : failed;
  return {
    targets: drillReport(stored, { channels, subscriptions, undelivered, now: stack.now() }),
    isUnknown,
  };
}
