import { OPERATORS, type Channel } from '../../domain/channels/channel.ts';
import type { Because } from '../../domain/channels/message-plan.ts';
import type { Severity } from '../../domain/watches/watch.ts';
import { alertTitle } from './alert-title.ts';
import { nameOf } from './describe-alert.ts';
import type { Entry } from './entries.ts';
import { shorten } from '../text/plain-text.ts';

/** SNS takes subjects under 100 characters. */
const SUBJECT_LIMIT = 99;
/** How much of a subject the name in front may take. */
const NAME_LIMIT = 40;

/** One line that says the most important thing first. */
export function messageSubject(
  entries: readonly Entry[],
  to: { severity: Severity; channel: Channel; because: Because },
): string {
  const [first] = entries;
  if (!first) return 'Bellwether';
  const mark = to.severity === 'critical' ? 'CRITICAL: ' : '';
  const prefix = `${shorten(prefixOf(entries, to), NAME_LIMIT)}: `;
  const title = alertTitle(first.lead, to.channel.timezone);
  const more = entries.length > 1 ? ` and ${(entries.length - 1).toLocaleString('en')} more` : '';
  const room = SUBJECT_LIMIT - mark.length - prefix.length - more.length;
  return `${mark}${prefix}${shorten(title, room)}${more}`;
}

/** Who speaks: the watch of all alerts, else what the message is; we ourselves where it is about us. */
function prefixOf(
  entries: readonly Entry[],
  { channel, because }: { channel: Channel; because: Because },
): string {
  const [{ lead } = { lead: undefined }] = entries;
  const own = lead === undefined || OWN.has(lead.occasion.type);
  if (channel.name === OPERATORS || own) return 'Bellwether';
  const names = new Set(entries.flatMap((entry) => [entry.lead, ...entry.others]).map(nameOf));
  if (names.size === 1) return nameOf(lead);
  return because === 'digest' ? `${channel.name} digest` : channel.name;
}

const OWN: ReadonlySet<string> = new Set(['base', 'life-sign', 'trouble']);
