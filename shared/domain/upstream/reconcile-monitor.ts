import { idOf } from '../lib/hash.ts';
import { EXTRACTION_LIMITS } from '../services/extraction-rules.ts';
import type { KnownMonitor, MonitorResource } from './upstream-resource.ts';
import { DAY, HOUR, type Instant } from '../time/instant.ts';
import { scheduleInWords } from './monitor-schedule.ts';
import { canonicalJson, isSame } from '../lib/canonical.ts';
import { CHECK_GAP, CREATION_CHECK_AFTER } from './upstream-times.ts';
import type { Watch, WatchQuery } from '../watches/watch.ts';

/** What the service is to hold for a watch that it repeats by itself. */
export interface DesiredMonitor {
  watchId: string;
  /** What the reference job asks, without its span. */
  query: WatchQuery;
  /** Identity of the query; a limit alone can be changed in a monitor. */
  question: string;
  webhook: { name: string; url: string };
  /** In plain words. */
  schedule: string;
  timezone: string;
  limit?: number;
  backfill: boolean;
  enabled: boolean;
}

/** What stands around a watch when its monitor is worked out. */
export interface MonitorContext {
  stack: string;
  /** The address that deliveries of this stack come to, without a slash at the end. */
  receiver: string;
  /** The dataset of its watchlist, when it has one. */
  dataset?: string | undefined;
}

/** What stands before the names of a watch's webhooks. */
export function webhookPrefix(stack: string, watchId: string): string {
  return `${stack} ${watchId} `;
}

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
  return {
    watchId: watch.id,
    query,
    question,
    webhook: {
      name: `${webhookPrefix(stack, watch.id)}${question}`,
      url: `${receiver}/deliveries/${watch.id}`,
    },
    schedule: scheduleInWords(watch.schedule, watch.timezone),
    timezone: watch.timezone,
    ...(hasLimit && { limit }),
    backfill: watch.monitor.backfill,
    enabled: watch.disabled !== true,
  };
}

/** Where the job that a monitor repeats stands. */
export type ReferenceState =
  | { state: 'working' }
  | { state: 'done'; jobId: string; endedAt: Instant }
  /** Not before `askAgainAt` is it asked again. */
  | { state: 'failed'; askAgainAt: Instant };

/** The one next thing to do; `wait` says for what. */
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
  /** Another first job is asked, while the old one stays with the monitor that repeats it. */
  | { do: 'renew-reference' }
  | { do: 'forget' }
  | { do: 'check' }
  | { do: 'wait'; why: string }
  | { do: 'rest' };

export interface MonitorView {
  now: Instant;
  /** Undefined: no job has been started, or the record of it is not there. */
  reference: ReferenceState | undefined;
  /** Its watchlist, if it has one, can be used. */
  isListReady: boolean;
}

/** From what is wanted and what stands to the next step. Undefined is wanted when the watch is gone. */
export function nextMonitorStep(
  desired: DesiredMonitor | undefined,
  resource: MonitorResource,
  view: MonitorView,
): MonitorStep {
  const { intent } = resource;
  if (intent) {
    if (view.now >= intent.at + CREATION_CHECK_AFTER) return { do: 'look' };
    return { do: 'wait', why: `it is looked whether the ${intent.makes} was made` };
  }
  if (!desired) return removal(resource, view);
  return (
    replacement(desired, resource, view) ??
    making(desired, resource, view) ??
    context(desired, resource, view)
  );
}

/** What depends on another goes first. */
function removal({ monitor, former, webhook, reference }: MonitorResource, view: MonitorView): MonitorStep {
  if (monitor) return { do: 'remove-monitor', monitor };
  if (former) return { do: 'remove-former', former };
  if (webhook) return { do: 'remove-webhook', id: webhook.id };
  return reference ? referenceRemoval(view) : { do: 'forget' };
}

/** A job that is being sent has no id yet: it is waited for, so that none is left behind. */
function referenceRemoval({ reference }: MonitorView): MonitorStep {
  if (reference?.state !== 'working') return { do: 'remove-reference' };
  return { do: 'wait', why: 'a job that is not wanted any more has not ended' };
}

/** A monitor cannot be told to ask something else: it makes way first, so that its slot is free. */
function replacement(
  desired: DesiredMonitor,
  { question, monitor, former, reference }: MonitorResource,
  view: MonitorView,
): MonitorStep | undefined {
  if (question === desired.question) return undefined;
  if (monitor) return { do: 'remove-monitor', monitor };
  if (former) return { do: 'remove-former', former };
  return reference ? referenceRemoval(view) : undefined;
}

function making(
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
  if (reference.state === 'working') return { do: 'wait', why: 'its first job is at work' };
  if (reference.state === 'failed') {
    if (now >= reference.askAgainAt) return { do: 'remove-reference' };
    return { do: 'wait', why: 'its first job has failed and is asked again later' };
  }
  if (isTooOld(desired, reference.endedAt, now))
    return { do: former?.referenceJobId === reference.jobId ? 'renew-reference' : 'remove-reference' };
  return { do: 'make-monitor', referenceJobId: reference.jobId };
}

/** With a backfill the reference job's span must end within the last 7 days (extraction service, monitors). */
function isTooOld({ backfill }: DesiredMonitor, endedAt: Instant, now: Instant): boolean {
  return backfill && endedAt < now - EXTRACTION_LIMITS.backfillDays * DAY + HOUR;
}

function context(
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
  const asked = { ...monitor, schedule, timezone, ...(limit !== undefined && { limit }) };
  if (!isSame(asked, monitor)) return { do: 'change-monitor', monitor: asked };
  if (desired.enabled !== monitor.enabled)
    return {
      do: desired.enabled ? 'enable' : 'disable',
      monitor: { ...monitor, enabled: desired.enabled },
    };
  return { do: checkedAt === undefined || now >= checkedAt + CHECK_GAP ? 'check' : 'rest' };
}
