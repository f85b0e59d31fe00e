import { DAY, dayOf, type Instant } from '../../../shared/domain/instant.ts';
import type { Watch } from '../../../shared/domain/watch.ts';
import { plainText, printNumber, timeOrNull } from '../print-values.ts';
import type { TriedOut } from '../stack/try-out.ts';
import type { WouldTell } from './would-tell.ts';

/** What a watch would find, tell and cost in a month. */
export interface Preview {
  watch: Watch;
  tried: TriedOut;
  told: WouldTell;
  /** Calls of its service in a month, and how often it would run. */
  calls: number;
  runs: number;
}

const MOST_SHOWN = 10;
const WIDEST = 40;

/** The preview for a person: a bar for each day, then what was found, told and paid. */
export function printPreview(preview: Preview): string {
  const { watch, tried, told, calls, runs } = preview;
  const days = hitsByDay(tried);
  const most = Math.max(1, ...days.map(({ hits }) => hits));
  const latest = tried.findings
    .toSorted((one, other) => other.indexedAt - one.indexedAt)
    .slice(0, MOST_SHOWN);
  const bill = told.smsCost === undefined ? '' : `, ${told.smsCost.toFixed(2)} in the currency of sms_price`;
  return [
    `${watch.id}: ${amount(tried.hits, 'match', 'matches')} in ${Math.round((tried.window.to - tried.window.from) / DAY)} days\n`,
    ...days.map(
      ({ day, hits }) => `  ${day}  ${'█'.repeat(Math.round((hits / most) * WIDEST))} ${printNumber(hits)}`,
    ),
    '\nThe latest of them:',
    ...(latest.length === 0
      ? ['  none']
      : latest.map(
          ({ title, outlet, matched, indexedAt }) =>
            `  ${dayOf(indexedAt)}  ${plainText(title)} (${plainText(outlet?.domain ?? 'unknown source')}; matched: ${plainText(matched.join(', ')) || 'no words'})`,
        )),
    `\nIt would have told ${amount(told.alerts, 'alert', 'alerts')} (${watch.alert.when}, on ${watch.alert.channel}):`,
    ...(told.samples.length === 0 ? ['  none'] : told.samples.map((text) => `  ${plainText(text)}`)),
    '\nIn a month:',
    `  ${printNumber(runs)} runs, ${printNumber(calls)} calls`,
    `  ${printNumber(told.smsParts)} SMS parts at most${bill}`,
    `  this preview took ${amount(tried.calls, 'call', 'calls')}`,
    '',
  ].join('\n');
}

function amount(n: number, one: string, many: string): string {
  return `${printNumber(n)} ${n === 1 ? one : many}`;
}

/** Matches of each UTC day of the span; days without any count as nought. */
export function hitsByDay({ window, frames }: TriedOut): { day: string; hits: number }[] {
  const sums = new Map<string, number>();
  for (const { from, count } of frames) sums.set(dayOf(from), (sums.get(dayOf(from)) ?? 0) + count);
  const days: { day: string; hits: number }[] = [];
  for (let at: Instant = window.from; dayOf(at) <= dayOf(window.to - 1); at += DAY)
    days.push({ day: dayOf(at), hits: sums.get(dayOf(at)) ?? 0 });
  return days;
}

/** The same for a program. */
export function previewDocument({ watch, tried, told, calls, runs }: Preview): object {
  return {
    watch: watch.id,
    from: timeOrNull(tried.window.from),
    to: timeOrNull(tried.window.to),
    hits: tried.hits,
    days: hitsByDay(tried),
    findings: tried.findings.slice(0, MOST_SHOWN).map(({ title, link, outlet, matched, indexedAt }) => ({
      title,
      link: link ?? null,
      domain: outlet?.domain ?? null,
      matched,
      indexedAt: timeOrNull(indexedAt),
    })),
    alerts: told.alerts,
    alertSamples: told.samples,
    month: { runs, calls, smsParts: told.smsParts, smsCost: told.smsCost ?? null },
    previewCalls: tried.calls,
  };
}
