import type { Alert } from '../../domain/alerts/alert.ts';
import { type Channel, CHANNEL_MINUTE, OPERATORS } from '../../domain/channels/channel.ts';
import type { BatchReason } from '../../domain/channels/message-plan.ts';
import { defined } from '../../domain/lib/fields.ts';
import { formatCount, formatNumber, pluralOf } from '../text/format-values.ts';
import { shorten } from '../text/plain-text.ts';
import { nameOf } from './describe-alert.ts';
import type { Entry, EntryLinks } from './entries.ts';
import { subjectParts } from './message-subject.ts';
import type { MessageView } from './message-view.ts';
import { isNews, viewStory, worstOf } from './story-view.ts';

/** How many entries a message lists; the rest is counted. */
export const MOST_LISTED = 40;

/** Where a message goes, why it contains these entries, and its links. */
export interface ViewOptions extends EntryLinks {
  channel: Channel;
  because: BatchReason;
  /** The link to the page that lists every entry. */
  all?: string | undefined;
}

/** What a message of these entries says, before it takes a form. */
export function viewMessage(entries: readonly Entry[], to: ViewOptions): MessageView {
  const { channel, because, all, ...links } = to;
  const { timezone } = channel;
  const severity = worstOf(alertsIn(entries));
  return defined<MessageView>({
    subject: subjectParts(entries, to),
    channel: channel.name,
    severity,
    because,
    intro: entries.length > 1 ? introOf(entries, to) : undefined,
    stories: entries.slice(0, MOST_LISTED).map((entry) => viewStory(entry, { timezone, ...links })),
    count: entries.length,
    critical: countCritical(entries),
    all,
    footer: `You receive this because ${reasonOf(entries, channel)}.`,
  });
}

/** How many entries are critical. */
export function countCritical(entries: readonly Entry[]): number {
  return entries.filter(({ lead, others }) => worstOf([lead, ...others]) === 'critical').length;
}

function alertsIn(entries: readonly Entry[]): Alert[] {
  return entries.flatMap(({ lead, others }) => [lead, ...others]);
}

/** What a message contains, and why it contains several. */
function introOf(entries: readonly Entry[], { channel, because }: ViewOptions): string {
  const areNews = entries.every(({ lead }) => isNews(lead));
  const content = `${formatCount(entries.length, areNews ? 'story' : 'alert')}${criticalText(entries)}`;
  const { quietHours, stormCap, name } = channel;
  switch (because) {
    case 'brief':
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

/** ` (3 critical)` */
function criticalText(entries: readonly Entry[]): string {
  const critical = countCritical(entries);
  if (critical === 0) return '';
  return critical === entries.length ? ' (all critical)' : ` (${formatNumber(critical)} critical)`;
}

function limitOf(stormCap: number | undefined): string {
  const minute = `${CHANNEL_MINUTE} messages a minute`;
  return stormCap === undefined ? minute : `${minute} and ${stormCap} an hour`;
}

/** Why the reader receives this. */
function reasonOf(entries: readonly Entry[], { name: channel }: Channel): string {
  if (channel === OPERATORS) return 'you are an operator of Bellwether';
  const alerts = alertsIn(entries);
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
