import type {
  AlertFate,
  AlertRow,
  WatchCoverage,
  WindowRow,
} from '../../../domain/reports/operations-numbers.ts';
import { localDayOf } from '../../../domain/reports/period.ts';
import type { ReportNumbers } from '../../../domain/reports/report-numbers.ts';
import type { Instant } from '../../../domain/time/instant.ts';
import { formatCount, formatMinute, formatNumber, shortDay, titleLine } from '../../text/format-values.ts';
import { html, type Html, joinParts, type Part } from '../../text/html.ts';
import { collapsedTable, countCell, linked, numberColumn, table, titleLink } from './table.ts';

const BY_WATCH = '#windows-by-watch';
const RECORDED = '#windows-on-record';

/** The alerts of the period, how much of it the watches have checked, and the calls that this took. */
export function monitoringSection(numbers: ReportNumbers): Html {
  return html`<section id="watching"><h2>Appendix: how the data was collected</h2>
${alertsPart(numbers)}${coveragePart(numbers)}${callsPart(numbers)}</section>`;
}

function coveragePart(numbers: ReportNumbers): Html {
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
      'Watch',
      'Kind',
      'Schedule',
      'Complete for',
      numberColumn('Due'),
      numberColumn('Checked'),
      numberColumn('Truncated'),
      numberColumn('Late'),
      numberColumn('Open'),
    ],
    rows: watches.map((watch) => [
      titleLine(watch.watchId, 60),
      watch.kind,
      watch.schedule.startsWith('rate') ? watch.schedule : `${watch.schedule}, ${watch.timezone}`,
      coveredDays(watch, period.timezone),
      countCell(watch.due),
      countCell(watch.checked),
      countCell(watch.cutWindows, RECORDED),
      countCell(watch.lateWindows, RECORDED),
      countCell(watch.openWindows, RECORDED),
    ]),
  })}
