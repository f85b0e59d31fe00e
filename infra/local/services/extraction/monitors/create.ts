import * as z from 'zod';
import { EXTRACTION_LIMITS } from '../../../../../shared/domain/services/extraction-rules.ts';
import { DAY } from '../../../../../shared/domain/time/instant.ts';
import { readAs, RequestRefused } from '../../kit/http/refusal.ts';
import { findUsable, usableProject } from '../accounts/access.ts';
import type { Owner } from '../accounts/owner.ts';
import { inOneChange } from '../collection.ts';
import type { ExtractionContext } from '../context.ts';
import type { Job } from '../jobs/job.ts';
import { assertCredits } from '../jobs/submit.ts';
import { leastLimitOf } from '../settings.ts';
import { assignWebhooks, replaceWebhooks, unassignAll, usableWebhooks } from '../webhooks/assign.ts';
import { mergeInto, monitorsOf, noteEvent } from './run-end.ts';
import type { Monitor } from './monitor.ts';
import { type MonitorSchedule, nextRun, readSchedule, ScheduleFault } from './read-schedule.ts';
import type { MonitorScheduler } from './scheduler.ts';

const { webhooksPerResource, backfillDays } = EXTRACTION_LIMITS;

const createBody = z.object({
  reference_job_id: z.string(),
  schedule: z.string(),
  timezone: z.string().nullish(),
  limit: z.number().int().min(1).nullish(),
  backfill: z.boolean().default(true),
  webhook_ids: z.array(z.string()).max(webhooksPerResource).nullish(),
  project_id: z.string().nullish(),
});

/**
 * Makes a monitor from a completed base job. The records of that job are the monitor's first. With backfill the first
 * run is due at once and covers the time since the reference job.
 *
 * @throws RequestRefused 400, 402, 403, 404, 422 or 429 (extraction service, monitors).
 */
export function createMonitor(
  context: ExtractionContext,
  caller: Owner,
  value: unknown,
): { monitor: Monitor; backfill: boolean } {
  const body = readAs(createBody, value);
  assertLimit(context, body.limit);
  const { store, clock, plan, newId } = context;
  const reference = findUsable(context, store.jobs, { id: body.reference_job_id, kind: 'Job', caller });
  const schedule = scheduleFrom(body.schedule, {
    timezone: body.timezone ?? 'UTC',
    restHours: plan.monitorRestHours,
  });
  const now = clock.now();
  assertReference(reference, { backfill: body.backfill, now });
  if (body.project_id) usableProject(context, caller, body.project_id);
  const webhooks = usableWebhooks(context, caller, body.webhook_ids ?? []);
  assertCredits(context, caller);
  assertFreeMonitorSlot(context, caller);
  const monitor: Monitor = {
    ...schedule,
    id: newId(),
    owner: caller,
    createdAt: now,
    referenceJobId: reference.id,
    limit: body.limit ?? undefined,
    enabled: true,
    projectId: body.project_id ?? undefined,
    coveredTo: body.backfill ? reference.order.to : now,
    nextAt: nextRun(schedule, now),
    deleted: false,
  };
  inOneChange(context.database, () => {
    store.monitors.put(monitor.id, monitor, caller.organization);
    noteEvent(context, monitor.id, { status: 'created' });
    mergeInto(context, { monitor, job: reference });
    assignWebhooks(context, webhooks, { type: 'monitor', id: monitor.id });
  });
  return { monitor, backfill: body.backfill };
}

function assertReference({ stage, order }: Job, { backfill, now }: { backfill: boolean; now: number }): void {
  if (stage !== 'completed')
    throw new RequestRefused(400, `The reference job must have completed; it is ${stage}`);
  if (order.mode === 'lite')
    throw new RequestRefused(400, 'The reference job must be a base job; this one is lite');
  if (backfill && order.to < now - backfillDays * DAY) {
    throw new RequestRefused(
      400,
      `With backfill the reference job must end within the last ${backfillDays} days`,
    );
  }
}

/**
 * Makes sure that there is a slot for one more monitor, or for `known`, which has one unless the plan has shrunk. A
 * monitor that is switched off keeps its slot.
 *
 * @throws RequestRefused 429 when every slot is taken.
 */
function assertFreeMonitorSlot(context: ExtractionContext, { organization }: Owner, known?: Monitor): void {
  const taken = monitorsOf(context, organization).filter(({ id }) => id !== known?.id).length;
  if (taken < context.plan.monitorSlots) return;
  throw new RequestRefused(
    429,
    `All monitor slots are used: limit Monitor_Active_Slots is ${context.plan.monitorSlots}`,
  );
}

