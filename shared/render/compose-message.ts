import type { Alert } from '../domain/alert.ts';
import { OPERATORS, type Channel } from '../domain/channel.ts';
import { idOf } from '../domain/digest.ts';
import type { Instant } from '../domain/instant.ts';
import { type PageLinks, receiptLink } from '../domain/page-links.ts';
import type { Message, MessageTexts } from '../domain/message.ts';
import { compareSeverity, type Severity } from '../domain/watch.ts';
import { alertsJson } from './alerts-json.ts';
import { alertsSms } from './alerts-sms.ts';
import { count, describeAlert, nameOf } from './describe-alert.ts';
import { type LinkOf, noLink } from './link-of.ts';
import { fittingIn, shorten } from './plain-text.ts';

/** SNS takes subjects under 100 characters. */
const SUBJECT_LIMIT = 99;
/** How much of a subject the name of the watch may take. */
const NAME_LIMIT = 40;
/** How many alerts a message spells out; the rest is counted. */
const SPELT_OUT = 40;
/** What the e-mail may weigh: with five times the JSON all texts together stay below SNS's 256 KB. */
const EMAIL_WEIGHT = 60_000;

/** A composer whose texts lead to receipts; without links, messages go out all the same. */
export function composeWithLinks(links: PageLinks | undefined) {
  const linkOf: LinkOf = (alert) => links && receiptLink(alert, links);
  return (alerts: readonly Alert[], to: Omit<Parameters<typeof composeMessage>[1], 'linkOf'>): Message =>
    composeMessage(alerts, { ...to, linkOf });
}

/**
 * The message of some alerts of one channel. Its id is made of theirs: the same alerts make the same message, however
 * often it is composed.
 */
export function composeMessage(
  alerts: readonly Alert[],
  { channel, now, linkOf = noLink }: { channel: Channel; now: Instant; linkOf?: LinkOf },
): Message {
  const ids = alerts.map(({ id }) => id);
  const severity = worstOf(alerts);
  return {
    id: idOf('message', channel.name, ...ids.toSorted()),
    channel: channel.name,
    alertIds: ids,
    severity,
    texts: textsOf(alerts, { channel, severity, linkOf }),
    attributes: attributesOf(alerts),
    createdAt: now,
    expiresAt: Math.max(...alerts.map(({ expiresAt }) => expiresAt)),
  };
}

function textsOf(
  alerts: readonly Alert[],
  { channel, severity, linkOf }: { channel: Channel; severity: Severity; linkOf: LinkOf },
): MessageTexts {
  const sms = channel.sms.length > 0 && alerts.some(({ occasion }) => occasion.type !== 'base');
  return {
    subject: subjectOf(alerts, { severity, channel }),
    email: emailOf(alerts, { channel, linkOf }),
    ...(sms && { sms: alertsSms(alerts, { timezone: channel.timezone, linkOf }) }),
    json: alertsJson(alerts, { channel: channel.name, most: SPELT_OUT, linkOf }),
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
  const ours = channel.name === OPERATORS || first.occasion.type === 'base';
  const prefix = ours ? 'Bellwether: ' : `${shorten(nameOf(first), NAME_LIMIT)}: `;
  const more = alerts.length > 1 ? ` and ${(alerts.length - 1).toLocaleString('en')} more` : '';
  const room = SUBJECT_LIMIT - mark.length - prefix.length - more.length;
  return `${mark}${prefix}${shorten(headline, room)}${more}`;
}

function emailOf(
  alerts: readonly Alert[],
  { channel, linkOf }: { channel: Channel; linkOf: LinkOf },
): string {
  const paragraphs = alerts.slice(0, SPELT_OUT).map((alert) => {
    const { headline, lines } = describeAlert(alert, channel.timezone);
    const link = linkOf(alert);
    const why = link === undefined ? [] : [`Why you got this: ${link}`];
    return [headline, ...lines, ...why].join('\n');
  });
  const told = fittingIn(EMAIL_WEIGHT, paragraphs);
  const left = alerts.length - told;
  const intro = alerts.length > 1 ? [`${count(alerts.length, 'alert', 'alerts')} for ${channel.name}:`] : [];
  const rest =
    left > 0 ? [`and ${count(left, 'more alert', 'more alerts')}, which are kept with the others.`] : [];
  return [...intro, ...paragraphs.slice(0, told), ...rest, footerOf(alerts, channel)].join('\n\n');
}

/** Why you get this. */
function footerOf(alerts: readonly Alert[], channel: Channel): string {
  const names = [...new Set(alerts.map(nameOf))].toSorted();
  const named = shorten(names.slice(0, 5).join(', '), 300);
  const more = names.length > 5 ? ` and ${names.length - 5} more` : '';
  if (channel.name === OPERATORS) return '--\nYou get this as an operator of Bellwether.';
  const teller = alerts.every(({ occasion }) => occasion.type === 'report') ? 'report' : 'watch';
  return `--\nYou get this because the ${teller} ${named}${more} tells the channel ${channel.name}.`;
}

/** For the users' own subscribers; a message about several watches names none. */
function attributesOf(alerts: readonly Alert[]): Record<string, string> {
  const same = (values: readonly (string | undefined)[]) =>
    new Set(values).size === 1 ? values[0] : undefined;
  const all = {
    watch: same(alerts.map(({ watchId }) => watchId)),
    kind: same(alerts.map(({ watchKind }) => watchKind)),
    brand: same(alerts.map(({ brand }) => brand)),
    companies: companiesOf(alerts),
  };
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [[name, value]],
    ),
  );
}

/** So many companies of a message are named to subscribers: an attribute is to stay small. */
const MOST_COMPANIES = 20;

/** The keys of the companies that the alerts are about, as a list for filter policies. */
function companiesOf(alerts: readonly Alert[]): string | undefined {
  const entities = alerts.flatMap(({ items }) => items.flatMap((item) => item.entities ?? []));
  const keys = [...new Set(entities.map(({ key, name }) => key ?? name))].slice(0, MOST_COMPANIES);
  return keys.length === 0 ? undefined : JSON.stringify(keys);
}

function worstOf(alerts: readonly Alert[]): Severity {
  return alerts.reduce<Severity>(
    (worst, { severity }) => (compareSeverity(severity, worst) > 0 ? severity : worst),
    'info',
  );
}
