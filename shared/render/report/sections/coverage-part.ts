import type { WatchCoverage, WindowRow } from '../../../domain/reports/operations-numbers.ts';
import { localDayOf } from '../../../domain/reports/period.ts';
import type { ReportNumbers } from '../../../domain/reports/report-numbers.ts';
import type { Instant } from '../../../domain/time/instant.ts';
import { type Html, html, type Part } from '../../html/html.ts';
import { formatCount, formatNumber } from '../../text/format-count.ts';
import { formatMinute } from '../../text/format-moment.ts';
import { shortDay } from '../format-days.ts';
import { titleLine } from '../title-line.ts';
import { collapsedTable, countCell, linked, table, textCell } from './table.ts';

const BY_WATCH = '#windows-by-watch';
export const RECORDED_WINDOWS = '#windows-on-record';

/** How much of the time of the report the watches have checked, and what may be missing. */
export function coveragePart(numbers: ReportNumbers): Html {
  const { coverage, period } = numbers;
  const { watches, due, checked, windows } = coverage;
  if (watches.length === 0) return html`<h3>Coverage</h3><p class="note">No watch has this brand now.</p>`;
  const all = linked(`${formatNumber(checked)} of ${formatCount(due, 'time window')}`, BY_WATCH);
  const sum =
    due === 0
      ? 'No scheduled run was due in these days. The numbers come from first runs, which also read earlier news.'
      : ['The watches checked ', all, '.'];
  return html`<h3>Coverage</h3>
<p>${sum} ${gapNotes(numbers)}</p>
<div id="windows-by-watch">${table({
    caption: 'Time windows by watch',
    cards: true,
    head: [
      { title: 'Watch' },
      { title: 'Kind' },
      { title: 'Schedule' },
      { title: 'Complete for' },
      { title: 'Due', number: true },
      { title: 'Checked', number: true },
      { title: 'Truncated', number: true },
      { title: 'Late', number: true },
      { title: 'Open', number: true },
    ],
    rows: watches.map((watch) => [
      textCell(titleLine(watch.watchId, 60)),
      textCell(watch.kind),
      textCell(watch.schedule.startsWith('rate') ? watch.schedule : `${watch.schedule}, ${watch.timezone}`),
      textCell(coveredDays(watch, period.timezone)),
      countCell(watch.due, undefined),
      countCell(watch.checked, undefined),
      countCell(watch.cutWindows, RECORDED_WINDOWS),
      countCell(watch.lateWindows, RECORDED_WINDOWS),
      countCell(watch.openWindows, RECORDED_WINDOWS),
    ]),
  })}
<p class="note">A watch checks the news in time windows. “Due” counts its scheduled runs in these days, from its first run on. “Checked” counts the runs up to the first gap in its data. A window without findings has no record of its own.</p></div>
${windowList(windows, numbers)}`;
}

/** What may be missing from the numbers. */
function gapNotes({ coverage: { watches, due, checked } }: ReportNumbers): Part {
  const sum = (key: 'cutWindows' | 'lateWindows' | 'openWindows') =>
    watches.reduce((total, row) => total + row[key], 0);
  const [cut, late, open] = [sum('cutWindows'), sum('lateWindows'), sum('openWindows')];
  const notes: Part[] = [];
  const add = (n: number, note: { noun: string; href: string; text: (isOne: boolean) => string }) => {
    if (n > 0) notes.push([linked(formatCount(n, note.noun), note.href), ` ${note.text(n === 1)}`]);
  };
  add(due - checked, {
    noun: 'window',
    href: BY_WATCH,
    text: (isOne) =>
      `${isOne ? 'is' : 'are'} not checked yet: articles from ${isOne ? 'it' : 'them'} may be missing.`,
  });
  add(cut, {
    noun: 'window',
    href: RECORDED_WINDOWS,
    text: () => 'had more results than the service returns: the rest is not counted.',
  });
  add(late, {
    noun: 'day',
    href: RECORDED_WINDOWS,
    text: (isOne) =>
      `${isOne ? 'was' : 'were'} queried again because articles appeared late. They are counted.`,
  });
  add(open, {
    noun: 'window',
    href: RECORDED_WINDOWS,
    text: (isOne) => `${isOne ? 'is' : 'are'} open and will be queried again.`,
  });
  if (cut + late === 0) notes.push('No window was truncated, and no article appeared late.');
  return notes.map((note, at) => [at === 0 ? '' : ' ', note]);
}

function windowList(windows: readonly WindowRow[], { coverage, period }: ReportNumbers): Html {
  if (windows.length === 0) return html`<div id="windows-on-record"></div>`;
  const left = coverage.watches.reduce((sum, watch) => sum + watch.recordedWindows, 0) - windows.length;
  const marks = ({ state, cut, late }: WindowRow) =>
    [state === 'open' && 'open', cut && 'truncated', late && 'late'].filter((mark) => mark !== false);
  return html`<div id="windows-on-record">${collapsedTable({
    caption: `Recorded windows (${formatNumber(windows.length + left)})`,
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
      textCell(formatMinute(window.from, period.timezone)),
      textCell(formatMinute(window.to, period.timezone)),
      textCell(titleLine(window.watchId, 60)),
      textCell(marks(window).join(', ') || 'done'),
      countCell(window.matched, undefined),
      countCell(window.found, undefined),
      countCell(window.calls, undefined),
    ]),
  })}${left > 0 ? html`<p class="note">And ${formatNumber(left)} more without problems.</p>` : ''}</div>`;
}

/** The first and last day for which the data of a watch is complete. */
function coveredDays({ coveredFrom, coveredUntil }: WatchCoverage, timezone: string): string {
  if (coveredFrom === undefined || coveredUntil === undefined) return 'nothing yet';
  const dayIn = (at: Instant) => shortDay(localDayOf(at, timezone));
  const [first, last] = [dayIn(coveredFrom), dayIn(coveredUntil)];
  return first === last ? first : `${first} to ${last}`;
}
