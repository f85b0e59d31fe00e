import { type Alert, findingsBehind, watchesOf } from '../../domain/alerts/alert.ts';
import { entryKey, storyKey } from '../../domain/alerts/message.ts';
import { type Channel, CHANNEL_MINUTE, OPERATORS } from '../../domain/channels/channel.ts';
import type { BatchReason } from '../../domain/channels/message-plan.ts';
import type { Silence } from '../../domain/channels/silence.ts';
import { isLowered } from '../../domain/judging/effects.ts';
import { defined } from '../../domain/lib/fields.ts';
import { actionsOn, findingsLink, type ReceiptOf } from '../../domain/pages/signed-link.ts';
import { mostSevere, type Severity } from '../../domain/watches/watch.ts';
import { ARCHIVE_CREDIT } from '../../domain/findings/credit.ts';
import { formatCount, formatNumber, pluralOf } from '../text/format-values.ts';
import { shorten } from '../../domain/text/clean-text.ts';
import { isVisible, oneLine, shortLine } from '../text/plain-text.ts';
import {
  alertTitle,
  describeAlert,
  judgedLines,
  nameOf,
  NOT_ABOUT_YOU,
  spreadText,
  updateOf,
} from './describe-alert.ts';
import { muteSentences } from './mute-text.ts';
import type { MessageView, Spread, StoryLinks, StoryView, SubjectParts } from './message-view.ts';

/** How many entries a message lists; the rest is counted. */
export const MOST_LISTED = 40;

/** Where a message goes, why it contains these entries, and its links. */
interface ViewOptions extends EntryLinks {
  channel: Channel;
  because: BatchReason;
  /** The link to the page that lists every entry. */
  all?: string | undefined;
  /** What links have muted on the channel since its last message. */
  muted?: readonly Silence[] | undefined;
  opening?: string | undefined;
}

/** What a message of these entries says, before it takes a form. */
export function viewMessage(entries: readonly Entry[], to: ViewOptions): MessageView {
  const { channel, because, all, muted = [], muteLinkOf = () => undefined, opening, ...links } = to;
  const { timezone } = channel;
  const sentences = muteSentences(muted, { timezone, linkOf: muteLinkOf });
  const severity = worstOf(entries.flat());
  return defined<MessageView>({
    subject: subjectParts(entries, to),
    channel: channel.name,
    severity,
    because,
    intro:
      entries.length > 1
        ? [introOf(entries, to), opening].filter((one) => one !== undefined).join(' ')
        : undefined,
    stories: entries
      .slice(0, MOST_LISTED)
      .map((entry, n) => ({ ...viewStory(entry, { timezone, ...links }), ...sectionAt(entries, n) })),
    count: entries.length,
    critical: countCritical(entries),
    all,
    muted: sentences.length > 0 ? sentences : undefined,
    footer: [
      `You receive this because ${reasonOf(entries, channel)}.`,
      ...sentences,
      ...(isFromArchive(entries) ? [ARCHIVE_CREDIT] : []),
    ].join(' '),
  });
}

/** How many entries are critical. */
function countCritical(entries: readonly Entry[]): number {
  return entries.filter((entry) => worstOf(entry) === 'critical').length;
}

/** Whether some of it was found in the open archive, whose terms ask for a credit with a link. */
function isFromArchive(entries: readonly Entry[]): boolean {
  return entries.flat().some(({ items }) => items.some(({ archive }) => archive === true));
}

/** What a message contains, and why it contains several. */
function introOf(entries: readonly Entry[], { channel, because }: ViewOptions): string {
  const areNews = entries.every(([lead]) => isNews(lead));
  const content = `${formatCount(entries.length, areNews ? 'story' : 'alert')}${criticalText(entries)}`;
  const { quietHours, daysOff, stormCap, name } = channel;
  switch (because) {
    case 'brief':
      return `Your brief for ${name}: ${content}, the most urgent first${doubtText(entries)}.`;
    case 'quiet-hours': {
      const hours = quietHours
        ? ` (${quietHours.from} to ${quietHours.to}${daysOff ? ', and days off' : ''})`
        : '';
      return `${content} arrived during the quiet hours of ${name}${hours}.`;
    }
    case 'storm':
      return `This message contains ${content}, because channel ${name} receives at most ${limitOf(stormCap)}.`;
    case 'group':
      return `${content} for ${name}.`;
  }
}

