import type { Alert } from '../../domain/alerts/alert.ts';
import {
  type Channel,
  channelNameOf,
  protocolsOf,
  type TransportName,
  transportOf,
} from '../../domain/channels/channel.ts';
import { compareSeverity } from '../../domain/watches/watch.ts';
import {
  firstArticleOf,
  type Message,
  type MessageTexts,
  type SmsCost,
} from '../../domain/alerts/message.ts';
import type { Silence } from '../../domain/channels/silence.ts';
import { defined } from '../../domain/lib/fields.ts';
import { idOf } from '../../domain/lib/hash.ts';
import type { Instant } from '../../domain/time/instant.ts';
import {
  actionsLink,
  messageLink,
  type PageLinks,
  receiptLink,
  type ReceiptOf,
} from '../../domain/pages/signed-link.ts';
import type { BatchReason } from '../../domain/channels/message-plan.ts';
import type { ExampleView, FactLine, FormOf, MessageView, SourceView, StoryView } from './message-view.ts';
import { formatNumber } from '../text/format-values.ts';
import { countFitting, jsonSize } from '../text/plain-text.ts';
import { alertsJson } from './alerts-json.ts';
import { alertsSms, smsParts } from './alerts-sms.ts';
import {
  entriesOf,
  type Entry,
  type EntryLinks,
  type LinkOf,
  subjectLine,
  viewMessage,
  worstOf,
} from './view-message.ts';

/** Where a message goes, and why it contains these alerts. */
interface ComposeOptions extends EntryLinks {
  channel: Channel;
  now: Instant;
  because?: BatchReason;
  /** What links have muted on its channel since its last message. */
  muted?: readonly Silence[] | undefined;
  /** What a model wrote as its first sentences. */
  opening?: string | undefined;
  /** The link to all alerts of a message, by its id. */
  allOf?: (messageId: string) => string | undefined;
  /**
   * The forms of the lanes of other transports. Without: their messages have the texts of e-mail and documents alone.
   */
  forms?: Forms | undefined;
}

type Forms = Readonly<Partial<Record<TransportName, FormOf>>>;

/** A composer whose texts link to receipts and actions; without `links` they contain none. */
export function composeWithLinks(links: PageLinks | undefined, forms?: Forms) {
  const linkOf: LinkOf = (alert) => links && receiptLink(alert, links);
  const allOf = (id: string) => links && messageLink(id, links);
  return (
    alerts: readonly Alert[],
    to: Pick<ComposeOptions, 'channel' | 'now' | 'because' | 'muted' | 'opening'>,
  ): Message => {
    const lane = to.channel.name;
    const quieterOf: LinkOf = (alert) => links && actionsLink(alert, { ...links, lane });
    const muteLinkOf = (alert: ReceiptOf) => links && receiptLink(alert, links);
    return composeMessage(alerts, { ...to, linkOf, quieterOf, allOf, muteLinkOf, forms });
  };
}

/** The message of some alerts of one channel. Its id is a hash of theirs, so that a repeat is the same message. */
export function composeMessage(alerts: readonly Alert[], { now, ...to }: ComposeOptions): Message {
  const { channel, because = 'group' } = to;
  const ids = alerts.map(({ id }) => id);
  const id = idOf('message', channel.name, ...ids.toSorted());
  const shown = { ...channel, name: channelNameOf(channel.name) };
  const transport = transportOf(channel.name);
  const form = transport && to.forms?.[transport];
  const { texts, unlisted, listed } = textsOf(alerts, { ...to, form, channel: shown, all: to.allOf?.(id) });
  return {
    id,
    channel: channel.name,
    alertIds: ids,
    ...(unlisted.length > 0 && { unlisted }),
    ...(Object.keys(listed).length > 0 && { listed }),
    severity: worstOf(alerts),
    ...(alerts.every(isOrdered) && { isOrdered: true }),
    ...defined({ first: because === 'group' ? firstArticleOf(alerts) : undefined }),
    texts,
    ...(texts.sms !== undefined && { sms: smsBill(texts.sms, channel) }),
    attributes: attributesOf(alerts),
    createdAt: now,
    expiresAt: Math.max(...alerts.map(({ expiresAt }) => expiresAt)),
  };
}

