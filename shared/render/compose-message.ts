import type { Alert } from '../domain/alert.ts';
import { OPERATORS, type Channel } from '../domain/channel.ts';
import { idOf } from '../domain/digest.ts';
import { isoOf, type Instant } from '../domain/instant.ts';
import type { Message, MessageTexts } from '../domain/message.ts';
import { compareSeverity, type Severity } from '../domain/watch.ts';
import { count, describeAlert, nameOf } from './describe-alert.ts';
import { oneLine, safeLink, shorten } from './plain-text.ts';
import { plainMarks, singlePartShare, SMS_LIMIT } from './sms-parts.ts';

/** SNS takes subjects under 100 characters. */
const SUBJECT_LIMIT = 99;
/** How many alerts a message spells out; the rest is counted. */
const SPELT_OUT = 40;
/** Far below SNS's 256 KB for all texts together. */
const EMAIL_LIMIT = 60_000;

/**
 * The message of some alerts of one channel. Its id is made of theirs: the same alerts make the same message, however
 * often it is composed.
 */
export function composeMessage(
  alerts: readonly Alert[],
  { channel, now }: { channel: Channel; now: Instant },
): Message {
  const ids = alerts.map(({ id }) => id);
  const severity = worstOf(alerts);
  return {
    id: idOf('message', channel.name, ...ids.toSorted()),
    channel: channel.name,
    alertIds: ids,
    severity,
    texts: textsOf(alerts, { channel, severity }),
    attributes: attributesOf(alerts),
    createdAt: now,
    expiresAt: Math.max(...alerts.map(({ expiresAt }) => expiresAt)),
  };
}

function textsOf(
  alerts: readonly Alert[],
  { channel, severity }: { channel: Channel; severity: Severity },
): MessageTexts {
  const sms = channel.sms.length > 0 && alerts.some(({ occasion }) => occasion.type !== 'base');
  return {
    subject: subjectOf(alerts, { severity, channel }),
    email: emailOf(alerts, channel),
    ...(sms && { sms: smsOf(alerts, channel) }),
    json: jsonOf(alerts, channel),
  };
}

/** One line that says the most important thing first. */
function subjectOf(
  alerts: readonly Alert[],
  { severity, channel }: { severity: Severity; channel: Channel },
): string {
  const mark = severity === 'critical' ? 'CRITICAL: ' : '';
  const [first] = alerts;
  if (!first) return 'Bellwether';
  const { headline } = describeAlert(first, channel.timezone);
  const prefix =
    channel.name === OPERATORS || first.occasion.type === 'base' ? 'Bellwether: ' : `${nameOf(first)}: `;
  const more = alerts.length > 1 ? ` and ${(alerts.length - 1).toLocaleString('en')} more` : '';
  const room = SUBJECT_LIMIT - mark.length - prefix.length - more.length;
  return `${mark}${prefix}${shorten(oneLine(headline), room)}${more}`;
}

function emailOf(alerts: readonly Alert[], channel: Channel): string {
  const paragraphs: string[] = [];
  let length = 0;
  for (const alert of alerts.slice(0, SPELT_OUT)) {
    const { headline, lines } = describeAlert(alert, channel.timezone);
    const text = [headline, ...lines].join('\n');
    if (length + text.length > EMAIL_LIMIT) break;
    paragraphs.push(text);
    length += text.length;
  }
  const left = alerts.length - paragraphs.length;
  const intro = alerts.length > 1 ? [`${count(alerts.length, 'alert', 'alerts')} for ${channel.name}:`] : [];
  const rest =
    left > 0 ? [`and ${count(left, 'more alert', 'more alerts')}, which are kept with the others.`] : [];
  return [...intro, ...paragraphs, ...rest, footerOf(alerts, channel)].join('\n\n');
}

/** Why you get this. */
function footerOf(alerts: readonly Alert[], channel: Channel): string {
  const watches = [...new Set(alerts.map(nameOf))].toSorted();
  const named = shorten(watches.slice(0, 5).join(', '), 300);
  const more = watches.length > 5 ? ` and ${watches.length - 5} more` : '';
  if (channel.name === OPERATORS) return '--\nYou get this as an operator of Bellwether.';
  return `--\nYou get this because the watch ${named}${more} tells the channel ${channel.name}.`;
}

/** Whole items only; the link of a single alert when it fits into the first part. */
function smsOf(alerts: readonly Alert[], channel: Channel): string {
  const headlines = alerts.map((alert) => {
    const { headline } = describeAlert(alert, channel.timezone);
    return plainMarks(`${nameOf(alert)}: ${shorten(headline, 140)}`);
  });
  const [first = '', ...others] = headlines;
  if (others.length === 0) return withLink(first, alerts[0]);
  let text = first;
  let told = 1;
  for (const headline of others) {
    const next = `${text}\n${headline}`;
    if (next.length > SMS_LIMIT / 4) break;
    text = next;
    told += 1;
  }
  return told < alerts.length ? `${text}\nand ${alerts.length - told} more` : text;
}

function withLink(text: string, alert: Alert | undefined): string {
  const link = safeLink(alert?.items[0]?.link);
  const both = link === undefined ? text : `${text} ${link}`;
  return singlePartShare(both) <= 1 ? both : shorten(text, SMS_LIMIT);
}

function jsonOf(alerts: readonly Alert[], channel: Channel): string {
  return JSON.stringify({
    v: 1,
    channel: channel.name,
    count: alerts.length,
    alerts: alerts.slice(0, SPELT_OUT).map((alert) => ({
      id: alert.id,
      watch: alert.watchId,
      kind: alert.watchKind,
      brand: alert.brand,
      severity: alert.severity,
      occasion: alert.occasion,
      createdAt: isoOf(alert.createdAt),
      items: alert.items.map((item) => ({
        id: item.fingerprint,
        title: item.title,
        link: safeLink(item.link),
        outlet: item.outlet,
        publishedAt: item.publishedAt === undefined ? undefined : isoOf(item.publishedAt),
        matched: item.matched,
      })),
    })),
  });
}

/** For the users' own subscribers; a message about several watches names none. */
function attributesOf(alerts: readonly Alert[]): Record<string, string> {
  const same = (values: readonly (string | undefined)[]) =>
    new Set(values).size === 1 ? values[0] : undefined;
  const all = {
    watch: same(alerts.map(({ watchId }) => watchId)),
    kind: same(alerts.map(({ watchKind }) => watchKind)),
    brand: same(alerts.map(({ brand }) => brand)),
  };
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [[name, value]],
    ),
  );
}

function worstOf(alerts: readonly Alert[]): Severity {
  return alerts.reduce<Severity>(
    (worst, { severity }) => (compareSeverity(severity, worst) > 0 ? severity : worst),
    'info',
  );
}
