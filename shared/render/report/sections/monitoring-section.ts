import { typedKeys } from '../../../domain/lib/fields.ts';
import type { AlertFate, AlertRow, WindowRow } from '../../../domain/reports/operations-numbers.ts';
import { dayRanges } from '../../../domain/reports/day-names.ts';
import type { ReportNumbers } from '../../../domain/reports/report-numbers.ts';
import { isPolled } from '../../../domain/lib/errors.ts';
import { ARCHIVE } from '../../../domain/findings/credit.ts';
import { SEVERITIES } from '../../../domain/watches/watch.ts';
import { formatCount, formatNumber, shortMoment, titleLine } from '../../text/format-values.ts';
import { amount, joined, linked, type Rich, type Section, tableOf, titleOf } from '../model/report-model.ts';

const BY_WATCH = '#windows-by-watch';
const RECORDED = '#windows-on-record';

/** The alerts of the period, how much of it the watches have checked, and the calls that this took. */
export function monitoringSection(numbers: ReportNumbers): Section {
  return {
    id: 'watching',
    title: 'Appendix: how the data was collected',
    blocks: [...alertBlocks(numbers), ...coverageBlocks(numbers), ...callBlocks(numbers)],
  };
}

function coverageBlocks(numbers: ReportNumbers): Section['blocks'] {
  const { watches, due, checked } = numbers.coverage;
  const heading = { heading: 'Coverage' };
  if (watches.length === 0) return [heading, { text: 'No watch has this brand now.', isNote: true }];
  const windows = linked(`${formatNumber(checked)} of ${formatCount(due, 'time window')}`, BY_WATCH);
  const sum: Rich =
    due === 0
      ? 'No scheduled run was due in these days. The numbers come from first runs, which also read earlier news.'
      : ['The watches checked ', windows, '.'];
  const recorded = () => RECORDED;
  const table = tableOf(watches, {
    of: 'coverage',
    id: 'windows-by-watch',
    title: 'Time windows by watch',
    look: 'cards',
    key: ({ watchId }) => watchId,
    columns: ({ text, count, data }) => [
      text('Watch', ({ watchId }) => titleLine(watchId, 60)),
      text('Kind', ({ kind }) => kind),
      text('Schedule', ({ schedule, timezone }) =>
        schedule.startsWith('rate') ? schedule : `${schedule}, ${timezone}`,
      ),
      text('Complete for', ({ completeDays }) =>
        completeDays === undefined ? 'not expected' : dayRanges(completeDays) || 'no day',
      ),
      count('Due', (watch) => watch.due),
      count('Checked', (watch) => watch.checked),
      count('Truncated', ({ cutWindows }) => cutWindows, recorded),
      count('Late', ({ lateWindows }) => lateWindows, recorded),
      count('Open', ({ openWindows }) => openWindows, recorded),
      data('Recorded windows', ({ recordedWindows }) => recordedWindows),
      count('Calls', (watch) => watch.calls, recorded),
      count('Calls in the month', ({ month }) => month?.calls),
      data('Month', ({ month }) => month?.month),
    ],
    note: '“Due” counts the scheduled runs of a watch in these days, from its first run on. “Checked” counts the runs up to the first gap in its data. A window without findings has no record of its own.',
  });
  const isOfArchive = watches.some(({ kind }) => kind === 'world');
  return [
    heading,
    { text: sum, brief: true },
    ...(isOfArchive
      ? [{ text: ['Articles of kind world were found with ', linked(ARCHIVE.name, ARCHIVE.link), '.'] }]
      : []),
    { tables: [table, windowTable(numbers)] },
  ];
}

function windowTable({ coverage: { watches, windows }, period }: ReportNumbers) {
  const left = watches.reduce((sum, watch) => sum + watch.recordedWindows, 0) - windows.length;
  const feeds = new Set(watches.filter(({ kind }) => isPolled(kind)).map(({ watchId }) => watchId));
  const marks = ({ watchId, state, cut, late }: WindowRow) =>
    joined([
      state === 'open' && 'open',
      cut && (feeds.has(watchId) ? 'possibly missed' : 'truncated'),
      late && 'late',
      state !== 'open' && !cut && !late && 'done',
    ]);
  return tableOf(windows, {
    id: 'windows-on-record',
    title: `Recorded windows (${formatNumber(windows.length + left)})`,
    look: 'closed cards',
    key: ({ watchId }) => watchId,
    columns: ({ text, count }) => [
      text(`From (${period.timezone})`, ({ from }) => shortMoment(from, period.timezone)),
      text('To', ({ to }) => shortMoment(to, period.timezone)),
      text('Watch', ({ watchId }) => titleLine(watchId, 60)),
      text('State', marks),
      count('Matched', ({ matched }) => matched),
      count('New', ({ found }) => found),
      count('Calls', ({ calls }) => calls),
    ],
    ...(left > 0 && { note: `And ${formatNumber(left)} more without problems.` }),
  });
}

