import { dayReader } from '../../../domain/reports/period.ts';
import type { ReportNumbers } from '../../../domain/reports/report-numbers.ts';
import { type Html, html } from '../../html/html.ts';
import { formatCount, formatNumber, shortDay } from '../../text/format-values.ts';
import type { FindingsIndex } from '../findings-index.ts';
import { inBefore } from './earlier-numbers.ts';
import { linked, table, titleLink } from './table.ts';

/** Events, and records from extractions. */
export function eventsSection(
  { events, records, items, period, asked }: ReportNumbers,
  { rows }: FindingsIndex,
): Html {
  if (events.now + records.now + events.before + records.before === 0) return html``;
  const dayIn = dayReader(period.timezone);
  const rest = events.now + records.now - items.length;
  const earlier = (kind: 'events' | 'records', n: number) =>
    inBefore({ n, asked: asked.items.before, href: rows({ days: 'before', kind }) }, period);
  const all = (kind: 'events' | 'records', text: string) => linked(text, rows({ days: 'now', kind }));
  return html`<section id="events"><h2>Events and records</h2>
<p>${events.now + events.before > 0 && html`${all('events', formatCount(events.now, 'event'))}${earlier('events', events.before)}.`}${
    records.now + records.before > 0 &&
    html` ${all('records', formatCount(records.now, 'record'))} from extractions${earlier('records', records.before)}.`
  }</p>
${
  items.length === 0
    ? ''
    : html`<div class="long">${table({
        caption: 'Events and records, oldest first',
        cards: true,
        head: ['Title', 'Kind', 'Day', 'Watch'],
        rows: items.map(({ title, link, type, at, watchId }) => [
          titleLink(title, link),
          type,
          shortDay(dayIn(at)),
          watchId,
        ]),
      })}</div>`
}${rest > 0 ? html`<p class="note">And ${formatNumber(rest)} more. The numbers above link to all of them.</p>` : ''}</section>`;
}
