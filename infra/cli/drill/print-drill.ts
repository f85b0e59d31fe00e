import { isoOf, SECOND } from '../../../shared/domain/time/instant.ts';
import type { Drill, DrillHold } from '../../../shared/domain/channels/drill.ts';
import { plainText, printAmount, printTable, timeOrNull } from '../print-values.ts';
import type { TargetReport } from './drill-report.ts';

/** A report of a drill as text. */
export function printDrill(drill: Drill, targets: readonly TargetReport[]): string {
  const taken = targets.filter(({ state }) => state === 'accepted' || state === 'resolved').length;
  const confirmed = targets.filter(({ confirmations }) => confirmations > 0).length;
  const broken = targets.flatMap(({ channel, by, problems }) =>
    problems.map((problem) => `  ${channel} by ${by}: ${plainText(problem)}\n`),
  );
  const held = targets.flatMap(holdLines);
  return [
    `Drill ${drill.id} of ${isoOf(drill.orderedAt).slice(0, 19)}Z: ${taken} of ${printAmount(targets.length, 'transport')} took the message, people confirmed on ${confirmed}.\n\n`,
    printTable([['CHANNEL', 'BY', 'TO', 'STATE', 'SENT AFTER', 'CONFIRMED'], ...targets.map(rowOf)]),
    ...(broken.length === 0 ? [] : ['\nBroken:\n', ...broken]),
    ...(held.length === 0 ? [] : ['\nThe drill went at once. A real alert would have been held:\n', ...held]),
    ...(drill.sms || targets.some(({ by }) => by === 'sms')
      ? []
      : ['\nNo SMS was sent: add --sms to try it too. It costs money.\n']),
  ].join('');
}

function rowOf({
  channel,
  by,
  addresses,
  state,
  tookMs,
  confirmations,
  confirmedAfterMs,
}: TargetReport): string[] {
  const shown = addresses.map(({ endpoint }) => plainText(endpoint)).join(', ');
  const confirmed =
    confirmations === 0 ? 'not yet' : `${confirmations}, first after ${spanOf(confirmedAfterMs ?? 0)}`;
  return [
    channel,
    by,
    shown,
    state,
    tookMs === undefined ? '' : spanOf(tookMs),
    by === 'queue' ? '' : confirmed,
  ];
}

/** `0.4 s`, `3 min` */
function spanOf(milliseconds: number): string {
  const seconds = milliseconds / SECOND;
  return seconds < 120 ? `${seconds.toFixed(1)} s` : `${Math.round(seconds / 60)} min`;
}

function holdLines({ channel, by, holds }: TargetReport): string[] {
  const same = Map.groupBy(holds, ({ because, until }) => `${because}/${until}`);
  return [...same.values()].flatMap((some) => {
    const [first] = some;
    if (!first) return [];
    const severities = some.map(({ severity }) => severity).join(' or ');
    return [`  ${channel} by ${by}: ${severities}, ${reasonOf(first)}\n`];
  });
}

function reasonOf({ because, until }: DrillHold): string {
  const end = until === undefined ? '' : ` until ${isoOf(until).slice(0, 16)}Z`;
  if (because === 'below-severity') return 'which this transport does not take';
  if (because === 'brief') return `waiting for the brief${end}`;
  if (because === 'quiet-hours') return `because of quiet hours${end}`;
  return because === 'group' ? `waiting for its group${end}` : `because of the limit an hour${end}`;
}

/** What `--json` prints. Keys may be added, not renamed. */
export function drillDocument(drill: Drill, targets: readonly TargetReport[]) {
  return {
    id: drill.id,
    orderedAt: timeOrNull(drill.orderedAt),
    beganAt: timeOrNull(drill.beganAt),
    sms: drill.sms,
    broken: targets.filter(({ problems }) => problems.length > 0).length,
    targets: targets.map(({ holds, tookMs, confirmedAfterMs, ...target }) => ({
      ...target,
      tookMs: tookMs ?? null,
      confirmedAfterMs: confirmedAfterMs ?? null,
      holds: holds.map(({ severity, because, until }) => ({ severity, because, until: timeOrNull(until) })),
    })),
  };
}
