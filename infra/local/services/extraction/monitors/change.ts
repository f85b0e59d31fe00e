import * as z from 'zod';
import { EXTRACTION_LIMITS } from '../../../../../shared/domain/services/extraction-rules.ts';
import type { Owner } from '../accounts/owner.ts';
import type { ExtractionContext } from '../context.ts';
import { assertCredits } from '../jobs/order/submit.ts';
import { RequestRefused, readAs } from '../../kit/http/refusal.ts';
import { replaceWebhooks, unassignAll, usableWebhooks } from '../webhooks/assign.ts';
import { assertFreeMonitorSlot, assertLimit, scheduleFrom } from './create.ts';
import { noteEvent } from './history.ts';
import type { Monitor } from './monitor.ts';
import { nextRun } from './schedule/read-schedule.ts';
import type { MonitorScheduler } from './scheduler.ts';

const changeBody = z.object({
  schedule: z.string().nullish(),
  timezone: z.string().nullish(),
  webhook_ids: z.array(z.string()).max(EXTRACTION_LIMITS.webhooksPerResource).nullish(),
  limit: z.number().int().min(1).nullish(),
});

/**
 * Changes schedule, webhooks or limit. The time zone counts only together with a schedule, and loses against one inside
 * its text; the reference job cannot be changed (extraction service, monitors).
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
