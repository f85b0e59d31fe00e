import { type Channel, OPERATORS } from '../../domain/channels/channel.ts';
import type { BatchReason } from '../../domain/channels/message-plan.ts';
import { formatNumber } from '../text/format-values.ts';
import { oneLine, shorten } from '../text/plain-text.ts';
import { alertTitle } from './alert-title.ts';
import type { Entry } from './entries.ts';
import type { SubjectParts } from './message-view.ts';
import { brandNameOf, isNamedIn, isNews, worstOf } from './story-view.ts';

/** SNS accepts subjects under 100 characters. */
const SUBJECT_LIMIT = 99;
/** The longest name at the start of a subject. */
const SENDER_LIMIT = 40;

/** The parts of a subject: a brand comes before the headline, and no watch does. */
export function subjectParts(
  entries: readonly Entry[],
  to: { channel: Channel; because: BatchReason },
): SubjectParts {
  const [first] = entries;
  if (!first) return { isCritical: false, sender: '', title: 'Bellwether', more: 0 };
  const title = alertTitle(first.lead, to.channel.timezone);
  const severities = entries.map(({ lead, others }) => worstOf([lead, ...others]));
  const critical = severities.filter((one) => one === 'critical').length;
  return {
    isCritical: critical > 0,
    sender: shorten(oneLine(senderOf(entries, { ...to, title })), SENDER_LIMIT),
    title,
    more: entries.length - 1,
    ...(critical > 0 && critical < entries.length && { critical }),
  };
}

/** A subject on one line, at most `most` characters: the title is cut where there is no room for it. */
export function subjectLine(
  { isCritical, sender, title, more, critical }: SubjectParts,
  most = SUBJECT_LIMIT,
): string {
  const start = `${isCritical ? 'CRITICAL: ' : ''}${sender === '' ? '' : `${sender}: `}`;
  const rest = more > 0 ? ` and ${formatNumber(more)} more` : '';
  const share = critical === undefined ? '' : `, ${formatNumber(critical)} critical`;
  const end = `${rest}${share}`;
  return `${start}${shorten(title, most - start.length - end.length)}${end}`;
}

/** The brand of all alerts, unless the title names it; or else the channel of several; Bellwether where the message is about itself. */
function senderOf(
  entries: readonly Entry[],
  { channel, because, title }: { channel: Channel; because: BatchReason; title: string },
): string {
  const alerts = entries.flatMap(({ lead, others }) => [lead, ...others]);
  const [lead] = alerts;
  if (lead === undefined || channel.name === OPERATORS || OWN.has(lead.occasion.type)) return 'Bellwether';
  const isBrief = because === 'brief' && entries.length > 1;
  if (isBrief) return `${channel.name} brief`;
  const brand = brandNameOf(alerts);
  const isSaid = alerts.some(({ brandName }) => brandName !== undefined && isNamedIn(title, brandName));
  if (brand !== undefined) return isSaid ? '' : brand;
  return entries.length > 1 || !isNews(lead) ? channel.name : '';
}

/** Occasions of alerts about Bellwether itself. */
const OWN: ReadonlySet<string> = new Set(['base', 'life-sign', 'trouble']);
