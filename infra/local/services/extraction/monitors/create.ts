import * as z from 'zod';
import { EXTRACTION_LIMITS } from '../../../../../shared/domain/services/extraction-rules.ts';
import { DAY } from '../../../../../shared/domain/time/instant.ts';
import { findUsable } from '../accounts/access.ts';
import type { Owner } from '../accounts/owner.ts';
import type { ExtractionContext } from '../context.ts';
import type { Job } from '../jobs/job.ts';
import { assertCredits } from '../jobs/order/submit.ts';
import { RequestRefused, readAs } from '../../kit/http/refusal.ts';
import { usableProject } from '../projects/usable.ts';
import { inOneChange } from '../store/collection.ts';
import { assignWebhooks, usableWebhooks } from '../webhooks/assign.ts';
import { leastLimitOf } from '../settings.ts';
import { monitorsOf, noteEvent } from './history.ts';
import type { Monitor } from './monitor.ts';
import { mergeInto } from './run-end.ts';
import { readSchedule, nextRun, type MonitorSchedule } from './schedule/read-schedule.ts';
import { ScheduleFault } from './schedule/schedule-fault.ts';

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
 * Makes a monitor from a completed base job. The records of that job are the monitor's first. With backfill the first run
 * is due at once and covers the time since the reference job.
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
export function assertFreeMonitorSlot(
  context: ExtractionContext,
  { organization }: Owner,
  known?: Monitor,
): void {
  const taken = monitorsOf(context, organization).filter(({ id }) => id !== known?.id).length;
  if (taken < context.plan.monitorSlots) return;
  throw new RequestRefused(
    429,
    `All monitor slots are used: limit Monitor_Active_Slots is ${context.plan.monitorSlots}`,
  );
}

/** @throws RequestRefused 422 for a limit that a strict service refuses. */
export function assertLimit({ settings }: ExtractionContext, limit: number | null | undefined): void {
  const least = leastLimitOf(settings);
  if (limit === undefined || limit === null || limit >= least) return;
  const msg = `limit must be at least ${least}`;
  throw new RequestRefused(422, msg, { issues: [{ loc: ['body', 'limit'], msg, type: 'too_small' }] });
}

/** Reads a schedule. @throws RequestRefused 422 when it is not understood or too close (extraction service, errors). */
export function scheduleFrom(
  text: string,
  options: { timezone: string; restHours: number },
): MonitorSchedule {
  try {
    return readSchedule(text, options);
  } catch (error) {
    if (!(error instanceof ScheduleFault)) throw error;
    const issue = { loc: ['body', 'schedule'], msg: error.message, type: 'value_error' };
    throw new RequestRefused(422, error.message, { issues: [issue] });
  }
}
