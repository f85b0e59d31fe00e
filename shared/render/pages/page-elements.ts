import type { Alert, AlertItem, AlertState } from '../../domain/alerts/alert.ts';
import { publicationTime } from '../../domain/findings/finding.ts';
import { sentimentSumOf, toneOf } from '../../domain/reports/day-rollup.ts';
import { formatSpan, type Instant, isoOf } from '../../domain/time/instant.ts';
import type { Severity } from '../../domain/watches/watch.ts';
import { describeItem } from '../message/describe-item.ts';
import {
  type Dated,
  formatCount,
  formatMinute,
  formatNumber,
  formatTone,
  HOLD_REASON_NAMES,
  publishedMinute,
} from '../text/format-values.ts';
import { html, type Html, type Part } from '../text/html.ts';
import { shorten } from '../../domain/text/shorten.ts';
import { oneLine, safeLink, shortLine } from '../text/plain-text.ts';
import { channelNameOf } from '../../domain/channels/channel.ts';
import type { Incident } from '../../domain/incidents/incident.ts';

/** The colour class of a badge. */
export type BadgeColour = 'good' | 'warn' | 'bad' | 'plain';

export function badge(text: string, colour: BadgeColour): Html {
  return html`<span class="badge ${colour}">${text}</span>`;
}

const SEVERITY_COLOURS: Readonly<Record<Severity, BadgeColour>> = {
  info: 'plain',
  warning: 'warn',
  critical: 'bad',
};

export function severityBadge(severity: Severity): Html {
  return badge(severity, SEVERITY_COLOURS[severity]);
}

/** Names and values; a row without a value is left out. */
export function factList(rows: readonly (readonly [string, Part])[]): Html {
  const shown = rows.filter(([, value]) => value !== undefined && value !== false && value !== '');
  return html`<dl class="facts">${shown.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`;
}

/** The query of a watch, one parameter a line, under the service's own names. */
export function queryList(query: Readonly<Record<string, unknown>>): Html {
  const parts = Object.entries(query).map(
    ([name, value]) => html`<li><code>${name}</code> ${valueText(value)}</li>`,
  );
  return html`<ul class="tight small">${parts}</ul>`;
}

/**
 * A list of words as `en, fr`, and what is no text as JSON. A query is as long as the service takes it, far below
 * this.
 */
function valueText(value: unknown): string {
  const values: unknown[] = Array.isArray(value) ? value : [value];
  const texts = values.filter((one) => typeof one === 'string');
  return shorten(texts.length === values.length ? texts.join(', ') : (JSON.stringify(value) ?? ''), 2_000);
}

/**
 * A stored text as it is, with its line breaks; of a long one the beginning, and where the whole is.
 *
 * @param more.whole a sentence or a link.
 */
export function storedText(text: string, { most, whole }: { most: number; whole: Part }): Html {
  if (text.length <= most) return html`<pre>${text}</pre>`;
  return html`<pre>${shorten(text, most)}</pre>
<p class="soft small">The first ${formatNumber(most)} of ${formatNumber(text.length)} characters. ${whole}</p>`;
}

/** The longest text from the news on one line of a page. */
const TEXT_LIMIT = 200;

/** Text from the news on one line, isolated from the writing direction of the page. */
export function newsText(text: string, most = TEXT_LIMIT): Html {
  return html`<bdi>${shortLine(text, most)}</bdi>`;
}

/** A title from the news, as a link if it has a safe one. */
export function newsLink(title: string, link: string | undefined): Html {
  const safe = safeLink(link);
  const text = oneLine(title) === '' ? html`(no title)` : newsText(title);
  if (safe === undefined) return text;
  return html`<a href="${safe}" rel="noopener noreferrer nofollow external">${text}</a>`;
}

/** The beginning of a text, in which the words that matched are marked. */
export function markedText(text: string, { words, most }: { words: readonly string[]; most: number }): Html {
  const plain = shortLine(text, most);
  const wanted = words.map((word) => shortLine(word, 100)).filter((word) => word !== '');
  if (wanted.length === 0) return html`<bdi>${plain}</bdi>`;
  const longestFirst = wanted.slice(0, 50).toSorted((one, other) => other.length - one.length);
  const pattern = longestFirst.map((word) => word.replaceAll(/[$()*+./?[\\\]^{|}]/g, '\\$&')).join('|');
  const parts = plain.split(new RegExp(`(${pattern})`, 'giu'));
  return html`<bdi>${parts.map((part, index) => (index % 2 === 1 ? html`<mark>${part}</mark>` : part))}</bdi>`;
}

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const;

/** `2026-11-20 13:00`, with the exact instant as an attribute. */
export function timeIn(at: Instant, timezone: string): Html {
  return html`<time datetime="${isoOf(at)}">${formatMinute(at, timezone)}</time>`;
}

