import type { Instant } from '../../../domain/time/instant.ts';
import { localDayOf } from '../../../domain/reports/period.ts';
import type { ReportNumbers } from '../../../domain/reports/report-numbers.ts';
import type { WatchCoverage, WindowRow } from '../../../domain/reports/operations-numbers.ts';
import { wallClockOf } from '../../../domain/time/wall-clock.ts';
import { type Html, html, type Part } from '../../html/html.ts';
import { counted, line, num, shortDay } from '../words.ts';
import { alertsPart } from './alerts-part.ts';
import { behind, figure, linked, table, words } from './table.ts';

/** What was told, what was looked at, and what that took. */
export function watchingSection(numbers: ReportNumbers): Html {
  return html`<section id="watching"><h2>How it was watched</h2>
${alertsPart(numbers)}${coveragePart(numbers)}${callsPart(numbers)}</section>`;
}

const BY_WATCH = '#windows-by-watch';
const ON_RECORD = '#windows-on-record';

function coveragePart(numbers: ReportNumbers): Html {
  const { coverage, period } = numbers;
  const { watches, due, checked, windows } = coverage;
  if (watches.length === 0)
    return html`<h3>Coverage</h3><p class="note">No watch has this brand (any more).</p>`;
  const none =
    'No window of their timetables was due in these days: what is counted comes from the first look of the watches, which reaches back.';
  const all = linked(`${num(checked)} of ${counted(due, 'window', 'windows')}`, BY_WATCH);
  return html`<h3>Coverage</h3>
<p>${due === 0 ? none : ['Checked ', all, '.']} ${shortfalls(numbers)}</p>
<div id="windows-by-watch">${table({
    caption: 'Windows by watch',
    cards: true,
    head: [
      { title: 'Watch' },
      { title: 'Kind' },
      { title: 'Runs' },
      { title: 'Asked for' },
      { title: 'Due', number: true },
      { title: 'Checked', number: true },
      { title: 'Cut off', number: true },
      { title: 'Late', number: true },
      { title: 'Open', number: true },
    ],
    rows: watches.map((watch) => [
      words(line(watch.watchId, 60)),
      words(watch.kind),
      words(watch.schedule.startsWith('rate') ? watch.schedule : `${watch.schedule}, ${watch.timezone}`),
      words(askedFor(watch, period.timezone)),
      figure(watch.due, undefined),
      figure(watch.checked, undefined),
      figure(watch.cutWindows, ON_RECORD),
      figure(watch.lateWindows, ON_RECORD),
      figure(watch.openWindows, ON_RECORD),
    ]),
  })}
<p class="note">A watch looks at time window by window. Due are the runs of its timetable in these days, from its first run on; checked are those up to where all has been asked for without a gap. A window that found nothing leaves no record of its own.</p></div>
${windowList(windows, numbers)}`;
}

/** What is missing from the numbers, and what is not. */
function shortfalls({ coverage: { watches, due, checked } }: ReportNumbers): Part {
  const sum = (key: 'cutWindows' | 'lateWindows' | 'openWindows') =>
    watches.reduce((total, row) => total + row[key], 0);
  const [cut, late, open] = [sum('cutWindows'), sum('lateWindows'), sum('openWindows')];
  const notes: Part[] = [];
  if (due > checked)
    notes.push([
      linked(counted(due - checked, 'window is', 'windows are'), BY_WATCH),
      ' still to be checked: what was written then may be missing here.',
    ]);
  if (cut > 0)
    notes.push([
      linked(counted(cut, 'window', 'windows'), ON_RECORD),
      ' held more than the service gives: what is beyond is not counted.',
    ]);
  if (late > 0)
    notes.push([
      linked(counted(late, 'day was', 'days were'), ON_RECORD),
      ' asked for again because articles became visible late; they are counted.',
    ]);
  if (open > 0)
    notes.push([linked(counted(open, 'window is', 'windows are'), ON_RECORD), ' open and asked again.']);
  if (cut + late === 0) notes.push('Nothing was cut off, nothing came late.');
  return notes.map((note, at) => [at === 0 ? '' : ' ', note]);
}

function windowList(windows: readonly WindowRow[], { coverage, period }: ReportNumbers): Html {
  if (windows.length === 0) return html`<div id="windows-on-record"></div>`;
  const left = coverage.watches.reduce((sum, watch) => sum + watch.recordedWindows, 0) - windows.length;
  const at = (instant: number) => wallClockOf(instant, period.timezone).replace('T', ' ');
  const marks = ({ state, cut, late }: WindowRow) =>
    [state === 'open' && 'open', cut && 'cut off', late && 'late'].filter((mark) => mark !== false);
  return html`<div id="windows-on-record">${behind({
    caption: `Windows on record (${num(windows.length + left)})`,
    cards: true,
    head: [
      { title: 'From' },
      { title: 'To' },
      { title: 'Watch' },
      { title: 'State' },
      { title: 'Matched', number: true },
      { title: 'New', number: true },
      { title: 'Calls', number: true },
    ],
    rows: windows.map((window) => [
      words(at(window.from)),
      words(at(window.to)),
      words(line(window.watchId, 60)),
      words(marks(window).join(', ') || 'done'),
      figure(window.matched, undefined),
      figure(window.found, undefined),
      figure(window.calls, undefined),
    ]),
  })}${left > 0 ? html`<p class="note">And ${num(left)} more that were done in order.</p>` : ''}</div>`;
}

/** From when until when everything has been asked for. */
function askedFor({ coveredFrom, coveredUntil }: WatchCoverage, timezone: string): string {
  if (coveredFrom === undefined || coveredUntil === undefined) return 'nothing yet';
  const dayIn = (at: Instant) => shortDay(localDayOf(at, timezone));
  const [first, last] = [dayIn(coveredFrom), dayIn(coveredUntil)];
  return first === last ? first : `${first} to ${last}`;
}

function callsPart({ calls, coverage, uncounted }: ReportNumbers): Html {
  const { recorded, months, own } = calls;
  const whole = months.map(
    ({ month, calls: sum }, at): Part => [
      at === 0 ? '' : ', ',
      linked(num(sum), '#calls-by-watch'),
      ` in ${month}`,
    ],
  );
  const counting =
    own > 0 ? linked(counted(own, 'call', 'calls'), '#service') : counted(own, 'call', 'calls');
  const failed = uncounted.length > 0 ? ' (it could not be asked)' : '';
  return html`<h3>Upstream calls</h3>
<p>${linked(counted(recorded, 'call', 'calls'), '#calls-by-watch')} in windows that began in these days and are on record, and ${counting} to have the service count names for this report${failed}.${whole.length === 0 ? '' : html` With the windows that found nothing, in whole months (UTC): ${whole}.`}</p>
<div id="calls-by-watch">${behind({
    caption: 'Calls by watch',
    head: [
      { title: 'Watch' },
      { title: 'Windows on record', number: true },
      { title: 'Their calls', number: true },
      { title: 'Month' },
      { title: 'All its calls', number: true },
    ],
    rows: coverage.watches.map(({ watchId, recordedWindows, calls: sum, month }) => [
      words(line(watchId, 60)),
      figure(recordedWindows, ON_RECORD),
      figure(sum, ON_RECORD),
      words(month?.month ?? '–'),
      month ? figure(month.calls, undefined) : words('–'),
    ]),
  })}</div>`;
}