/** Reports and heartbeats. */
function isOrdered({ occasion: { type } }: Alert): boolean {
  return type === 'report' || type === 'heartbeat';
}

/**
 * The size of all texts of a Publish, in bytes: SNS takes 256 KB with attributes, and five protocols carry the
 * document.
 */
const ALL_TEXTS = 240_000;
const JSON_PROTOCOLS = 5;

function textsOf(
  alerts: readonly Alert[],
  {
    because = 'group',
    form,
    ...to
  }: Omit<ComposeOptions, 'now'> & { all: string | undefined; form: FormOf | undefined },
): { texts: MessageTexts; unlisted: string[]; listed: NonNullable<Message['listed']> } {
  const entries = entriesOf(alerts);
  const view = viewMessage(entries, { ...to, because });
  const email = emailText(view);
  const loud = entriesForSms(entries, to.channel);
  const smsView = loud.length === entries.length ? view : viewMessage(loud, { ...to, because });
  const sms = loud.length > 0 && hasSms(to.channel, alerts) ? alertsSms(smsView) : undefined;
  const room = Math.floor((ALL_TEXTS - jsonSize(email.text)) / JSON_PROTOCOLS);
  const json = alertsJson(alerts, { view, room, linkOf: to.linkOf });
  const formed = form?.(view, to.channel);
  const texts = {
    subject: subjectLine(view.subject),
    email: email.text,
    ...(sms && { sms: withMuted(sms.text, view, to.channel) }),
    json: formed ? '{}' : json.text,
    ...(formed && { body: formed.body }),
  };
  const unlisted = entries.slice(formed?.listed ?? email.listed).flat();
  return {
    texts,
    listed: {
      ...(sms && sms.listed < entries.length && { sms: sms.listed }),
      ...(json.listed < alerts.length && { json: json.listed }),
    },
    unlisted: unlisted.map(({ id }) => id),
  };
}

/** A channel of SMS alone has no footer in which it could read what links have muted. */
function withMuted(text: string, { muted }: MessageView, channel: Channel): string {
  const isAlone = protocolsOf(channel).every((protocol) => protocol === 'sms');
  return muted && isAlone ? `${text}\nMuted by links: ${muted.length}. Run bellwether silence.` : text;
}

/** The cost of a text to all numbers of a channel. */
function smsBill(text: string, { sms, smsPrice }: Channel): SmsCost {
  const parts = smsParts(text);
  const cost = smsPrice === undefined ? {} : { cost: parts * sms.length * smsPrice };
  return { parts, numbers: sms.length, ...cost };
}

/** The entries that reach the severity of the channel's SMS. A message has the most severe ones first. */
function entriesForSms(
  entries: readonly Entry[],
  { protocolSeverity: { sms = 'info' } = {} }: Channel,
): readonly Entry[] {
  const end = entries.findIndex(
    (entry) => entry[0].occasion.type !== 'heartbeat' && compareSeverity(worstOf(entry), sms) < 0,
  );
  return end === -1 ? entries : entries.slice(0, end);
}

/** No SMS for a baseline, nor for a heartbeat that is sent by e-mail. */
function hasSms({ email, sms }: Channel, alerts: readonly Alert[]): boolean {
  if (sms.length === 0) return false;
  return alerts.some(
    ({ occasion: { type } }) => type !== 'baseline' && (type !== 'heartbeat' || email.length === 0),
  );
}

/** Attributes for the users' own subscribers: those in which all alerts agree. */
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

/** Keeps the attribute small. */
const MOST_COMPANIES = 20;

/** The keys of the companies in the alerts, as a JSON list for filter policies. */
function companiesOf(alerts: readonly Alert[]): string | undefined {
  const entities = alerts.flatMap(({ items }) => items.flatMap((item) => item.entities ?? []));
  const keys = [...new Set(entities.map(({ key, name }) => key ?? name))].slice(0, MOST_COMPANIES);
  return keys.length === 0 ? undefined : JSON.stringify(keys);
}

