import { HOUR, MINUTE } from '../../../shared/domain/time/instant.ts';
import { inboxLink } from '../../../shared/domain/pages/page-links.ts';
import { wallClockOf } from '../../../shared/domain/time/wall-clock.ts';
import { OPTIONS, type Command, type ExitCode } from '../command.ts';
import { CliFailure } from '../failure.ts';
import { needStack } from '../need-stack.ts';
import { readOptions } from '../read-options.ts';

const options = {
  minutes: { type: 'string', value: 'N', about: 'how long the link opens, 1 to 720 (default 60)' },
  stage: OPTIONS.stage,
  data: OPTIONS.data,
  browse: { type: 'boolean', about: 'open it in a browser as well' },
} as const;

const DEFAULT_LIFE = HOUR;
const LONGEST = 12 * HOUR;

/** Makes a link to the pages. */
export const open: Command = {
  usage: 'open [options]',
  about: `Prints a link to the pages of a stack: its watches, the alerts as they went out, stories, reports
and extractions. Whoever has the
link can read them until it ends; it changes nothing. Each alert also carries a link to its own receipt.`,
  options,
  async run(args, world): Promise<ExitCode> {
    const { values, positionals } = readOptions(args, { options, command: 'open' });
    if (positionals.length > 0) throw new CliFailure('open takes no names.', { hint: 'bellwether open' });
    const life = lifeOf(values.minutes);
    const stack = await needStack(world, values);
    const until = stack.now() + life;
    const link = inboxLink(until, await stack.pageLinks());
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    world.stderr.write(`It opens until ${wallClockOf(until, timeZone).slice(11)} (${timeZone}):\n`);
    world.stdout.write(`${link}\n`);
    if (values.browse) world.browse(link);
    return 0;
  },
};

function lifeOf(minutes: string | undefined): number {
  if (minutes === undefined) return DEFAULT_LIFE;
  const life = Number(minutes) * MINUTE;
  if (/^\d+$/.test(minutes) && life >= MINUTE && life <= LONGEST) return life;
  throw new CliFailure(`--minutes ${minutes} is not from 1 to 720.`, { hint: 'leave it out for an hour' });
}
