import type { Alert, AlertItem, AlertState } from '../../domain/alerts/alert.ts';
import { publicationTime } from '../../domain/findings/finding.ts';
import { sentimentSumOf, toneOf } from '../../domain/reports/day-rollup.ts';
import { dayAfter, dayOf, type Instant, isoOf, namedTime } from '../../domain/time/instant.ts';
import type { Severity } from '../../domain/watches/watch.ts';
import { describeItem } from '../message/describe-item.ts';
import {
  type Dated,
  formatCount,
  formatNumber,
  formatTone,
  HOLD_REASON_NAMES,
  publishedTime,
} from '../text/format-values.ts';
import { html, type Html, joinParts, type Part } from '../text/html.ts';
import { shorten } from '../../domain/text/clean-text.ts';
import { oneLine, safeLink, shortLine } from '../text/plain-text.ts';
import { channelNameOf } from '../../domain/channels/channel.ts';
import type { Service } from '../../domain/lib/errors.ts';
import { ARCHIVE } from '../../domain/findings/credit.ts';
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

/** What there is of some facts, on one line. */
export function factLine(facts: readonly Part[], separator = ' · '): Part {
  return joinParts(
    facts.filter((fact) => fact !== undefined && fact !== false && fact !== ''),
    separator,
  );
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

/** What the open archive asks to be linked beside what was found in it. */
export const archiveCredit = newsLink(ARCHIVE.name, ARCHIVE.link);

export const SERVICE_LABELS: Readonly<Record<Service, string>> = {
  news: 'News service',
  events: 'Events service',
  extraction: 'Extraction service',
  feeds: 'Feeds',
  world: 'World archive',
};

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

/** `2026-11-20 13:00 CET`, with the exact instant as an attribute. */
export function timeIn(at: Instant, timezone: string): Html {
  return html`<time datetime="${isoOf(at)}">${namedTime(at, timezone)}</time>`;
}

/** When an item was published, or else parsed: `2026-11-20 13:00 CET`, or `2026-11-20` of a date without a time. */
export function publishedIn(item: Dated, timezone: string): Html {
  const text = publishedTime(item, timezone);
  if (item.publishedPrecision === undefined) return timeIn(publicationTime(item), timezone);
  // Without a zone, as far as HTML's valid dates and local times have it (HTML, time element).
  return html`<time datetime="${text.slice(0, 'YYYY-MM-DD HH:MM'.length)}">${text}</time>`;
}

/** The distance to a time in its largest unit: `12 minutes ago`, `in 1 hour`. */
export function distanceText(at: Instant, now: Instant): string {
  const distance = Math.abs(at - now);
  const [unit, size] = UNITS.find(([, length]) => distance >= length) ?? ['second', 1_000];
  const amount = formatCount(Math.floor(distance / size), unit);
  return at > now ? `in ${amount}` : `${amount} ago`;
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

/** A link of a pager: where it leads, and what it says. */
type PagerLink = readonly [href: string, text: string] | undefined | false;

/** Where a list goes on: what is shown, the links back and the link to what comes next. */
export function pager(
  shown: Part,
  { back = [], next }: { back?: readonly PagerLink[]; next?: PagerLink },
): Html | undefined {
  const before = back.filter((one) => one !== undefined && one !== false);
  if (before.length === 0 && !next) return undefined;
  const links = before.map(([href, text]) => html`<a href="${href}">${text}</a>`);
  const onward = next && html`<a rel="next" href="${next[0]}">${next[1]}</a>`;
  return html`<p class="days">${factLine([shown && html`<span>${shown}</span>`, ...links, onward], ' ')}</p>`;
}

/** The pager of a list of a UTC day; `of`: the address of another day. */
export function dayPager(
  day: string,
  { count, of, now }: { count?: Part; of: (day: string) => string; now: Instant },
): Html | undefined {
  const [before, after] = [dayAfter(day, -1), dayAfter(day)];
  return pager(count, {
    back: [[of(before), `← ${before}`]],
    next: day < dayOf(now) && [of(after), `${after} →`],
  });
}

/** The pager of a list in numbered parts. */
export function partMenu(
  { part, parts }: { part: number; parts: number },
  { link, back, on }: { link: (part: number) => string; back: string; on: string },
): Html | undefined {
  return pager(`Page ${part} of ${parts}`, {
    back: [part > 1 && [link(part - 1), back]],
    next: part < parts && [link(part + 1), on],
  });
}

export function linkTo(href: string, text: Part): Html {
  return html`<a href="${href}">${text}</a>`;
}

/** What is less important, within a line. */
export function small(text: Part): Html {
  return html`<span class="soft small">${text}</span>`;
}

/** The same as a paragraph. */
export function aside(text: Part): Html {
  return html`<p class="soft small">${text}</p>`;
}

/** Entries, each on a row of its own. */
export function plainList<T>(entries: readonly T[], row: (entry: T) => Part): Html {
  return html`<ul class="plainlist">${entries.map((entry) => html`<li>${row(entry)}</li>`)}</ul>`;
}

/** What a form did, above everything else. */
export function noticeCard(text: Part): Html {
  return html`<div class="card notice" role="status"><p><strong>${text}</strong></p></div>`;
}

/** Fields of a form that people do not see. */
export function hiddenFields(fields: Readonly<Record<string, string>>): Part {
  return Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
}

/** A form of one button that posts some fields. */
export function buttonForm(
  fields: Readonly<Record<string, string>>,
  { button, action }: { button: Part; action?: string },
): Html {
  return html`<form method="post"${action !== undefined && html` action="${action}"`}>${hiddenFields(fields)}<button>${button}</button></form>`;
}

/** A field of a filter, with what it is called. */
export function labelled(name: string, field: Html): Html {
  return html`<label><span>${name}</span>${field}</label>`;
}

/** A field that takes one of some texts, or any with the word for that. `nameOf`: what people read of a text. */
export function selectField(
  name: string,
  {
    options,
    chosen,
    any,
    nameOf = (one) => one,
  }: {
    options: readonly string[];
    chosen: string | undefined;
    any?: string;
    nameOf?: (one: string) => string;
  },
): Html {
  return html`<select name="${name}">${any !== undefined && html`<option value="">${any}</option>`}${options.map(
    (one) => html`<option value="${one}"${one === chosen && html` selected`}>${nameOf(one)}</option>`,
  )}</select>`;
}

/** A field that takes a text, a search or a day. */
export function inputField(
  name: string,
  {
    value = '',
    type = 'text',
    hint = '',
    most = 200,
  }: { value?: string | undefined; type?: string; hint?: string; most?: number },
): Html {
  return html`<input type="${type}" name="${name}" value="${value}" maxlength="${most}" placeholder="${hint}" autocomplete="off">`;
}

/** Each filter of a list, with a link to the same list without it. */
export function filterChips(
  filters: readonly { name: string; value: string; without: string }[],
): Html | undefined {
  if (filters.length === 0) return undefined;
  return html`<ul class="chips" aria-label="Filters">${filters.map(
    ({ name, value, without }) =>
      html`<li><a href="${without}" title="Remove this filter"><span class="soft">${name}</span> ${newsText(value, 60)} <span aria-hidden="true">×</span></a></li>`,
  )}</ul>`;
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
    case 'notified':
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
    : `waits until ${namedTime(dueAt, timezone)} (${HOLD_REASON_NAMES[heldFor]})`;
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
