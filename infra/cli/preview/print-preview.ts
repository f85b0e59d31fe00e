import { DAY, dayOf, HOUR, type Instant } from '../../../shared/domain/time/instant.ts';
import { type PlaceOfQuery, printAdvice } from '../plan/print-advice.ts';
import { plainText, printAmount, printNumber } from '../print-values.ts';
import type { TriedOut } from '../stack/try-out.ts';
import type { Preview } from './make-preview.ts';
import { printGroups } from './print-groups.ts';
import { printMonth } from './print-month.ts';
import { printProposals } from './print-proposals.ts';
import { printReadersSaid } from './readers-said.ts';
import type { Hearer } from './would-hear.ts';

/** Maximum of findings shown. */
export const MOST_SHOWN = 10;
const WIDEST = 40;

/** The preview as text: a bar for each day, then findings, alerts and costs. */
export function printPreview(preview: Preview, placeOf: PlaceOfQuery): string {
  const { watch, tried, caveats, advice = [], readers } = preview;
  return [
    ...(tried
      ? [...printFound(watch.id, tried), ...printNotified(preview)]
      : [`${watch.id}: no past jobs to show`]),
    ...(readers ? printReadersSaid(readers) : []),
    ...(caveats.length > 0 ? ['', ...caveats.map(plainText)] : []),
    ...printMonth(preview),
    '',
    printAdvice(advice, { watches: new Map([[watch.id, watch]]), placeOf }),
    printProposals(watch, advice),
  ].join('\n');
}

function printFound(id: string, tried: TriedOut): string[] {
  const days = hitsByDay(tried);
  const most = Math.max(1, ...days.map(({ hits }) => hits));
  return [
    `${id}: ${printAmount(tried.hits, 'match', 'matches')} in ${spanOf(tried)}\n`,
    ...days.map(
      ({ day, hits }) => `  ${day}  ${'█'.repeat(Math.round((hits / most) * WIDEST))} ${printNumber(hits)}`,
    ),
    ...printGroups(tried.groups, tried.findings.length),
    '\nLatest matches:',
    ...listed(
      latestOf(tried).map(
        ({ title, outlet, matched, indexedAt }) =>
          `${dayOf(indexedAt)}  ${title} (${outlet?.domain ?? 'unknown source'}; matched: ${matched.join(', ') || 'no words'})`,
      ),
    ),
  ];
}

function printNotified({ watch: { alert }, notified }: Preview): string[] {
  if (!notified) return [];
  return [
    `\nIt would have sent ${printAmount(notified.alerts, 'alert')} (policy ${alert.when}, channel ${alert.channel}):`,
    ...listed(notified.samples),
    ...printHearers(notified.hearers),
  ];
}

/** Who would have heard it in a month: a line for each transport of each channel. */
function printHearers(hearers: readonly Hearer[]): string[] {
  const lines = hearers.map(({ channel, transport, to, atOnce, inBrief, smsParts, smsCost }) => {
    const parts = smsParts === undefined ? '' : `, ${printAmount(smsParts, 'SMS part')}`;
    const cost = smsCost === undefined ? '' : ` for ${smsCost.toFixed(2)}`;
    return `${channel}, ${transport} to ${to.join(', ')}: ${printNumber(atOnce)} at once, ${printNumber(inBrief)} in a brief${parts}${cost}`;
  });
  return ['\nWho would have heard it, per month:', ...listed(lines)];
}

function listed(texts: readonly string[]): string[] {
  return texts.length === 0 ? ['  none'] : texts.map((text) => `  ${plainText(text)}`);
}

/** `30 days`, `24 hours`. */
function spanOf({ window: { from, to } }: TriedOut): string {
  const length = to - from;
  if (length > DAY) return printAmount(Math.round(length / DAY), 'day');
  return printAmount(Math.max(1, Math.round(length / HOUR)), 'hour');
}

export function latestOf({ findings }: TriedOut): TriedOut['findings'] {
  return findings.toSorted((one, other) => other.indexedAt - one.indexedAt).slice(0, MOST_SHOWN);
}

/** Matches of each UTC day of the window; 0 for days without any. */
export function hitsByDay({ window, frames }: TriedOut): { day: string; hits: number }[] {
  const sums = new Map<string, number>();
  for (const { from, count } of frames) sums.set(dayOf(from), (sums.get(dayOf(from)) ?? 0) + count);
  const days: { day: string; hits: number }[] = [];
  for (let at: Instant = window.from; dayOf(at) <= dayOf(window.to - 1); at += DAY)
    days.push({ day: dayOf(at), hits: sums.get(dayOf(at)) ?? 0 });
  return days;
}
