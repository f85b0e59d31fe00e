import { OPTIONS, type Command, type ExitCode } from '../command.ts';
import { checkFile } from '../doctor/check-file.ts';
import { checkService } from '../doctor/check-service.ts';
import { checkRunning } from '../doctor/check-running.ts';
import { checkNotifying } from '../doctor/check-telling.ts';
import { problem, type Check } from '../doctor/check.ts';
import { explainError } from '../explain-error.ts';
import { CliFailure } from '../failure.ts';
import { needStack } from '../need-stack.ts';
import { counted, WATCHES_FILE } from '../read-file.ts';
import { readOptions } from '../read-options.ts';
import { readStatus } from '../status/read-status.ts';

const options = { watches: OPTIONS.watches, stage: OPTIONS.stage, data: OPTIONS.data } as const;

/** Looks at everything that must be right for alerts to arrive. */
export const doctor: Command = {
  usage: 'doctor [options]',
  about: `Checks everything that must be right for alerts to arrive: the file of watches, the stack, the address and the key of
each service that a watch asks, the clock, the subscriptions, deliveries and SMS. Each line is ok, a hint or a problem with its way out.
Asks each of these services once for its plan. Exit code 1 when there is a problem.`,
  options,
  async run(args, world): Promise<ExitCode> {
    const { values, positionals } = readOptions(args, { options, command: 'doctor' });
    if (positionals.length > 0)
      throw new CliFailure('doctor takes no names.', { hint: 'it checks everything' });
    const stack = await needStack(world, values);
    const [watches, channels, subscriptions, status] = await Promise.all([
      stack.definitions.watches(),
      stack.definitions.channels(),
      stack.subscriptions.list(),
      readStatus(stack, stack.now()),
    ]);
    const standing = { watches, channels, subscriptions };
    const looks = [
      () => checkFile(values.watches ?? WATCHES_FILE, { world, standing }),
      ...(['news', 'events', 'extraction'] as const).map((service) => {
        const look = { service, access: stack.services[service] };
        return () => checkService(look, { world, watches });
      }),
      () => checkRunning(stack, status),
      () => checkNotifying(stack, standing),
    ];
    let problems = 0;
    for (const look of looks) {
      for (const check of await guarded(look)) {
        world.stdout.write(printCheck(check));
        problems += check.result === 'problem' ? 1 : 0;
      }
    }
    world.stdout.write(problems === 0 ? 'All is well.\n' : `${counted(problems, 'problem')}.\n`);
    return problems === 0 ? 0 : 1;
  },
};

/** One look that cannot be taken must not hide the others. */
async function guarded(look: () => Promise<Check[]>): Promise<Check[]> {
  try {
    return await look();
  } catch (error) {
    const { message, hint = 'try again; the other lines hold all the same' } = explainError(error);
    return [problem(`This could not be checked: ${message}`, hint)];
  }
}

function printCheck({ result, text, advice }: Check): string {
  return `${result.padEnd(8)} ${text}\n${advice === undefined ? '' : `${' '.repeat(9)}${advice}\n`}`;
}