/** The largest e-mail, in bytes inside JSON. With five times the JSON, all texts together stay below SNS's 256 KB. */
const EMAIL_SIZE = 60_000;

/** The text of an e-mail, and how many of its first stories it lists: a paragraph for each, the watches last. */
export function emailText(view: MessageView): { text: string; listed: number } {
  const paragraphs = view.stories.map(paragraphOf);
  const listed = countFitting(EMAIL_SIZE, paragraphs);
  const intro = view.intro === undefined ? [] : [view.intro];
  const rest = listed < view.count ? [restText(view, listed)] : [];
  const text = [...intro, ...paragraphs.slice(0, listed), ...rest, `--\n${view.footer}`].join('\n\n');
  return { text, listed };
}

/** How many stories a text leaves out, and where they are. */
export function restText({ count, all }: MessageView, listed: number): string {
  const link = all === undefined ? '' : ` See all of them: ${all}`;
  return `and ${formatNumber(count - listed)} more, stored but not listed here.${link}`;
}

function paragraphOf(story: StoryView): string {
  const { headline, facts, topics, source, link, examples, links } = story;
  const about = [
    ...saidOf(story),
    ...facts.map(factText),
    topics.map(factText).join('. '),
    source && sourceText(source),
    link,
    ...examples.flatMap((example) => [`- ${exampleText(example)}`, example.link]),
    links.findings && `${links.findings.text} All of them: ${links.findings.link}`,
    links.why && `Why you got this: ${links.why}`,
    links.quieter && `Get less of this: ${links.quieter}`,
    foundByText(story),
  ];
  const kicker = kickerOf(story);
  // The texts of a report have empty lines.
  return [
    ...(story.section === undefined ? [] : [`${story.section}\n`]),
    headline,
    ...(kicker === '' ? [] : [kicker]),
    ...about.filter(isSaid),
  ].join('\n');
}

/** What a story says in sentences: what it is about, and the beginning of its article. */
export function saidOf({ notes, text, english }: StoryView): string[] {
  return [...notes, text, english && `In English: ${english}`].filter(isSaid);
}

export function exampleText({ headline, outlet }: ExampleView): string {
  return `${headline} (${outlet})`;
}

/** The pages about a story, as forms with links name them. */
export function pagesOf({ links: { why, quieter, findings } }: StoryView): { name: string; href: string }[] {
  const pages = [
    { name: 'Why you got this', href: why },
    { name: 'Get less of this', href: quieter },
    { name: findings?.text ?? '', href: findings?.link },
  ];
  return pages.flatMap(({ name, href }) => (href === undefined ? [] : [{ name, href }]));
}

/** Whether a line says anything. */
export function isSaid(line: string | undefined): line is string {
  return line !== undefined && line !== '';
}

/** `Acme Corp, critical, 12 outlets in 4 countries`: what decides whether to read on. */
export function kickerOf({ brandName, severity, spread, isNews }: StoryView): string {
  const parts = [brandName, severity === 'info' ? undefined : severity, spread?.text];
  return isNews ? parts.filter((part) => part !== undefined && part !== '').join(', ') : '';
}

function factText({ name, value }: FactLine): string {
  return `${name}: ${value}`;
}

/** `Meridian Wire (United States, large outlet), Friday 20 November 2026, 12:00 (Europe/Paris), opinion` */
export function sourceText({ outlet, country, reach, published, marks }: SourceView): string {
  const about = [country, reach].filter((part) => part !== undefined).join(', ');
  return [`${outlet}${about === '' ? '' : ` (${about})`}`, published, ...marks].join(', ');
}

/** `Found by acme-news (matched: Acme Corp, recall).` Empty for what no watch found. */
export function foundByText({ foundBy, moreWatches }: StoryView): string {
  if (foundBy.length === 0) return '';
  const named = foundBy.map(({ name, matched }) =>
    matched.length === 0 ? name : `${name} (matched: ${matched.join(', ')})`,
  );
  return `Found by ${named.join(', ')}${moreWatches > 0 ? ` and ${moreWatches} more` : ''}.`;
}
