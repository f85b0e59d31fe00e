import { dayReader } from '../../../domain/reports/period.ts';
import type { ReportNumbers } from '../../../domain/reports/report-numbers.ts';
import { type Html, html } from '../../html/html.ts';
import type { FindingsIndex } from '../findings-index.ts';
import { counted, num, shortDay } from '../words.ts';
import { alsoBefore } from './earlier-numbers.ts';
import { linked, table, titleOf, words } from './table.ts';

/** Events and records of the period. */
export function itemsSection(
  { events, records, items, period, asked }: ReportNumbers,
  { rows }: FindingsIndex,
): Html {
  if (events.now + records.now + events.before + records.before === 0) return html``;
  const dayIn = dayReader(period.timezone);
  const rest = events.now + records.now - items.length;
  const earlier = (kind: 'events' | 'records', n: number) =>
    alsoBefore({ n, asked: asked.items.before, href: rows({ days: 'before', kind }) }, period);
  const all = (kind: 'events' | 'records', text: string) => linked(text, rows({ days: 'now', kind }));
  return html`<section id="events"><h2>Events and records</h2>
<p>${all('events', counted(events.now, 'event', 'events'))}${earlier('events', events.before)}. ${all('records', counted(records.now, 'record', 'records'))} taken out of the news by extractions${earlier('records', records.before)}.</p>
${
  items.length === 0
    ? ''
    : table({
        caption: 'Events and records, oldest first',
        cards: true,
        head: [{ title: 'What' }, { title: 'Kind' }, { title: 'Day' }, { title: 'Watch' }],
        rows: items.map(({ title, link, type, at, watchId }) => [
          words(titleOf(title, link)),
          words(type),
          words(shortDay(dayIn(at))),
          words(watchId),
        ]),
      })
}${rest > 0 ? html`<p class="note">And ${num(rest)} more: the numbers above lead to all of them.</p>` : ''}</section>`;
}
