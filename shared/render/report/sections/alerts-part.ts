import type { AlertRow, AlertFate } from '../../../domain/reports/operations-numbers.ts';
import type { ReportNumbers } from '../../../domain/reports/report-numbers.ts';
import { type Html, html, joinParts, type Part } from '../../html/html.ts';
import { formatCount, formatMinute, formatNumber, titleLine } from '../../text/format-values.ts';
import { collapsedTable, countCell, linked, numberColumn, titleLink } from './table.ts';

const ALERT_FATES: readonly { fate: AlertFate; name: string; caption: string }[] = [
  { fate: 'told', name: 'sent', caption: 'Sent alerts' },
  { fate: 'held', name: 'waiting', caption: 'Waiting alerts' },
  { fate: 'silenced', name: 'muted', caption: 'Muted alerts' },
  { fate: 'joined', name: 'joined', caption: 'Joined alerts' },
  { fate: 'dropped', name: 'dropped', caption: 'Dropped alerts' },
];

/** How many alerts were sent, wait, were muted, joined or dropped, with lists of them. */
export function alertsPart(numbers: ReportNumbers): Html {
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