function isDoubted([{ judged, severity }]: Entry): boolean {
  return judged !== undefined && isLowered(judged, severity);
}

/** Those that a model doubts have a section of their own, where there are others. */
function sectionAt(entries: readonly Entry[], place: number): Pick<StoryView, 'section'> {
  const first = entries.findIndex(isDoubted);
  return first === place && place > 0 ? { section: NOT_ABOUT_YOU } : {};
}

/** Those that a model doubts are the last. */
function doubtText(entries: readonly Entry[]): string {
  const doubted = entries.filter(isDoubted).length;
  if (doubted === 0) return '';
  return doubted === entries.length
    ? ', all probably not about you'
    : `, the last ${formatNumber(doubted)} probably not about you`;
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
  const alerts = entries.flat();
  const isAll = (type: Alert['occasion']['type']) => alerts.every(({ occasion }) => occasion.type === type);
  if (isAll('heartbeat')) return `channel ${channel} has received no alert for a week`;
  const names = [...new Set(alerts.flatMap((alert) => alert.watches ?? nameOf(alert)))].toSorted();
  const isOne = names.length === 1;
  const more = names.length > 5 ? ` and ${names.length - 5} more` : '';
  const noun = isAll('report') ? 'report' : 'watch';
  const named = `${isOne ? noun : pluralOf(noun)} ${shorten(names.slice(0, 5).join(', '), 300)}${more}`;
  if (noun === 'report') return `${named} ${isOne ? 'goes' : 'go'} to channel ${channel}`;
  return `${named} ${isOne ? 'alerts' : 'alert'} channel ${channel}`;
}

/** One paragraph of a message: the alert that leads it, and the other alerts about the same. */
export type Entry = readonly [Alert, ...Alert[]];

/** The alerts of a message, merged by story, in the order of their first alerts. */
export function entriesOf(alerts: readonly Alert[]): Entry[] {
  const stories = Map.groupBy(alerts, entryKey);
  return [...stories.values()].flatMap(([lead, ...others]): Entry[] => (lead ? [[lead, ...others]] : []));
}

/** The link to a page of an alert; undefined where its texts contain none. */
export type LinkOf = (alert: Alert) => string | undefined;

/** The links of an entry. */
export interface EntryLinks {
  /** To its receipt: why the reader got it. */
  linkOf?: LinkOf | undefined;
  /** To the page with what the reader can do to get less of it. */
  quieterOf?: LinkOf | undefined;
  /** To the receipt of an alert whose link has muted something. */
  muteLinkOf?: ((alert: ReceiptOf) => string | undefined) | undefined;
}

const BRAND_LIMIT = 60;
const WORDS_LIMIT = 200;
const MOST_WATCHES = 5;

/** What a message says about one of its entries. */
function viewStory(entry: Entry, { timezone, ...links }: { timezone: string } & EntryLinks): StoryView {
  const [lead] = entry;
  const { headline, lines, item, examples = [] } = describeAlert(lead, timezone);
  const watches = foundByOf(entry);
  const brand = shortLine(brandOf(entry) ?? '', BRAND_LIMIT);
  const brandName = shortLine(brandNameOf(entry) ?? '', BRAND_LIMIT);
  return defined<StoryView>({
    key: storyKey(lead),
    alertIds: entry.map(({ id }) => id),
    headline,
    update: updateOf(lead),
    brand: isVisible(brand) ? brand : undefined,
    brandName: isVisible(brandName) ? brandName : undefined,
    severity: worstOf(entry),
    isNews: isNews(lead),
    spread: isNews(lead) ? spreadOf(lead) : undefined,
    notes: lead.judged ? [...lines, ...judgedLines(lead, lead.judged)] : lines,
    text: item?.text,
    english: item?.english,
    facts: item?.facts ?? [],
    topics: item?.topics ?? [],
    source: item?.source,
    link: item?.link,
    examples,
    foundBy: watches.slice(0, MOST_WATCHES),
    moreWatches: Math.max(0, watches.length - MOST_WATCHES),
    links: linksOf(lead, links),
    actions: actionsOn(lead),
  });
}

