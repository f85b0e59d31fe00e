import { defined } from '../lib/fields.ts';
import { canonicalJson, idOf } from '../lib/hash.ts';
import { parseSchedule, ScheduleError } from '../time/schedule.ts';
import type { Watch, WatchQuery } from '../watches/watch.ts';
import type { WatchlistResource } from './upstream-resource.ts';

/** What the service should have for a watch with a monitor. */
export interface DesiredMonitor {
  watch: Watch;
  /** Its watchlist, if it has one, is ready for jobs. */
  isListReady: boolean;
  /** The query of the reference job, without its span. */
  query: WatchQuery;
  /** Hash of the query without its limit, because only the limit of a monitor can be changed. */
  question: string;
  webhook: { name: string; url: string };
  /** In the service's words: `every day at 6:00 AM`. */
  schedule: string;
  timezone: string;
  limit?: number;
  backfill: boolean;
  enabled: boolean;
}

/** What a desired monitor depends on beside its watch. */
interface MonitorContext {
  stack: string;
  /** The address of the webhook receiver, without a slash at the end. */
  receiver: string;
  /** Its watchlist, if it has one. */
  list?: Pick<WatchlistResource, 'dataset' | 'ready'> | undefined;
}

/** The prefix of the names of a watch's webhooks. */
export function webhookPrefix(stack: string, watchId: string): string {
  return `${stack} ${watchId} `;
}

/** The desired monitor of a watch; undefined for a watch without one. */
export function desiredMonitor(
  watch: Watch,
  { stack, receiver, list }: MonitorContext,
): DesiredMonitor | undefined {
  if (!watch.monitor) return undefined;
  const { dataset, ready = watch.watchlist === undefined } = list ?? {};
  const query: WatchQuery = {
    ...watch.query,
    ...(dataset !== undefined && { connected_dataset_ids: [dataset] }),
  };
  const { limit } = query;
  const hasLimit = typeof limit === 'number';
  const question = idOf('question', canonicalJson({ ...query, limit: hasLimit }));
  return defined<DesiredMonitor>({
    watch,
    isListReady: ready,
    query,
    question,
    webhook: {
      name: `${webhookPrefix(stack, watch.id)}${question}`,
      url: `${receiver}/deliveries/${watch.id}`,
    },
    schedule: scheduleInWords(watch.schedule, watch.timezone),
    timezone: watch.timezone,
    limit: hasLimit ? limit : undefined,
    backfill: watch.monitor.backfill,
    enabled: watch.disabled !== true,
  });
}

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const FORM =
  'A monitor runs at one time of day, at most once a day. Write cron(0 6 * * ? *), cron(0 6 ? * MON-FRI *), ' +
  'cron(0 6 ? * MON,THU *) or cron(0 6 15 * ? *).';

/** The default: once a day, early in the morning. */
export const DEFAULT_MONITOR_SCHEDULE = 'cron(0 6 * * ? *)';

/**
 * A schedule in the plain words that the service takes for monitors: `every Monday and Thursday at 6:30 AM`. By its
 * form two runs are never closer than a day (extraction service, monitors).
 *
 * @throws ScheduleError for a schedule that these words cannot express.
 */
export function scheduleInWords(expression: string, timezone: string): string {
  const schedule = parseSchedule(expression, timezone);
  if (schedule.type !== 'cron') throw new ScheduleError(FORM);
  const [minute = '', hour = '', dayOfMonth = '', month, dayOfWeek = '', year] =
    schedule.expression.split(' ');
  const days = daysOf(dayOfMonth, dayOfWeek);
  const isTime = /^\d+$/.test(minute) && /^\d+$/.test(hour);
  if (!isTime || month !== '*' || year !== '*' || days === undefined) throw new ScheduleError(FORM);
  return `${days} at ${clockOf(Number(hour), Number(minute))}`;
}

function daysOf(dayOfMonth: string, dayOfWeek: string): string | undefined {
  if (dayOfWeek === '*' || (dayOfMonth === '*' && dayOfWeek === '?')) return 'every day';
  if (dayOfWeek === '?')
    return /^\d+$/.test(dayOfMonth) ? `on the ${ordinal(Number(dayOfMonth))} of each month` : undefined;
  if (dayOfWeek === 'MON-FRI' || dayOfWeek === '2-6') return 'every weekday';
  const named = dayOfWeek.split(',').map(dayNamed);
  if (named.includes(undefined)) return undefined;
  return `every ${named.join(' and ')}`;
}

/** `MON` or `2`: Sunday is 1. */
function dayNamed(word: string): string | undefined {
  const at = DAYS.findIndex((day) => day.slice(0, 3).toUpperCase() === word);
  return at >= 0 ? DAYS[at] : DAYS[/^\d$/.test(word) ? Number(word) - 1 : -1];
}

function ordinal(day: number): string {
  const teens = day >= 11 && day <= 13;
  const ending = teens ? undefined : ['st', 'nd', 'rd'][(day % 10) - 1];
  return `${day}${ending ?? 'th'}`;
}

function clockOf(hour: number, minute: number): string {
  const half = hour < 12 ? 'AM' : 'PM';
  return `${hour % 12 === 0 ? 12 : hour % 12}:${String(minute).padStart(2, '0')} ${half}`;
}
