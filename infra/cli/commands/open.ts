import { MINUTE, wallClockOf } from '../../../shared/domain/time/instant.ts';
import { inboxLink } from '../../../shared/domain/pages/signed-link.ts';
import { stackCommand } from '../command.ts';
import { timeOrNull } from '../print-values.ts';
import { readNumber } from '../read-span.ts';

/** In minutes. */
const USUAL = 60;
const LONGEST = 720;

/** Prints a link to the pages. */
export const open = stackCommand({
  usage: 'open [options]',
  about: `Prints a link to the pages of a stack: watches, sent alerts, stories, reports and extractions. Anyone who has the link
can read these pages until it expires. Each alert also contains a link to its own receipt. Changes nothing.`,
  options: {
    minutes: { type: 'string', value: 'N', about: 'how long the link is valid, 1 to 720 (default 60)' },
    browse: { type: 'boolean', about: 'also open the link in a browser' },
  },
  async run({ values, stack }, world) {
    const life = (readNumber('--minutes', values.minutes, { most: LONGEST }) ?? USUAL) * MINUTE;
    const until = stack.now() + life;
    const link = inboxLink(until, await stack.pageLinks());
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    world.stderr.write(`This link is valid until ${wallClockOf(until, timeZone).slice(11)} (${timeZone}):\n`);
    if (values.browse) world.browse(link);
    return { text: `${link}\n`, document: { link, validUntil: timeOrNull(until) } };
  },
});