<p class="note">A watch checks the news in time windows. “Due” counts its scheduled runs in these days, from its first run on. “Checked” counts the runs up to the first gap in its data. A window without findings has no record of its own.</p></div>
${windowList(windows, numbers)}`;
}

/** What may be missing from the numbers. */
function gapNotes({ coverage: { watches, due, checked } }: ReportNumbers): Part {
  const sum = (key: 'cutWindows' | 'lateWindows' | 'openWindows') =>
    watches.reduce((total, row) => total + row[key], 0);
  const [all, late, open] = [sum('cutWindows'), sum('lateWindows'), sum('openWindows')];
  const ofFeeds = watches.filter(({ kind }) => kind === 'feeds');
  const missed = ofFeeds.reduce((total, row) => total + row.cutWindows, 0);
  const cut = all - missed;
  const gaps = [
    [due - checked, 'window', BY_WATCH, 'not checked yet: articles from that time may be missing'],
    [cut, 'window', RECORDED, 'truncated: the service does not return all results'],
    [missed, 'window', RECORDED, 'possibly incomplete: a feed could not be read, or showed only newer items'],
    [late, 'day', RECORDED, 'updated: articles that appeared late are now counted'],
    [open, 'window', RECORDED, 'open and will be queried again'],
  ] as const;
  const notes = gaps
    .filter(([n]) => n > 0)
    .map(
      ([n, noun, href, text]): Part => [
        linked(formatCount(n, noun), href),
        ` ${n === 1 ? 'is' : 'are'} ${text}. `,
      ],
    );
  return [notes, all + late === 0 && 'No window was truncated, and no article appeared late.'];
}

function windowList(windows: readonly WindowRow[], { coverage, period }: ReportNumbers): Html {
  if (windows.length === 0) return html`<div id="windows-on-record"></div>`;
  const left = coverage.watches.reduce((sum, watch) => sum + watch.recordedWindows, 0) - windows.length;
  const feeds = new Set(
    coverage.watches.filter(({ kind }) => kind === 'feeds').map(({ watchId }) => watchId),
  );
  const marks = ({ watchId, state, cut, late }: WindowRow) =>
    [
      state === 'open' && 'open',
      cut && (feeds.has(watchId) ? 'possibly missed' : 'truncated'),
      late && 'late',
    ].filter((mark) => mark !== false);
  return html`<div id="windows-on-record">${collapsedTable({
    caption: `Recorded windows (${formatNumber(windows.length + left)})`,
    cards: true,
    head: [
      'From',
      'To',
      'Watch',
      'State',
      numberColumn('Matched'),
      numberColumn('New'),
      numberColumn('Calls'),
    ],
    rows: windows.map((window) => [
      formatMinute(window.from, period.timezone),
      formatMinute(window.to, period.timezone),
      titleLine(window.watchId, 60),
      marks(window).join(', ') || 'done',
      countCell(window.matched),
      countCell(window.found),
      countCell(window.calls),
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

function callsPart({ calls, coverage, service }: ReportNumbers): Html {
  const { recorded, months, own } = calls;
  const counting = linked(formatCount(own, 'call'), service ? '#service' : '#voice');
  const ownCalls = own === 0 ? '' : html` ${counting} to count names for this report.`;
  const totals = months.map(({ month, calls: sum }) => [
    linked(formatNumber(sum), '#calls-by-watch'),
    ` in ${month}`,
  ]);
  return html`<h3>Calls to the services</h3>
<p>${linked(formatCount(recorded, 'call'), '#calls-by-watch')} in recorded windows that began in these days.${ownCalls}${totals.length === 0 ? '' : html` Totals by month (UTC), with all windows: ${joinParts(totals)}.`}</p>
<div id="calls-by-watch">${collapsedTable({
    caption: 'Calls by watch',
    head: [
      'Watch',
      numberColumn('Recorded windows'),
      numberColumn('Calls in them'),
      'Month',
      numberColumn('All calls in the month'),
    ],
    rows: coverage.watches.map(({ watchId, recordedWindows, calls: sum, month }) => [
      titleLine(watchId, 60),
      countCell(recordedWindows, RECORDED),
      countCell(sum, RECORDED),
      month?.month ?? '–',
      month ? countCell(month.calls) : '–',
    ]),
  })}</div>`;
}

const ALERT_FATES: readonly { fate: AlertFate; name: string; caption: string }[] = [
  { fate: 'told', name: 'sent', caption: 'Sent alerts' },
  { fate: 'held', name: 'waiting', caption: 'Waiting alerts' },
  { fate: 'silenced', name: 'muted', caption: 'Muted alerts' },
  { fate: 'joined', name: 'joined', caption: 'Joined alerts' },
  { fate: 'dropped', name: 'dropped', caption: 'Dropped alerts' },
];

/** How many alerts were sent, wait, were muted, joined or dropped, with lists of them. */
function alertsPart(numbers: ReportNumbers): Html {
  const { alerts } = numbers;
  const { made, bySeverity, cut } = alerts;
  if (made === 0) return html`<h3 id="alerts">Alerts</h3><p>No alerts were created in these days.</p>`;
  const shown = ALERT_FATES.filter(({ fate }) => alerts[fate] > 0 || fate === 'told' || fate === 'held');
  const states = shown.map(({ fate, name }) =>
    linkedCount(alerts[fate], { name, anchor: `#alerts-${fate}` }),
  );
  const severities = (['critical', 'warning', 'info'] as const).map((name) =>
    linkedCount(bySeverity[name], { name, anchor: '#alerts' }),
  );
  const cutNote = cut
    ? ' Some days had more alerts than a report reads, so the real numbers are higher.'
    : '';
  return html`<h3 id="alerts">Alerts</h3><p>${formatCount(made, 'alert')}: ${joinParts(states)}. By severity: ${joinParts(severities)}.${cutNote}</p>
${shown.map(({ fate, caption }) => listOf({ fate, caption }, numbers))}`;
}

function linkedCount(n: number, { name, anchor }: { name: string; anchor: string }): Part {
  const text = `${formatNumber(n)} ${name}`;
  return n === 0 ? text : linked(text, anchor);
}

function listOf(
  { fate, caption }: { fate: AlertFate; caption: string },
  { alerts, period }: ReportNumbers,
): Html {
  const rows = alerts.listed.filter((row) => row.fate === fate);
  const left = alerts[fate] - rows.length;
  if (alerts[fate] === 0) return html``;
  return html`<div id="alerts-${fate}">${collapsedTable({
    caption: `${caption} (${formatNumber(alerts[fate])})`,
    cards: true,
    head: ['Alert', 'Severity', 'Time', 'Watch', 'Channel', numberColumn('Findings')],
    rows: rows.map((row) => [
      describeRow(row),
      row.severity,
      formatMinute(row.at, period.timezone),
      row.watchId ?? '–',
      row.channel,
      countCell(row.items),
    ]),
  })}${left > 0 ? html`<p class="note">And ${formatNumber(left)} less severe. The inbox lists all alerts by day.</p>` : ''}</div>`;
}

/** Names of occasions that their type does not say; an empty one where the title says it all. */
const OCCASIONS: Readonly<Partial<Record<AlertRow['occasion'], string>>> = {
  finding: '',
  story: '',
  base: 'Watch has started',
  'life-sign': 'Heartbeat',
  trouble: 'Incident',
};

function describeRow({ occasion, title, link, reason }: AlertRow): Part {
  const kind = OCCASIONS[occasion] ?? occasion.replaceAll('_', ' ');
  const parts: Part[] = [kind, title === '' ? '' : titleLink(title, link)].filter((part) => part !== '');
  const reasonNote =
    reason === undefined
      ? ''
      : html` <span class="muted">(${titleLine(reason.replaceAll('-', ' '), 120)})</span>`;
  return [joinParts(parts, ': '), reasonNote];
}
