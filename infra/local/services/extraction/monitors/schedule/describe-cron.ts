import type { MonitorSchedule } from './read-schedule.ts';

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** A schedule in words: `Every day at 09:00 (UTC)`. An expression that is no plain list is shown as it is written. */
export function describeSchedule({ cron, timezone }: MonitorSchedule): string {
  const [minute = '', hour = '', dayOfMonth = '', month = '', weekday = ''] = cron.split(' ');
  const days = describeDays({ dayOfMonth, month, weekday });
  const times = /^\d+$/.test(minute) && /^\d+(,\d+)*$/.test(hour) ? timesOf(hour, minute) : undefined;
  return days === undefined || times === undefined
    ? `Cron expression ${cron} (${timezone})`
    : `${days} at ${times} (${timezone})`;
}

function timesOf(hours: string, minute: string): string {
  return hours
    .split(',')
    .map((hour) => `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`)
    .join(' and ');
}

function describeDays({
  dayOfMonth,
  month,
  weekday,
}: Record<'dayOfMonth' | 'month' | 'weekday', string>): string | undefined {
  const anyMonth = month === '*';
  if (dayOfMonth === '*' && anyMonth) return describeWeekdays(weekday);
  if (weekday !== '*') return undefined;
  const every = /^\*\/(\d+)$/.exec(dayOfMonth)?.[1];
  if (every !== undefined && anyMonth) return `Every ${every} days, counted from the first of the month,`;
  const day =
    dayOfMonth === 'L' ? 'the last day' : /^\d+$/.test(dayOfMonth) ? `day ${dayOfMonth}` : undefined;
  if (day === undefined) return undefined;
  if (anyMonth) return `On ${day} of every month`;
  if (month === '*/3') return `On ${day} of every third month`;
  return month === '1' ? `On ${day} of January` : undefined;
}

function describeWeekdays(weekday: string): string | undefined {
  if (weekday === '*') return 'Every day';
  if (weekday === '1-5') return 'Every weekday';
  const range = /^(\d)-(\d)$/.exec(weekday);
  if (range) return `Every ${dayName(range[1])} to ${dayName(range[2])}`;
  if (!/^\d(,\d)*$/.test(weekday)) return undefined;
  return `Every ${weekday.split(',').map(dayName).join(' and ')}`;
}

function dayName(digit: string | undefined): string {
  return DAYS[Number(digit)] ?? '';
}