/** When an item was published, or else parsed: `2026-11-20 13:00`, or `2026-11-20` of a date without a time. */
export function publishedIn(item: Dated, timezone: string): Html {
  const text = publishedMinute(item, timezone);
  if (item.publishedPrecision === undefined) return timeIn(publicationTime(item), timezone);
  // Without a zone, as far as HTML's valid dates and local times have it (HTML, time element).
  return html`<time datetime="${text.slice(0, 'YYYY-MM-DD HH:MM'.length)}">${text}</time>`;
}

/** The title of an article in English, on a line of its own. Empty where the service has not translated it. */
export function translatedTitle({ translation }: { translation?: { title?: string } }): Html {
  const title = translation?.title;
  return title === undefined ? html`` : html`<br><span class="small">In English: ${newsText(title)}</span>`;
}

/** The distance to a time in its largest unit: `12 minutes ago`, `in 1 hour`. */
export function distanceText(at: Instant, now: Instant): string {
  const distance = Math.abs(at - now);
  const [unit, size] = UNITS.find(([, length]) => distance >= length) ?? ['second', 1_000];
  const amount = formatCount(Math.floor(distance / size), unit);
  return at > now ? `in ${amount}` : `${amount} ago`;
}

/** A length of time: `3 days`, or as the watches file writes it. */
export function lengthText(milliseconds: number): string {
  const days = milliseconds / 86_400_000;
  return Number.isInteger(days) ? formatCount(days, 'day') : formatSpan(milliseconds);
}

/** A tone in a word with its figure, -1..1: `negative −0.42`. Undefined where there is none. */
export function toneText(sentiment: number | undefined): string | undefined {
  if (sentiment === undefined) return undefined;
  const tone = sentimentSumOf(sentiment);
  return `${toneOf(tone.sum)} ${formatTone(tone)}`;
}

/** The watch of an alert and its channel: `acme-news → press-team`. */
export function routeText({ watchId = 'Bellwether', channel }: Pick<Alert, 'watchId' | 'channel'>): string {
  return `${watchId} → ${channelNameOf(channel)}`;
}

/** Which part of a list in numbered parts is shown, with links to the parts before and after. */
export function partMenu(
  { part, parts }: { part: number; parts: number },
  { link, back, on }: { link: (part: number) => string; back: string; on: string },
): Html {
  const to = (other: number, text: string) => html` <a href="${link(other)}">${text}</a>`;
  return html`<p class="days"><span>Page ${part} of ${parts}</span>${part > 1 && to(part - 1, back)}${part < parts && to(part + 1, on)}</p>`;
}

/** A form of one button that posts some fields, which people do not see. */
export function buttonForm(
  fields: Readonly<Record<string, string>>,
  { button, action }: { button: Part; action?: string },
): Html {
  const hidden = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  return html`<form method="post"${action !== undefined && html` action="${action}"`}>${hidden}<button>${button}</button></form>`;
}

/** Open incidents, with the time since which each is open. */
export function incidentList(
  incidents: readonly Incident[],
  { timezone, most }: { timezone: string; most: number },
): Html {
  return html`<ul class="plainlist">${incidents.map(
    ({ text, since }) =>
      html`<li>${newsText(text, most)} <span class="soft small">since ${timeIn(since, timezone)}</span></li>`,
  )}</ul>`;
}

/** What became of an alert, as a badge. */
export function stateBadge(state: AlertState, timezone: string): Html {
  switch (state.state) {
    case 'told':
      return badge('sent', 'good');
    case 'silenced':
      return badge('muted', 'plain');
    case 'dropped':
      return badge(state.joinedTo ? 'joined' : 'dropped', 'plain');
    case 'pending':
      return badge(waitText(state, timezone), state.heldFor === undefined ? 'warn' : 'plain');
  }
}

function waitText({ dueAt, heldFor }: Extract<AlertState, { state: 'pending' }>, timezone: string): string {
  return heldFor === undefined
    ? 'due'
    : `waits until ${formatMinute(dueAt, timezone)} (${timezone}; ${HOLD_REASON_NAMES[heldFor]})`;
}

/**
 * What a list shows of an item below its title, on one line: its text, or the fields of a record with their names.
 * May be empty.
 */
export function itemSnippet(item: AlertItem, { timezone, most }: { timezone: string; most: number }): string {
  const { text, facts } = describeItem(item, timezone);
  return shortLine(text ?? facts.map(({ name, value }) => `${name}: ${value}`).join(' · '), most);
}

const LEVELS = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/** More values than this are drawn smaller, so that a phone has room for them. */
const LONG = 24;

/** Values as bars of text, the largest highest: a small chart without a picture. `label` says the values. */
export function sparkline(values: readonly number[], label: string): Html {
  const most = Math.max(1, ...values);
  const bars = values.map((value) => LEVELS[Math.ceil((value / most) * (LEVELS.length - 1))] ?? '▁');
  return html`<span class="spark${values.length > LONG && ' long'}" role="img" aria-label="${label}">${bars.join('')}</span>`;
}
