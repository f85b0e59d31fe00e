import type { Instant } from '../../../shared/domain/time/instant.ts';
import { formatRelativeTime } from '../../../shared/domain/time/format-time.ts';
import type { WatchStatus } from '../../../shared/domain/pages/watch-status.ts';
import { plainText, printNumber, printTable, timeOrNull } from '../print-values.ts';
import { planRow } from './plan-status.ts';
import type { StackStatus } from './read-status.ts';

/** The status for a person. */
export function printStatus(status: StackStatus, { name, now }: { name: string; now: Instant }): string {
  const { watches, channels, troubles: incidents, deadMessages, plans } = status;
  if (watches.length === 0) return `There are no watches in ${name}: apply a file with bellwether apply.\n`;
  const head = ['WATCH', 'STATUS', 'LAST RUN', 'COVERED UNTIL', 'NEXT RUN', 'FOUND', 'CALLS'];
  const rows = watches.map((watch) => rowOf(watch, now));
  const notes = watches.flatMap(notesOf);
  const addresses = channels.flatMap(({ name: channel, addresses: all }) =>
    all.map(({ protocol, endpoint, state }) => [channel, protocol, plainText(endpoint), state]),
  );
  return [
    printTable([head, ...rows]),
    'FOUND and CALLS count this month (UTC).\n',
    ...section('', notes),
    '\n',
    printTable([['CHANNEL', '', 'ADDRESS', 'STATE'], ...addresses]),
    ...(plans.length === 0
      ? []
      : ['\n', printTable([['PLAN', 'LEFT', ''], ...plans.map((plan) => planRow(plan, now))])]),
    ...section(
      'Broken',
      incidents.map(({ text }) => plainText(text)),
    ),
    ...section(
      'Could not be sent; bellwether redrive sends it again',
      deadMessages.map(
        ({ id, channel, subject, error = 'no reason is known' }) =>
          `${id}  ${channel}: ${plainText(subject)} (${plainText(error)})`,
      ),
    ),
  ].join('');
}

function rowOf(watch: WatchStatus, now: Instant): string[] {
  const { id, condition, lastRunAt, coveredUntil, nextRunAt, month } = watch;
  const distance = (at: Instant | undefined) => (at === undefined ? '-' : formatRelativeTime(at, now));
  const counters = [printNumber(month.found), printNumber(month.calls)];
  return [id, condition, distance(lastRunAt), distance(coveredUntil), distance(nextRunAt), ...counters];
}

function notesOf({ id, detail, backfill, month }: WatchStatus): string[] {
  const until =
    backfill &&
    `backfill: covered until ${timeOrNull(backfill.coveredUntil) ?? 'nothing yet'}, asked for until ${timeOrNull(backfill.until)}`;
  const { jobs = 0, credits = 0 } = month;
  const spent =
    jobs === 0 ? undefined : `${printNumber(jobs)} jobs this month, about ${printNumber(credits)} credits`;
  return [detail, until, spent].flatMap((text) => (text === undefined ? [] : [`${id}: ${text}`]));
}

function section(title: string, lines: readonly string[]): string[] {
  if (lines.length === 0) return [];
  return ['\n', ...(title === '' ? [] : [`${title}\n`]), ...lines.map((line) => `  ${line}\n`)];
}
