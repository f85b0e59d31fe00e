import type { ReportNumbers, WatchCoverage } from '../../../domain/report/report-numbers.ts';
import { type Html, html } from '../../pages/html.ts';
import { counted, line, num, shortDay } from '../words.ts';
import { dayReader } from '../../../domain/report/period.ts';
import { titleOf } from './lists.ts';
import { figure, table, words } from './table.ts';

/** Events and records of the period. */
export function itemsSection({ events, records, items, period }: ReportNumbers): Html {
  if (events.now + records.now + events.before + records.before === 0) return html``;
  const dayIn = dayReader(period.timezone);
  const rest = events.now + records.now - items.length;
  return html`<section id="events"><h2>Events and records</h2>
<p>${counted(events.now, 'event', 'events')} (${num(events.before)} before) and ${counted(records.now, 'record', 'records')} taken out of the news (${num(records.before)} before).</p>
${
  items.length === 0
    ? ''
    : table({
        caption: 'Events and records, oldest first',
        head: [{ title: 'What' }, { title: 'Kind' }, { title: 'Day' }, { title: 'Watch' }],
        rows: items.map(({ title, link, type, at, watchId }) => [
          words(titleOf(title, link)),
          words(type),
          words(shortDay(dayIn(at))),
          words(watchId),
        ]),
      })
}${rest > 0 ? html`<p class="note">And ${num(rest)} more.</p>` : ''}</section>`;
}

/** What was told, what was looked at, and what that took. */
export function watchingSection(numbers: ReportNumbers): Html {
  return html`<section id="watching"><h2>How it was watched</h2>
${alertsOf(numbers)}${coverageOf(numbers)}${callsOf(numbers)}</section>`;
}

function alertsOf({ alerts }: ReportNumbers): Html {
  const { made, told, held, silenced, dropped, bySeverity, cut } = alerts;
  const parts = [
    `${num(told)} told`,
    `${num(held)} held until their time`,
    ...(silenced > 0 ? [`${num(silenced)} silenced by a person`] : []),
    ...(dropped > 0 ? [`${num(dropped)} dropped with their watch or channel`] : []),
  ];
  const grave = `${num(bySeverity.critical)} critical, ${num(bySeverity.warning)} warnings, ${num(bySeverity.info)} for information`;
  const more = cut ? ' There were more alerts in a day than are read: these numbers are too low.' : '';
  return html`<h3>Alerts</h3><p>${counted(made, 'alert', 'alerts')}: ${parts.join(', ')}.${made > 0 ? ` By gravity: ${grave}.` : ''}${more}</p>`;
}

function coverageOf({ coverage: { watches, due, checked }, period }: ReportNumbers): Html {
  const sum = (key: 'cutWindows' | 'lateWindows' | 'openWindows') =>
    watches.reduce((total, row) => total + row[key], 0);
  const [cut, late, open] = [sum('cutWindows'), sum('lateWindows'), sum('openWindows')];
  const missing =
    due > checked
      ? ` ${counted(due - checked, 'window is', 'windows are')} still to be checked: what was written then may be missing here.`
      : '';
  const notes = [
    ...(cut > 0
      ? [
          `${counted(cut, 'window', 'windows')} held more than the service gives: what is beyond is not counted.`,
        ]
      : []),
    ...(late > 0
      ? [
          `${counted(late, 'day was', 'days were')} asked for again because articles became visible late; they are counted.`,
        ]
      : []),
    ...(open > 0 ? [`${counted(open, 'window is', 'windows are')} open and asked again.`] : []),
  ];
  return html`<h3>Coverage</h3>
<p>${due === 0 ? 'No window of their timetables was due in these days: what is counted comes from the first look of the watches, which reaches back.' : `Checked ${num(checked)} of ${counted(due, 'window', 'windows')}.`}${missing} ${notes.length === 0 ? 'Nothing was cut off, nothing came late.' : notes.join(' ')}</p>
${
  watches.length === 0
    ? html`<p class="note">No watch has this brand (any more).</p>`
    : table({
        caption: 'Windows by watch',
        head: [
          { title: 'Watch' },
          { title: 'Kind' },
          { title: 'Asked for' },
          { title: 'Checked', number: true },
          { title: 'Due', number: true },
          { title: 'Cut off', number: true },
          { title: 'Late', number: true },
          { title: 'Open', number: true },
        ],
        rows: watches.map((watch) => [
          words(line(watch.watchId, 60)),
          words(watch.kind),
          words(askedFor(watch, period.timezone)),
          figure(watch.checked),
          figure(watch.due),
          figure(watch.cutWindows),
          figure(watch.lateWindows),
          figure(watch.openWindows),
        ]),
      })
}`;
}

/** From when until when everything has been asked for. */
function askedFor({ coveredFrom, coveredUntil }: WatchCoverage, timezone: string): string {
  if (coveredFrom === undefined || coveredUntil === undefined) return 'nothing yet';
  const day = dayReader(timezone);
  return `${shortDay(day(coveredFrom))} to ${shortDay(day(coveredUntil))}`;
}

function callsOf({ calls }: ReportNumbers): Html {
  const { recorded, months, own } = calls;
  const whole = months.map(({ month, calls: sum }) => `${num(sum)} in ${month}`).join(', ');
  const all = whole === '' ? '' : ` In whole months, with the windows that found nothing: ${whole}.`;
  return html`<h3>Upstream calls</h3><p>${counted(recorded, 'call', 'calls')} in windows that began in these days and found something, and ${num(own)} to count names for this report.${all}</p>`;
}