/** Whether an alert is about the news: not about Bellwether itself, and no report. */
function isNews({ items }: Alert): boolean {
  return items.length > 0;
}

/** The most severe of these alerts. */
export function worstOf(alerts: readonly Pick<Alert, 'severity'>[]): Severity {
  return mostSevere('info', ...alerts.map(({ severity }) => severity));
}

/** The name of the brand of these alerts, if they agree on it; its key where it has no name. */
function brandNameOf(alerts: readonly Alert[]): string | undefined {
  const brand = brandOf(alerts);
  return brand && (alerts.find(({ brandName }) => brandName !== undefined)?.brandName ?? brand);
}

/** Whether a headline names a brand, so that the name need not stand before it. */
export function isNamedIn(headline: string, brand: string): boolean {
  return headline.toLowerCase().includes(brand.toLowerCase());
}

/** The brand of these alerts, if they agree. */
function brandOf(alerts: readonly Alert[]): string | undefined {
  const brands = new Set(alerts.map(({ brand }) => brand));
  return brands.size === 1 ? alerts[0]?.brand : undefined;
}

function spreadOf({ story }: Alert): Spread | undefined {
  if (!story) return undefined;
  const { articles, outlets, countries } = story;
  return { articles, outlets, countries, text: spreadText(story) };
}

/** The watches that had found an entry, and the words that matched, where they are known. */
function foundByOf(alerts: readonly Alert[]): { name: string; matched: string[] }[] {
  const news = alerts.filter(isNews);
  return [...new Set(news.flatMap(watchesOf))].map((name) => ({
    name,
    matched: wordsOf(news.filter(({ watchId }) => watchId === name)),
  }));
}

function wordsOf(alerts: readonly Alert[]): string[] {
  const words = alerts.flatMap(({ items }) => items.flatMap(({ matched }) => matched.map(oneLine)));
  const shown = shorten([...new Set(words.filter(isVisible))].join(', '), WORDS_LIMIT);
  return shown === '' ? [] : shown.split(', ');
}

function linksOf(alert: Alert, { linkOf, quieterOf }: EntryLinks): StoryLinks {
  const why = linkOf?.(alert);
  return defined<StoryLinks>({
    why,
    quieter: actionsOn(alert).length > 0 ? quieterOf?.(alert) : undefined,
    findings: findingsOf(alert, why),
  });
}

/** Where all findings are that a policy has counted; a story says how many outlets have it, and promises no list. */
function findingsOf(alert: Alert, receipt: string | undefined): StoryLinks['findings'] {
  const { count, period } = findingsBehind(alert) ?? {};
  if (count === undefined || !period || receipt === undefined) return undefined;
  const text = `Listed here: ${alert.items.length} of ${formatCount(count, 'finding')}.`;
  return { text, link: findingsLink(receipt) };
}

/** SNS accepts subjects under 100 characters. */
const SUBJECT_LIMIT = 99;
/** The longest name at the start of a subject. */
const SENDER_LIMIT = 40;

/** The parts of a subject: a brand comes before the headline, and no watch does. */
function subjectParts(
  entries: readonly Entry[],
  to: { channel: Channel; because: BatchReason },
): SubjectParts {
  const [first] = entries;
  if (!first) return { isCritical: false, sender: '', title: 'Bellwether', more: 0 };
  const title = alertTitle(first[0], to.channel.timezone);
  const critical = countCritical(entries);
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

/**
 * The brand of all alerts, unless the title names it; or else the channel of several; Bellwether where the message is
 * about itself.
 */
function senderOf(
  entries: readonly Entry[],
  { channel, because, title }: { channel: Channel; because: BatchReason; title: string },
): string {
  const alerts = entries.flat();
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
const OWN: ReadonlySet<string> = new Set(['baseline', 'heartbeat', 'incident']);
