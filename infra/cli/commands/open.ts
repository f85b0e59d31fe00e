import { HOUR, MINUTE, wallClockOf } from '../../../shared/domain/time/instant.ts';
import { inboxLink } from '../../../shared/domain/pages/signed-link.ts';
import { stackCommand } from '../command.ts';
import { CliFailure } from '../failure.ts';
import { timeOrNull } from '../print-values.ts';

const DEFAULT_LIFE = HOUR;
const LONGEST = 12 * HOUR;

/** Prints a link to the pages. */
export const open = stackCommand({
  usage: 'open [options]',
  about: `Prints a link to the pages of a stack: watches, sent alerts, stories, reports and extractions. Anyone who has the link
can read these pages until it expires. Each alert also contains a link to its own receipt. Changes nothing.`,
  options: {
    minutes: { type: 'string', value: 'N', about: 'how long the link is valid, 1 to 720 (default 60)' },
    browse: { type: 'boolean', about: 'also open the link in a browser' },
    open: { type: 'boolean', about: 'as --browse', hidden: true },
  },
  hint: 'run bellwether open',
  async run({ values, stack }, world) {
    const life = lifeOf(values.minutes);
    const until = stack.now() + life;
    const link = inboxLink(until, await stack.pageLinks());
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    world.stderr.write(`This link is valid until ${wallClockOf(until, timeZone).slice(11)} (${timeZone}):\n`);
    if (values.browse || values.open) world.browse(link);
    return { text: `${link}\n`, document: { link, validUntil: timeOrNull(until) } };
  },
});

function lifeOf(minutes: string | undefined): number {
  if (minutes === undefined) return DEFAULT_LIFE;
  const life = Number(minutes) * MINUTE;
  if (/^\d+$/.test(minutes) && life >= MINUTE && life <= LONGEST) return life;
  throw new CliFailure(`Invalid --minutes "${minutes}".`, {
    hint: 'write a whole number from 1 to 720, or leave it out for 60 minutes',
  });
}
