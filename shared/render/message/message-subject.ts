import { type Channel, OPERATORS } from '../../domain/channels/channel.ts';
import type { BatchReason } from '../../domain/channels/message-plan.ts';
import type { Severity } from '../../domain/watches/watch.ts';
import { formatNumber } from '../text/format-values.ts';
import { shorten } from '../text/plain-text.ts';
import { alertTitle } from './alert-title.ts';
import { nameOf } from './describe-alert.ts';
import type { Entry } from './entries.ts';

/** SNS accepts subjects under 100 characters. */
const SUBJECT_LIMIT = 99;
/** The longest name at the start of a subject. */
const SENDER_LIMIT = 40;

/** One line: the severity if critical, the sender, the first headline, and how many more there are. */
export function messageSubject(
  entries: readonly Entry[],
  to: { severity: Severity; channel: Channel; because: BatchReason },
): string {
  const [first] = entries;
  if (!first) return 'Bellwether';
  const severity = to.severity === 'critical' ? 'CRITICAL: ' : '';
  const sender = `${shorten(senderOf(entries, to), SENDER_LIMIT)}: `;
  const title = alertTitle(first.lead, to.channel.timezone);
  const more = entries.length > 1 ? ` and ${formatNumber(entries.length - 1)} more` : '';
  const room = SUBJECT_LIMIT - severity.length - sender.length - more.length;
  return `${severity}${sender}${shorten(title, room)}${more}`;
}

/** The one watch of all alerts, else the channel; Bellwether where the message is about itself. */
function senderOf(
  entries: readonly Entry[],
  { channel, because }: { channel: Channel; because: BatchReason },
): string {
  const [{ lead } = { lead: undefined }] = entries;
  if (lead === undefined || channel.name === OPERATORS || OWN.has(lead.occasion.type)) return 'Bellwether';
  const names = new Set(entries.flatMap((entry) => [entry.lead, ...entry.others]).map(nameOf));
  if (names.size === 1) return nameOf(lead);
  return because === 'digest' ? `${channel.name} brief` : channel.name;
}

/** Occasions of alerts about Bellwether itself. */
const OWN: ReadonlySet<string> = new Set(['base', 'life-sign', 'trouble']);