/** @throws RequestRefused 422 for a limit that a strict service refuses. */
function assertLimit({ settings }: ExtractionContext, limit: number | null | undefined): void {
  const least = leastLimitOf(settings);
  if (limit === undefined || limit === null || limit >= least) return;
  const msg = `limit must be at least ${least}`;
  throw new RequestRefused(422, msg, { issues: [{ loc: ['body', 'limit'], msg, type: 'too_small' }] });
}

/**
 * Reads a schedule. @throws RequestRefused 422 when it is not understood or too close (extraction service, errors).
 */
function scheduleFrom(text: string, options: { timezone: string; restHours: number }): MonitorSchedule {
  try {
    return readSchedule(text, options);
  } catch (error) {
    if (!(error instanceof ScheduleFault)) throw error;
    const issue = { loc: ['body', 'schedule'], msg: error.message, type: 'value_error' };
    throw new RequestRefused(422, error.message, { issues: [issue] });
  }
}

const changeBody = z.object({
  schedule: z.string().nullish(),
  timezone: z.string().nullish(),
  webhook_ids: z.array(z.string()).max(EXTRACTION_LIMITS.webhooksPerResource).nullish(),
  limit: z.number().int().min(1).nullish(),
});

/**
 * Changes schedule, webhooks or limit. The time zone counts only together with a schedule, and loses against one
 * inside its text; the reference job cannot be changed (extraction service, monitors).
 *
 * @throws RequestRefused 422 for a schedule that is not understood, too close or fixed, 404 for unknown webhooks.
 */
export function changeMonitor(
  context: ExtractionContext,
  { monitor, caller, value }: { monitor: Monitor; caller: Owner; value: unknown },
): Monitor {
  const body = readAs(changeBody, value);
  assertLimit(context, body.limit);
  const { clock, plan, settings, store } = context;
  if (body.schedule && settings.fixedSchedules) {
    const text = 'The schedule of a monitor cannot be changed';
    throw new RequestRefused(422, text, {
      issues: [{ loc: ['body', 'schedule'], msg: text, type: 'immutable' }],
    });
  }
  const options = { timezone: body.timezone ?? 'UTC', restHours: plan.monitorRestHours };
  const schedule = body.schedule ? scheduleFrom(body.schedule, options) : undefined;
  const webhooks = body.webhook_ids && usableWebhooks(context, caller, body.webhook_ids);
  const changed: Monitor = {
    ...monitor,
    ...schedule,
    ...(schedule && { nextAt: nextRun(schedule, clock.now()) }),
    limit: body.limit ?? monitor.limit,
  };
  store.monitors.put(monitor.id, changed);
  if (webhooks) replaceWebhooks(context, webhooks, { type: 'monitor', id: monitor.id });
  return changed;
}

/** Switches a monitor on. With `backfill` the time it was off is covered by a run at once, else it is left out. */
export async function enableMonitor(
  context: ExtractionContext,
  scheduler: MonitorScheduler,
  { monitor, caller, backfill }: { monitor: Monitor; caller: Owner; backfill: boolean },
): Promise<void> {
  if (monitor.enabled) return;
  assertCredits(context, caller);
  assertFreeMonitorSlot(context, caller, monitor);
  const now = context.clock.now();
  const enabled: Monitor = {
    ...monitor,
    enabled: true,
    coveredTo: backfill ? monitor.coveredTo : now,
    nextAt: nextRun(monitor, now),
  };
  context.store.monitors.put(monitor.id, enabled);
  noteEvent(context, monitor.id, { status: 'enable' });
  scheduler.appoint(enabled);
  if (backfill) await scheduler.run(enabled);
}

/** Switches a monitor off: scheduled runs stop, its slot stays taken. */
export function disableMonitor(
  context: ExtractionContext,
  scheduler: MonitorScheduler,
  monitor: Monitor,
): void {
  if (!monitor.enabled) return;
  const disabled = { ...monitor, enabled: false };
  context.store.monitors.put(monitor.id, disabled);
  noteEvent(context, monitor.id, { status: 'disable' });
  scheduler.appoint(disabled);
}

/** Deletes a monitor softly: it is found no more, its slot is free. Its runs stay as jobs. */
export function hideMonitor(context: ExtractionContext, monitor: Monitor): void {
  context.store.monitors.put(monitor.id, { ...monitor, enabled: false, deleted: true });
  context.agenda.drop(`monitor ${monitor.id}`);
  unassignAll(context, { type: 'monitor', id: monitor.id });
}
