import { isoOf, type Instant } from '../../domain/time/instant.ts';
import { saySpan } from '../../domain/time/format-time.ts';
import { wallClockOf } from '../../domain/time/wall-clock.ts';
import type { Severity } from '../../domain/watches/watch.ts';
import { oneLine, safeLink, shorten } from '../text/plain-text.ts';
import { type Html, html, type Part } from '../html/html.ts';

/** The longest text from the news that stands on one line of a page. */
const LONGEST = 300;

/** Text from the news, on one line, in a direction of its own. */
export function newsText(text: string, most = LONGEST): Html {
  return html`<bdi>${shorten(oneLine(text), most)}</bdi>`;
}

/** A title from the news, as a link where it has one that is safe to follow. */
export function newsLink(title: string, link: string | undefined): Html {
  const safe = safeLink(link);
  const text = oneLine(title) === '' ? html`(no title)` : newsText(title);
  if (safe === undefined) return text;
  return html`<a href="${safe}" rel="noopener noreferrer nofollow external">${text}</a>`;
}

/** A text with the words that matched marked, as they stand in it. */
export function markedText(text: string, words: readonly string[]): Html {
  const plain = shorten(oneLine(text), 1_500);
  const wanted = words.map((word) => shorten(oneLine(word), 100)).filter((word) => word !== '');
  if (wanted.length === 0) return html`<bdi>${plain}</bdi>`;
  const longestFirst = wanted.slice(0, 50).toSorted((one, other) => other.length - one.length);
  const pattern = longestFirst.map((word) => word.replaceAll(/[$()*+./?[\\\]^{|}-]/g, '\\$&')).join('|');
  const parts = plain.split(new RegExp(`(${pattern})`, 'giu'));
  return html`<bdi>${parts.map((part, index) => (index % 2 === 1 ? html`<mark>${part}</mark>` : part))}</bdi>`;
}

/** `2026-11-20 13:00`, with the zone for machines. */
export function timeIn(at: Instant, timezone: string): Html {
  return html`<time datetime="${isoOf(at)}">${wallClockOf(at, timezone).replace('T', ' ')}</time>`;
}

/** How far away a time is, in whole words of one unit: `12 minutes ago`. */
export function farFrom(at: Instant, now: Instant): string {
  const away = Math.abs(at - now);
  const [unit, size] = UNITS.find(([, length]) => away >= length) ?? ['second', 1_000];
  const n = Math.floor(away / size);
  const amount = `${n} ${unit}${n === 1 ? '' : 's'}`;
  return at > now ? `in ${amount}` : `${amount} ago`;
}

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const;

/** `1,234 articles`, `1 article` */
export function countOf(n: number, one: string, many = `${one}s`): string {
  return `${n.toLocaleString('en')} ${n === 1 ? one : many}`;
}

/** A whole number of days where it is one, else as the file writes spans. */
export function spanIn(span: number): string {
  const days = span / 86_400_000;
  return Number.isInteger(days) ? countOf(days, 'day') : saySpan(span);
}

/** Names and values; those without a value are left out. */
export function facts(rows: readonly (readonly [string, Part])[]): Html {
  const seen = rows.filter(([, value]) => value !== undefined && value !== false && value !== '');
  return html`<dl class="facts">${seen.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`;
}

/** What a watch asks, a parameter a line, by the service's own names. */
export function queryOf(query: Readonly<Record<string, unknown>>): Html {
  const parts = Object.entries(query).map(
    ([name, value]) =>
      html`<li><code>${name}</code> ${typeof value === 'string' ? value : JSON.stringify(value)}</li>`,
  );
  return html`<ul class="tight small">${parts}</ul>`;
}

export type Tone = 'good' | 'warn' | 'bad' | 'plain';

export function badge(text: string, tone: Tone): Html {
  return html`<span class="badge ${tone}">${text}</span>`;
}

const SEVERITY_TONES: Readonly<Record<Severity, Tone>> = { info: 'plain', warning: 'warn', critical: 'bad' };

export function severityBadge(severity: Severity): Html {
  return badge(severity, SEVERITY_TONES[severity]);
}