function callBlocks({ calls, service }: ReportNumbers): Section['blocks'] {
  const { recorded, months, own } = calls;
  const counting = amount(own, 'call', service ? '#service' : '#voice');
  const totals = months.map(({ month, calls: sum }) => [linked(formatNumber(sum), BY_WATCH), ` in ${month}`]);
  return [
    { heading: 'Calls to the services' },
    {
      text: [
        amount(recorded, 'call', BY_WATCH),
        ' in recorded windows that began in these days.',
        own === 0 ? '' : [' ', counting, ' to count names for this report.'],
        totals.length === 0 ? '' : [' Totals by month (UTC), with all windows: ', joined(totals), '.'],
      ],
    },
  ];
}

export const ALERT_FATES: Readonly<Record<AlertFate, string>> = {
  notified: 'sent',
  held: 'waiting',
  silenced: 'muted',
  joined: 'joined',
  dropped: 'dropped',
};

/** How many alerts were sent, wait, were muted, joined or dropped, with a list of them. */
function alertBlocks({ alerts, period }: ReportNumbers): Section['blocks'] {
  const { made, doubted = 0, bySeverity, cut, listed } = alerts;
  const heading = { heading: 'Alerts', id: 'alerts' };
  if (made === 0) return [heading, { text: 'No alerts were created in these days.', brief: true }];
  const some = (n: number, name: string) =>
    n === 0 ? `0 ${name}` : linked(`${formatNumber(n)} ${name}`, '#listed-alerts');
  const fates = typedKeys(ALERT_FATES).filter(
    (fate) => alerts[fate] > 0 || fate === 'notified' || fate === 'held',
  );
  const left = made - listed.length;
  const table = tableOf(listed, {
    id: 'listed-alerts',
    title: `Alerts (${formatNumber(made)})`,
    look: 'closed cards',
    key: ({ id }) => id,
    columns: ({ text, count }) => [
      text('Alert', alertName),
      text('State', ({ fate }) => ALERT_FATES[fate]),
      text('Severity', ({ severity }) => severity),
      text(`Time (${period.timezone})`, ({ at }) => shortMoment(at, period.timezone)),
      text('Watch', ({ watchId }) => watchId ?? '–'),
      text('Channel', ({ channel }) => channel),
      count('Findings', ({ items }) => items),
    ],
    ...(left > 0 && { note: `And ${formatNumber(left)} less severe. The inbox lists all alerts by day.` }),
  });
  return [
    heading,
    {
      text: [
        `${formatCount(made, 'alert')}: `,
        joined(fates.map((fate) => some(alerts[fate], ALERT_FATES[fate]))),
        '. By severity: ',
        joined(SEVERITIES.toReversed().map((name) => some(bySeverity[name], name))),
        doubted === 0 ? '' : `. A model called ${formatNumber(doubted)} of them probably not about the brand`,
        `.${cut ? ' Some days had more alerts than a report reads, so the real numbers are higher.' : ''}`,
      ],
      brief: true,
    },
    { tables: [table] },
  ];
}

/** Names of occasions that their type does not say; an empty one where the title says it all. */
const OCCASIONS: Readonly<Partial<Record<AlertRow['occasion'], string>>> = {
  finding: '',
  story: '',
  baseline: 'Watch has started',
  heartbeat: 'Heartbeat',
  incident: 'Incident',
};

function alertName({ occasion, title, link, reason }: AlertRow): Rich {
  const kind = OCCASIONS[occasion] ?? occasion.replaceAll('_', ' ');
  const why = reason === undefined ? '' : ` (${titleLine(reason.replaceAll('-', ' '), 120)})`;
  return [
    joined(
      [kind !== '' && kind, title !== '' && titleOf({ title, ...(link !== undefined && { link }) })],
      ': ',
    ),
    { text: why, isMuted: true },
  ];
}
