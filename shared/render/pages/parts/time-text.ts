import { isoOf, type Instant } from '../../../domain/time/instant.ts';
import { formatSpan } from '../../../domain/time/format-time.ts';
import { type Html, html } from '../../html/html.ts';
import { formatCount } from '../../text/format-count.ts';
import { formatMinute } from '../../text/format-moment.ts';

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
