import type { ReportNumbers } from '../../../domain/reports/report-numbers.ts';
import type { AlertRow, Fate } from '../../../domain/reports/operations-numbers.ts';
import { wallClockOf } from '../../../domain/time/wall-clock.ts';
import { type Html, html, type Part } from '../../html/html.ts';
import { counted, line, num } from '../words.ts';
import { behind, figure, linked, titleOf, words } from './table.ts';

const FATES: readonly { fate: Fate; text: string; caption: string }[] = [
  { fate: 'told', text: 'told', caption: 'Alerts that were told' },
  { fate: 'held', text: 'held until their time', caption: 'Alerts that are held' },
  { fate: 'silenced', text: 'silenced by a person', caption: 'Alerts that were silenced' },
  { fate: 'dropped', text: 'dropped with their watch or channel', caption: 'Alerts that were dropped' },
];

/** What was told, what was held back, and the alerts behind these numbers. */
export function alertsPart(numbers: ReportNumbers): Html {
  const { alerts } = numbers;
  const { made, bySeverity, cut } = alerts;
  if (made === 0) return html`<h3 id="alerts">Alerts</h3><p>No alert was made in these days.</p>`;
  const shown = FATES.filter(({ fate }) => alerts[fate] > 0 || fate === 'told' || fate === 'held');
  const parts = shown.map(({ fate, text }): Part => {
    const words = `${num(alerts[fate])} ${text}`;
    return alerts[fate] === 0 ? words : linked(words, `#alerts-${fate}`);
  });
  const grave: Part[] = [
    toList(bySeverity.critical, 'critical'),
    ', ',
    toList(bySeverity.warning, bySeverity.warning === 1 ? 'warning' : 'warnings'),
    ', ',
    toList(bySeverity.info, 'for information'),
  ];
  const more = cut ? ' There were more alerts in a day than are read: these numbers are too low.' : '';
  return html`<h3 id="alerts">Alerts</h3><p>${counted(made, 'alert', 'alerts')}: ${parts.map((part, at) => [at === 0 ? '' : ', ', part])}. By severity: ${grave}.${more}</p>
${shown.map(({ fate, caption }) => listOf({ fate, caption }, numbers))}`;
}

function toList(n: number, what: string): Part {
  return n === 0 ? `0 ${what}` : linked(`${num(n)} ${what}`, '#alerts');
}

function listOf({ fate, caption }: { fate: Fate; caption: string }, { alerts, period }: ReportNumbers): Html {
  const rows = alerts.listed.filter((row) => row.fate === fate);
  const left = alerts[fate] - rows.length;
  if (alerts[fate] === 0) return html``;
  return html`<div id="alerts-${fate}">${behind({
    caption: `${caption} (${num(alerts[fate])})`,
    cards: true,
    head: [
      { title: 'What' },
      { title: 'Severity' },
      { title: 'When' },
      { title: 'Watch' },
      { title: 'Channel' },
      { title: 'Findings', number: true },
    ],
    rows: rows.map((row) => [
      words(whatOf(row)),
      words(row.severity),
      words(wallClockOf(row.at, period.timezone).replace('T', ' ')),
      words(row.watchId ?? '–'),
      words(row.channel),
      figure(row.items, undefined),
    ]),
  })}${left > 0 ? html`<p class="note">And ${num(left)} less grave ones: the alerts of each day stand in the inbox.</p>` : ''}</div>`;
}

const OCCASIONS: Readonly<Partial<Record<AlertRow['occasion'], string>>> = {
  growth: 'A story has grown',
  base: 'The watch began',
};

function whatOf({ occasion, title, link, reason }: AlertRow): Part {
  const kind = OCCASIONS[occasion] ?? (isPlain(occasion) ? '' : occasion.replaceAll(/[-_]/g, ' '));
  const parts: Part[] = [kind, title === '' ? '' : titleOf(title, link)].filter((part) => part !== '');
  const why =
    reason === undefined ? '' : html` <span class="muted">(${line(reason.replaceAll('-', ' '), 120)})</span>`;
  return [parts.map((part, at) => [at === 0 ? '' : ': ', part]), why];
}

function isPlain(occasion: AlertRow['occasion']): boolean {
  return occasion === 'finding' || occasion === 'story';
}
