import { type Channel, laneText } from '../../domain/channels/channel.ts';
import { MOST_SILENCES, type Matchers, MATCHERS, type Silence } from '../../domain/channels/silence.ts';
import type { ReceiptOf } from '../../domain/pages/signed-link.ts';
import { formatMoment } from '../text/format-values.ts';

/** How many mutes a message names: the command line lists all. */
const MOST_NAMED = 3;

/**
 * What links have muted, in sentences: who, what, until when, by which link, and how to end it.
 *
 * @param linkOf the link to the receipt of an alert; undefined where texts contain no links.
 */
export function muteSentences(
  silences: readonly Silence[],
  { timezone, linkOf }: Pick<Channel, 'timezone'> & { linkOf: (alert: ReceiptOf) => string | undefined },
): string[] {
  const named = silences.slice(0, MOST_NAMED).map((silence) => {
    const { id, by, endsAt } = silence;
    const link = by?.alert && linkOf(by.alert);
    const page = link === undefined ? '' : ` on the page of an alert (${link})`;
    const until = `${formatMoment(endsAt, timezone)} (${timezone})`;
    return `${whoMuted(silence)} has muted ${whatIsMuted(silence)} on this channel${page}, until ${until}. Run bellwether silence --expire ${id} to end it.`;
  });
  const more = silences.length - named.length;
  return more > 0 ? [...named, `Links have muted ${more} more: run bellwether silence.`] : named;
}

/** `A reader of press (Slack)` */
export function whoMuted({ by, owner }: Silence): string {
  if (!by) return owner;
  return by.from === 'message' && by.alert
    ? `A reader of ${laneText(by.alert.channel)}`
    : 'Somebody with a link to the pages';
}

/** What a link has muted: `watch acme-news below critical` */
export function whatIsMuted({ matchers: { story, watch = [], domain } }: Silence): string {
  const what = story ? `story ${story.join(', ')}` : `watch ${watch.join(', ')}`;
  return `${domain ? `outlet ${domain.join(', ')} in ` : ''}${what} below critical`;
}

/** `watch=acme-news severity=info,warning`, as the command line takes them. Texts of people: escape them. */
export function matchersText(matchers: Matchers): string {
  return MATCHERS.flatMap((name) => {
    const values = matchers[name];
    return values ? [`${name}=${values.join(',')}`] : [];
  }).join(' ');
}

/** What a page says where it would mute, and no silence fits. */
export const NO_ROOM =
  `There are ${MOST_SILENCES.toLocaleString('en')} silences, which is the most. Undo something that you have muted, or ask ` +
  'the operators to end some: npx bellwether silence lists them.';
