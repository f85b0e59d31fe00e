import { findingsBehind } from '../../domain/alerts/alert-findings.ts';
import type { Alert } from '../../domain/alerts/alert.ts';
import { type Channel, CHANNEL_MINUTE, OPERATORS } from '../../domain/channels/channel.ts';
import type { BatchReason } from '../../domain/channels/message-plan.ts';
import { findingsLink } from '../../domain/pages/page-links.ts';
import { formatCount, formatNumber, pluralOf } from '../text/format-values.ts';
import { countFitting } from '../text/json-size.ts';
import { isVisible, oneLine, shorten } from '../text/plain-text.ts';
import { describeAlert, nameOf } from './describe-alert.ts';
import type { Entry, LinkOf } from './entries.ts';

/** How many entries a message lists; the rest is counted. */
export const MOST_LISTED = 40;
/** The largest e-mail, in bytes inside JSON. With five times the JSON, all texts together stay below SNS's 256 KB. */
const EMAIL_SIZE = 60_000;

const WORDS_LIMIT = 200;
const MOST_WATCHES = 5;

/** A text, and the entries that it only counts. */
interface ListedText {
  text: string;
  unlisted: readonly Entry[];
}

/** The text of an e-mail, `all` being the link to the page that lists every entry: a paragraph for each entry, with a link to its receipt, and why the reader receives it. */
export function alertsEmail(
  entries: readonly Entry[],
  to: { channel: Channel; linkOf: LinkOf; because: BatchReason; all?: string | undefined },
): ListedText {
  const { channel } = to;
  const paragraphs = entries.slice(0, MOST_LISTED).map((entry) => paragraphOf(entry, to));
  const listed = countFitting(EMAIL_SIZE, paragraphs);
  const left = entries.length - listed;
  const intro = entries.length > 1 ? [introOf(entries, to)] : [];
  const rest =
    left > 0 ? [`and ${formatNumber(left)} more, stored but not listed here.${allAt(to.all)}`] : [];
  const shown = paragraphs.slice(0, listed);
  const text = [...intro, ...shown, ...rest, footerOf(entries, channel)].join('\n\n');
  return { text, unlisted: entries.slice(listed) };
}

function allAt(link: string | undefined): string {
  return link === undefined ? '' : ` See all of them: ${link}`;
}

function paragraphOf(entry: Entry, { channel, linkOf }: { channel: Channel; linkOf: LinkOf }): string {
  const { headline, lines } = describeAlert(entry.lead, channel.timezone);
  const link = linkOf(entry.lead);
  const receipt = link === undefined ? [] : [`Why you got this: ${link}`];
  return [headline, ...lines, ...matchLine(entry), ...allLine(entry.lead, link), ...receipt].join('\n');
}

/** Where all findings are that a policy has counted; a story says how many outlets have it, and promises no list. */
function allLine(alert: Alert, receipt: string | undefined): string[] {
  const { count, period } = findingsBehind(alert) ?? {};
  if (count === undefined || !period || receipt === undefined) return [];
  return [
    `Listed here: ${alert.items.length} of ${formatCount(count, 'finding')}. All of them: ${findingsLink(receipt)}`,
  ];
}

/** Which watches found an entry, and the words that matched: at most one line, none for alerts about Bellwether itself. */
function matchLine({ lead, others }: Entry): string[] {
  const alerts = [lead, ...others].filter(({ watchId, items }) => watchId !== undefined && items.length > 0);
  const byWatch = Map.groupBy(alerts, nameOf);
  const found = [...byWatch].slice(0, MOST_WATCHES).map(([name, own]) => `${name}${wordsOf(own)}`);
  const more = byWatch.size > MOST_WATCHES ? ` and ${byWatch.size - MOST_WATCHES} more` : '';
  return found.length === 0 ? [] : [`Found by ${found.join(', ')}${more}.`];
}

/** ` (matched: Acme Corp, recall)` */
function wordsOf(alerts: readonly Alert[]): string {
  const words = alerts.flatMap(({ items }) => items.flatMap(({ matched }) => matched.map(oneLine)));
  const shown = shorten([...new Set(words.filter(isVisible))].join(', '), WORDS_LIMIT);
  return shown === '' ? '' : ` (matched: ${shown})`;
}

/** What a message contains, and why it contains several. */
function introOf(
  entries: readonly Entry[],
  { channel, because }: { channel: Channel; because: BatchReason },
): string {
  const isNews = entries.every(({ lead }) => lead.items.length > 0);
  const content = formatCount(entries.length, isNews ? 'story' : 'alert');
  const { quietHours, stormCap, name } = channel;
  switch (because) {
    case 'digest':
      return `Your brief for ${name}: ${content}, the most urgent first.`;
    case 'quiet-hours': {
      const hours = quietHours ? ` (${quietHours.from} to ${quietHours.to})` : '';
      return `${content} arrived during the quiet hours of ${name}${hours}.`;
    }
    case 'storm':
      return `This message contains ${content}, because ${name} receives at most ${limitOf(stormCap)}.`;
    case 'group':
      return `${content} for ${name}.`;
  }
}

function limitOf(stormCap: number | undefined): string {
  const minute = `${CHANNEL_MINUTE} messages a minute`;
  return stormCap === undefined ? minute : `${minute} and ${stormCap} an hour`;
}

/** Why the reader receives this. */
function footerOf(entries: readonly Entry[], channel: Channel): string {
  return `--\nYou receive this because ${reasonOf(entries, channel)}.`;
}

function reasonOf(entries: readonly Entry[], { name: channel }: Channel): string {
  if (channel === OPERATORS) return 'you are an operator of Bellwether';
  const alerts = entries.flatMap(({ lead, others }) => [lead, ...others]);
  const isAll = (type: Alert['occasion']['type']) => alerts.every(({ occasion }) => occasion.type === type);
  if (isAll('life-sign')) return `channel ${channel} has received no alert for a week`;
  const names = [...new Set(alerts.map(nameOf))].toSorted();
  const isOne = names.length === 1;
  const more = names.length > 5 ? ` and ${names.length - 5} more` : '';
  const noun = isAll('report') ? 'report' : 'watch';
  const named = `${isOne ? noun : pluralOf(noun)} ${shorten(names.slice(0, 5).join(', '), 300)}${more}`;
  if (noun === 'report') return `${named} ${isOne ? 'goes' : 'go'} to channel ${channel}`;
  return `${named} ${isOne ? 'alerts' : 'alert'} channel ${channel}`;
}
