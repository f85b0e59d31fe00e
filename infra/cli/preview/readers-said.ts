import { inParallel } from '../../../shared/domain/lib/in-parallel.ts';
import { countActions } from '../../../shared/domain/pages/reader-action.ts';
import { DAY, dayOf, type Instant } from '../../../shared/domain/time/instant.ts';
import type { Watch } from '../../../shared/domain/watches/watch.ts';
import { excludeLines } from '../../../shared/render/text/plain-text.ts';
import { readWatchActions } from '../../../shared/use-cases/pages/read-watch-actions.ts';
import { plainText, printAmount, printNumber } from '../print-values.ts';
import type { Stack } from '../stack/stack.ts';
import { MONTH_DAYS } from './would-send.ts';
import type { ReaderActionKind } from '../../../shared/domain/pages/signed-link.ts';

/** What readers said about the alerts of a watch in the past 30 days. */
export interface ReadersSaid {
  /** The alerts of these days, each counted once. */
  alerts: number;
  /** On how many of them readers did something, by action. */
  counts: Readonly<Record<ReaderActionKind, number>>;
  /** Lines for `watches.yaml`, if something is to be excluded. */
  exclude: readonly string[];
}

/** The most alerts of a day that are read. */
const MOST_A_DAY = 10_000;

/** Reads what readers did on the pages behind messages; undefined when they did nothing. */
export async function readReadersSaid(
  watch: Watch,
  { stack, now }: { stack: Stack; now: Instant },
): Promise<ReadersSaid | undefined> {
  const { actions, proposed } = await readWatchActions(watch.id, { watch, ports: stack });
  if (actions.length === 0) return undefined;
  const days = Array.from({ length: MONTH_DAYS }, (_, n) => dayOf(now - n * DAY));
  const made = await inParallel(days, (day) => stack.alerts.madeOn(day, MOST_A_DAY));
  const ids = new Set(
    made
      .flat()
      .flatMap(({ alert }) => (alert.watchId === watch.id && alert.items.length > 0 ? [alert.id] : [])),
  );
  const counts = countActions(actions.filter(({ alertId }) => ids.has(alertId)));
  return { alerts: ids.size, counts, exclude: excludeLines(watch.id, proposed) ?? [] };
}

/** `Readers said of its 80 alerts in 30 days: 12 not relevant, 3 stories muted.` */
export function printReadersSaid({ alerts, counts, exclude }: ReadersSaid): string[] {
  const said = [
    `${printNumber(counts['not-relevant'])} of ${printNumber(alerts)} not relevant`,
    ...(counts['mute-story'] > 0 ? [printAmount(counts['mute-story'], 'story muted', 'stories muted')] : []),
    ...(counts['mute-watch'] > 0 ? [`its watch muted ${printAmount(counts['mute-watch'], 'time')}`] : []),
    ...(counts['less-outlet'] > 0
      ? [printAmount(counts['less-outlet'], 'outlet muted', 'outlets muted')]
      : []),
    ...(counts.acknowledge > 0 ? [`${printNumber(counts.acknowledge)} acknowledged`] : []),
  ];
  return [
    `\nReaders said of its alerts in the past ${MONTH_DAYS} days: ${said.join(', ')}.`,
    ...(exclude.length === 0
      ? []
      : [
          'These lines for the file exclude what they found wrong. Check them before you add them:',
          ...exclude.map((line) => `  ${plainText(line)}`),
        ]),
  ];
}
