import { defined } from '../lib/fields.ts';
import { canonicalJson, idOf, isSame } from '../lib/hash.ts';
import { EXTRACTION_LIMITS } from '../services/extraction-rules.ts';
import { DAY, HOUR, type Instant } from '../time/instant.ts';
import { parseSchedule, ScheduleError } from '../time/schedule.ts';
import type { Watch, WatchQuery } from '../watches/watch.ts';
import { type Company, companyHash, type Watchlist } from '../watches/watchlist.ts';
import {
  CHECK_GAP,
  CREATION_CHECK_AFTER,
  type KnownEntity,
  type KnownMonitor,
  type MonitorResource,
  type WatchlistResource,
} from './upstream-resource.ts';

/** What the service should have for a watch with a monitor. */
export interface DesiredMonitor {
  watchId: string;
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
  /** The dataset of its watchlist, if it has one. */
  dataset?: string | undefined;
}

/** The prefix of the names of a watch's webhooks. */
export function webhookPrefix(stack: string, watchId: string): string {
  return `${stack} ${watchId} `;
}

/** The desired monitor of a watch; undefined for a watch without one. */
export function desiredMonitor(
  watch: Watch,
  { stack, receiver, dataset }: MonitorContext,
): DesiredMonitor | undefined {
  if (!watch.monitor) return undefined;
  const query: WatchQuery = {
    ...watch.query,
    ...(dataset !== undefined && { connected_dataset_ids: [dataset] }),
  };
  const { limit } = query;
  const hasLimit = typeof limit === 'number';
  const question = idOf('question', canonicalJson({ ...query, limit: hasLimit }));
  return defined<DesiredMonitor>({
    watchId: watch.id,
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

/** The state of the reference job: the job that a monitor repeats. */
export type ReferenceState =
  | { state: 'working' }
  | { state: 'done'; jobId: string; endedAt: Instant }
  /** It is submitted again at `askAgainAt`. */
  | { state: 'failed'; askAgainAt: Instant };

/** The next step for a monitor; `why` says what it waits for. The words are part of reconcile's log. */
export type MonitorStep =
  | { do: 'look' }
  | { do: 'make-webhook' }
  | { do: 'change-webhook' }
  | { do: 'ask' }
  | { do: 'make-monitor'; referenceJobId: string }
  | { do: 'assign-webhook'; monitor: KnownMonitor; webhookId: string }
  | { do: 'change-monitor'; monitor: KnownMonitor }
  | { do: 'enable'; monitor: KnownMonitor }
  | { do: 'disable'; monitor: KnownMonitor }
  | { do: 'remove-monitor'; monitor: KnownMonitor }
  | { do: 'remove-former'; former: KnownMonitor }
  | { do: 'remove-webhook'; id: string }
  | { do: 'remove-reference' }
  /** Submits a new reference job, while the former monitor keeps the old one. */
  | { do: 'renew-reference' }
  | { do: 'forget' }
  | { do: 'check' }
  | { do: 'wait'; why: string }
  | { do: 'rest' };

/** What the next step depends on beside the record of the monitor. */
interface MonitorView {
  now: Instant;
  /** Undefined: no job was started, or its record is gone. */
  reference: ReferenceState | undefined;
  /** Whether its watchlist is ready, or it has none. */
  isListReady: boolean;
}

/** The next step from what exists to what is desired. `desired` is undefined when the watch is gone. */
export function nextMonitorStep(
  desired: DesiredMonitor | undefined,
  resource: MonitorResource,
  view: MonitorView,
): MonitorStep {
  const { intent } = resource;
  if (intent) {
    if (view.now >= intent.at + CREATION_CHECK_AFTER) return { do: 'look' };
    return { do: 'wait', why: `a check whether the ${intent.makes} was created is running` };
  }
  if (!desired) return removalStep(resource, view);
  return (
    replacementStep(desired, resource, view) ??
    creationStep(desired, resource, view) ??
    updateStep(desired, resource, view)
  );
}

/** Removes what depends on another object first. */
function removalStep(
  { monitor, former, webhook, reference }: MonitorResource,
  view: MonitorView,
): MonitorStep {
  if (monitor) return { do: 'remove-monitor', monitor };
  if (former) return { do: 'remove-former', former };
  if (webhook) return { do: 'remove-webhook', id: webhook.id };
  return reference ? referenceRemoval(view) : { do: 'forget' };
}

/** A job that is being submitted has no id yet: it must end before it can be removed. */
function referenceRemoval({ reference }: MonitorView): MonitorStep {
  if (reference?.state !== 'working') return { do: 'remove-reference' };
  return { do: 'wait', why: 'a job that is no longer wanted has not ended' };
}

/** The query of a monitor cannot be changed: the old monitor is removed first, which frees its slot. */
function replacementStep(
  desired: DesiredMonitor,
  { question, monitor, former, reference }: MonitorResource,
  view: MonitorView,
): MonitorStep | undefined {
  if (question === desired.question) return undefined;
  if (monitor) return { do: 'remove-monitor', monitor };
  if (former) return { do: 'remove-former', former };
  return reference ? referenceRemoval(view) : undefined;
}

function creationStep(
  desired: DesiredMonitor,
  { webhook, monitor, former, reference: handle }: MonitorResource,
  { now, reference, isListReady }: MonitorView,
): MonitorStep | undefined {
  if (monitor) return undefined;
  if (!desired.enabled) return former ? { do: 'remove-former', former } : { do: 'rest' };
  if (!webhook) return { do: 'make-webhook' };
  if (!isSame({ ...desired.webhook, id: webhook.id }, webhook)) return { do: 'change-webhook' };
  if (!handle) return isListReady ? { do: 'ask' } : { do: 'wait', why: 'its watchlist is being prepared' };
  if (!reference) return { do: 'ask' };
  if (reference.state === 'working') return { do: 'wait', why: 'its first job is running' };
  if (reference.state === 'failed') {
    if (now >= reference.askAgainAt) return { do: 'remove-reference' };
    return { do: 'wait', why: 'its first job has failed and is submitted again later' };
  }
  if (isTooOld(desired, reference.endedAt, now))
    return { do: former?.referenceJobId === reference.jobId ? 'renew-reference' : 'remove-reference' };
  return { do: 'make-monitor', referenceJobId: reference.jobId };
}

/** With a backfill the reference job's span must end within the last 7 days (extraction service, monitors). */
function isTooOld({ backfill }: DesiredMonitor, endedAt: Instant, now: Instant): boolean {
  return backfill && endedAt < now - EXTRACTION_LIMITS.backfillDays * DAY + HOUR;
}

function updateStep(
  desired: DesiredMonitor,
  { webhook, monitor, former, checkedAt }: MonitorResource,
  { now }: MonitorView,
): MonitorStep {
  if (!monitor) return { do: 'rest' };
  if (former) return { do: 'remove-former', former };
  if (!webhook) return { do: 'make-webhook' };
  if (!isSame({ ...desired.webhook, id: webhook.id }, webhook)) return { do: 'change-webhook' };
  if (monitor.webhookId !== webhook.id) return { do: 'assign-webhook', monitor, webhookId: webhook.id };
  const { schedule, timezone, limit } = desired;
  const wanted = { ...monitor, ...defined({ schedule, timezone, limit }) };
  if (!isSame(wanted, monitor)) return { do: 'change-monitor', monitor: wanted };
  if (desired.enabled !== monitor.enabled)
    return {
      do: desired.enabled ? 'enable' : 'disable',
      monitor: { ...monitor, enabled: desired.enabled },
    };
  return { do: checkedAt === undefined || now >= checkedAt + CHECK_GAP ? 'check' : 'rest' };
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

/** The next step for a watchlist; `why` says what it waits for. The words are part of reconcile's log. */
export type WatchlistStep =
  | { do: 'look' }
  | { do: 'make-entities'; companies: readonly Company[] }
  | { do: 'change-entity'; id: string; company: Company }
  | { do: 'put-in'; keys: readonly string[] }
  | { do: 'make-dataset' }
  | { do: 'remove-dataset'; id: string }
  | { do: 'remove-entity'; key: string; id: string }
  | { do: 'forget' }
  | { do: 'check' }
  | { do: 'wait'; why: string }
  | { do: 'rest' };

/** How many new companies go in one call. */
const BATCH = 100;

/** The next step from what exists to what is desired. `desired` is undefined when the watchlist is gone. */
export function nextWatchlistStep(
  desired: Watchlist | undefined,
  resource: WatchlistResource,
  now: Instant,
): WatchlistStep {
  const { intent } = resource;
  if (intent) {
    if (now >= intent.at + CREATION_CHECK_AFTER) return { do: 'look' };
    return { do: 'wait', why: `a check whether the ${intent.makes} were created is running` };
  }
  if (!desired) return watchlistRemovalStep(resource);
  return changeStep(desired, resource) ?? checkStep(resource, now);
}

function watchlistRemovalStep({ dataset, members }: WatchlistResource): WatchlistStep {
  if (dataset !== undefined) return { do: 'remove-dataset', id: dataset };
  const [first] = Object.entries(members);
  return first ? { do: 'remove-entity', key: first[0], id: first[1].id } : { do: 'forget' };
}

function changeStep(
  { companies }: Watchlist,
  { members, dataset }: WatchlistResource,
): WatchlistStep | undefined {
  const missing = companies.filter(({ key }) => !members[key]);
  if (missing.length > 0) return { do: 'make-entities', companies: missing.slice(0, BATCH) };
  for (const company of companies) {
    const known = members[company.key];
    if (known && known.hash !== companyHash(company)) return { do: 'change-entity', id: known.id, company };
  }
  if (dataset === undefined) return { do: 'make-dataset' };
  const outside = keysOf(members, ({ outside: isOutside }) => isOutside === true);
  if (outside.length > 0) return { do: 'put-in', keys: outside };
  const wanted = new Set(companies.map(({ key }) => key));
  const [extra] = Object.entries(members).filter(([key]) => !wanted.has(key));
  return extra ? { do: 'remove-entity', key: extra[0], id: extra[1].id } : undefined;
}

function keysOf(members: WatchlistResource['members'], which: (member: KnownEntity) => boolean): string[] {
  return Object.entries(members).flatMap(([key, member]) => (which(member) ? [key] : []));
}

/** Until the service has identified every company, each sweep checks it. */
function checkStep({ ready, checkedAt }: WatchlistResource, now: Instant): WatchlistStep {
  return { do: !ready || checkedAt === undefined || now >= checkedAt + CHECK_GAP ? 'check' : 'rest' };
}
