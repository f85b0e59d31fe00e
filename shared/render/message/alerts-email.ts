import type { Alert } from '../../domain/alerts/alert.ts';
import { CHANNEL_MINUTE, OPERATORS, type Channel } from '../../domain/channels/channel.ts';
import type { Because } from '../../domain/channels/message-plan.ts';
import { count, describeAlert, nameOf } from './describe-alert.ts';
import type { Entry } from './entries.ts';
import type { LinkOf } from './link-of.ts';
import { fittingIn, shorten } from '../text/plain-text.ts';
import { sayWhy } from './describe-matches.ts';

/** How many entries a message spells out; the rest is counted. */
export const SPELT_OUT = 40;
/** What the e-mail may weigh: with five times the JSON all texts together stay below SNS's 256 KB. */
const EMAIL_WEIGHT = 60_000;

/** The text of an e-mail, as a colleague would write it: what happened, where, how big, and why you are told. */
export function alertsEmail(
  entries: readonly Entry[],
  to: { channel: Channel; linkOf: LinkOf; because: Because },
): string {
  const { channel } = to;
  const paragraphs = entries.slice(0, SPELT_OUT).map((entry) => paragraphOf(entry, to));
  const notified = fittingIn(EMAIL_WEIGHT, paragraphs);
  const left = entries.length - notified;
  const intro = entries.length > 1 ? [introOf(entries, to)] : [];
  const rest = left > 0 ? [`and ${count(left, 'more', 'more')}, kept with the others.`] : [];
  return [...intro, ...paragraphs.slice(0, notified), ...rest, footerOf(entries, channel)].join('\n\n');
}

function paragraphOf(entry: Entry, { channel, linkOf }: { channel: Channel; linkOf: LinkOf }): string {
  const { headline, lines } = describeAlert(entry.lead, channel.timezone);
  const link = linkOf(entry.lead);
  const receipt = link === undefined ? [] : [`Why you got this: ${link}`];
  return [headline, ...lines, ...sayWhy(entry), ...receipt].join('\n');
}

/** What stands in one message, and why it is one. */
function introOf(
  entries: readonly Entry[],
  { channel, because }: { channel: Channel; because: Because },
): string {
  const isNews = entries.every(({ lead }) => lead.items.length > 0);
  const what = isNews ? count(entries.length, 'story', 'stories') : count(entries.length, 'alert', 'alerts');
  const { quietHours, stormCap, name } = channel;
  switch (because) {
    case 'digest':
      return `Your digest for ${name}: ${what}, the most urgent first.`;
    case 'quiet-hours':
      return quietHours
        ? `While ${name} was quiet (${quietHours.from} to ${quietHours.to}), ${what} came in.`
        : `While ${name} was quiet, ${what} came in.`;
    case 'storm':
      return `A lot at once: ${what} in one message, because ${name} gets at most ${limitOf(stormCap)}.`;
    case 'group':
      return `${what} for ${name}.`;
  }
}

function limitOf(stormCap: number | undefined): string {
  const minute = `${CHANNEL_MINUTE} messages a minute`;
  return stormCap === undefined ? minute : `${minute} and ${stormCap} an hour`;
}

/** Why you get this. */
function footerOf(entries: readonly Entry[], channel: Channel): string {
  if (channel.name === OPERATORS) return '--\nYou get this as an operator of Bellwether.';
  const alerts = entries.flatMap(({ lead, others }) => [lead, ...others]);
  if (alerts.every(({ occasion }) => occasion.type === 'life-sign'))
    return `--\nYou get this because the channel ${channel.name} has told nothing for a week.`;
  const names = [...new Set(alerts.map(nameOf))].toSorted();
  const named = shorten(names.slice(0, 5).join(', '), 300);
  const more = names.length > 5 ? ` and ${names.length - 5} more` : '';
  const several = names.length > 1;
  const writer = alerts.every(({ occasion }: Alert) => occasion.type === 'report') ? 'report' : 'watch';
  const noun = several ? (writer === 'watch' ? 'watches' : 'reports') : writer;
  return `--\nYou get this because the ${noun} ${named}${more} ${several ? 'tell' : 'tells'} the channel ${channel.name}.`;
}
