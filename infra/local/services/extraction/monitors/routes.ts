import { Hono } from 'hono';
import * as z from 'zod';
import { EXTRACTION_LIMITS } from '../../../../../shared/domain/services/extraction-rules.ts';
import { DAY } from '../../../../../shared/domain/time/instant.ts';
import { csvAnswer, readBodyAs, type ServiceApp } from '../../kit/http/local-service.ts';
import { RequestRefused } from '../../kit/http/refusal.ts';
import { assertCredits } from '../accounts/credits.ts';
import { ownerOf, partOf } from '../accounts/owner.ts';
import { listQuery, readQuery } from '../accounts/resource.ts';
import { inOneChange } from '../collection.ts';
import type { ExtractionContext } from '../context.ts';
import { stageOf } from '../jobs/job.ts';
import { leastLimitOf } from '../settings.ts';
import { assignWebhooks, unassign, usableWebhooks } from '../webhooks/webhook.ts';
import { type MonitorSchedule, nextRun, readSchedule, ScheduleFault } from './read-schedule.ts';
import { type MonitorScheduler, runsOf } from './runs.ts';
import { latestRunCsv, monitorPullView, monitorStatusView, monitorView, runView } from './views.ts';
import type { Job, Monitor, Owner } from '../stored.ts';

const { webhooksPerResource, backfillDays } = EXTRACTION_LIMITS;
const runsQuery = z.object({ sort: z.enum(['asc', 'desc']).default('asc') });
const enableBody = z.object({ backfill: z.boolean().default(true) });
const changeBody = z.object({
  schedule: z.string().nullish(),
  timezone: z.string().nullish(),
  webhook_ids: z.array(z.string()).max(webhooksPerResource).nullish(),
  limit: z.number().int().min(1).nullish(),
});
const createBody = changeBody.extend({
  reference_job_id: z.string(),
  schedule: z.string(),
  backfill: z.boolean().default(true),
  project_id: z.string().nullish(),
});

/** The calls about monitors (extraction service, monitors). */
export function monitorRoutes(context: ExtractionContext, scheduler: MonitorScheduler): ServiceApp {
  const app: ServiceApp = new Hono();
  const { store, clock, settings, kinds } = context;
  const { monitor: monitors } = kinds;
  const done = (message: string, id: string) => ({ success: true, message, monitor_id: id });
  app.post('/monitors/create', async (call) => {
    const body = await readBodyAs(createBody, call);
    const monitor = create(context, scheduler, { body, owner: ownerOf(call) });
    if (body.backfill) await scheduler.run(monitor);
    return call.json({ monitor_id: monitor.id, status: 'Monitor Created Successfully' });
  });
  app.get('/monitors', (call) => {
    const view = (monitor: Monitor, caller: Owner) => monitorView(context, monitor, caller);
    const page = monitors.list(call, readQuery(listQuery(), call), { name: 'monitors', view });
    // The total is under both of its names.
    return call.json({ total_monitors: page['total'], ...page });
  });
  app.get('/monitors/pull/:monitor_id', (call) =>
    call.json(monitorPullView(context, monitors.asked(call), ownerOf(call))),
  );
  app.get('/monitors/pull/:monitor_id/csv', (call) =>
    csvAnswer(latestRunCsv(context, monitors.asked(call)), 'monitor.csv'),
  );
  // A bare array by start: empty before the first run, which a strict service refuses.
  app.get('/monitors/:monitor_id/jobs', (call) => {
    const runs = runsOf(context, monitors.asked(call));
    const { sort } = readQuery(runsQuery, call);
    if (runs.length === 0 && settings.strict)
      throw new RequestRefused(404, 'The monitor has had no runs yet');
    return call.json((sort === 'asc' ? runs : runs.toReversed()).map((run) => runView(context, run)));
  });
  app.get('/monitors/:monitor_id/status', (call) =>
    call.json(monitorStatusView(context, monitors.asked(call))),
  );
  app.patch('/monitors/:monitor_id', async (call) => {
    const body = await readBodyAs(changeBody, call);
    const monitor = monitors.asked(call, 'edit');
    const schedule = body.schedule ? scheduleFrom(context, body.schedule, body.timezone) : undefined;
    if (schedule && settings.fixedSchedules)
      throw refusedField('schedule', 'The schedule of a monitor cannot be changed');
    assertLimit(context, body.limit);
    const webhooks = body.webhook_ids && usableWebhooks(context, ownerOf(call), body.webhook_ids);
    const timed = schedule && { ...schedule, nextAt: nextRun(schedule, clock.now()) };
    scheduler.change(monitor, { ...timed, limit: body.limit ?? monitor.limit });
    if (webhooks) {
      const resource = { type: 'monitor', id: monitor.id } as const;
      unassign(context, resource, ({ id }) => webhooks.some((webhook) => webhook.id === id));
      assignWebhooks(context, webhooks, resource);
    }
    return call.json({ monitor_id: monitor.id, status: 'Monitor updated Successfully' });
  });
  // With `backfill` the time it was off is covered by a run at once, else it is left out.
  app.post('/monitors/:monitor_id/enable', async (call) => {
    const { backfill } = await readBodyAs(enableBody, call);
    const monitor = monitors.asked(call, 'edit');
    if (!monitor.enabled) {
      assertCredits(context, ownerOf(call));
      assertFreeSlot(context, ownerOf(call), monitor);
      const now = clock.now();
      const coveredTo = backfill ? monitor.coveredTo : now;
      const on = { enabled: true, coveredTo, nextAt: nextRun(monitor, now) };
      const enabled = scheduler.change(monitor, on, { status: 'enable' });
      if (backfill) await scheduler.run(enabled);
    }
    return call.json(done('Monitor enabled', monitor.id));
  });
  // Scheduled runs stop, its slot stays taken.
  app.post('/monitors/:monitor_id/disable', (call) => {
    const monitor = monitors.asked(call, 'edit');
    if (monitor.enabled) scheduler.change(monitor, { enabled: false }, { status: 'disable' });
    return call.json(done('Monitor disabled', monitor.id));
  });
  // A second deletion answers as the first.
  app.delete('/monitors/:monitor_id', (call) => {
    const id = partOf(call, 'monitor_id');
    const { deleted, owner } = store.monitors.get(id) ?? {};
    const isGone = deleted && owner?.organization === ownerOf(call).organization;
    if (!isGone) hideMonitor(context, monitors.asked(call, 'manage').id);
    return call.json(done('Monitor deleted', id));
  });
  return app;
}

/**
 * Makes a monitor from a completed base job. The records of that job are the monitor's first. With backfill the first
 * run covers the time since the reference job.
 *
 * @throws RequestRefused 400, 402, 403, 404, 422 or 429 (extraction service, monitors).
 */
function create(
  context: ExtractionContext,
  scheduler: MonitorScheduler,
  { body, owner }: { body: z.infer<typeof createBody>; owner: Owner },
): Monitor {
  const { kinds, clock } = context;
  const { backfill, project_id } = body;
  assertLimit(context, body.limit);
  const reference = kinds.job.find(body.reference_job_id, owner);
  const schedule = scheduleFrom(context, body.schedule, body.timezone);
  const now = clock.now();
  assertReference(context, reference, backfill);
  if (project_id) kinds.project.find(project_id, owner);
  const webhooks = usableWebhooks(context, owner, body.webhook_ids ?? []);
  assertCredits(context, owner);
  assertFreeSlot(context, owner);
  return inOneChange(context.database, () => {
    const monitor: Monitor = {
      ...kinds.monitor.begin(owner, project_id),
      ...schedule,
      referenceJobId: reference.id,
      limit: body.limit ?? undefined,
      enabled: true,
      coveredTo: backfill ? reference.order.to : now,
      nextAt: nextRun(schedule, now),
      history: [{ status: 'created', at: now }],
    };
    assignWebhooks(context, webhooks, { type: 'monitor', id: monitor.id });
    return scheduler.change(monitor, {}, scheduler.dump(monitor, reference.id));
  });
}

function assertReference(context: ExtractionContext, job: Job, backfill: boolean): void {
  const stage = stageOf(context, job);
  if (stage !== 'completed')
    throw new RequestRefused(400, `The reference job must have completed; it is ${stage}`);
  if (job.order.mode === 'lite')
    throw new RequestRefused(400, 'The reference job must be a base job; this one is lite');
  if (backfill && job.order.to < context.clock.now() - backfillDays * DAY)
    throw new RequestRefused(
      400,
      `With backfill the reference job must end within the last ${backfillDays} days`,
    );
}

/**
 * Makes sure that there is a slot for one more monitor, or for `known`, which has one unless the plan has shrunk. A
 * monitor that is switched off keeps its slot.
 *
 * @throws RequestRefused 429 when every slot is taken.
 */
function assertFreeSlot({ kinds, plan }: ExtractionContext, { organization }: Owner, known?: Monitor): void {
  const taken = kinds.monitor.of(organization).filter(({ id }) => id !== known?.id).length;
  if (taken < plan.monitorSlots) return;
  throw new RequestRefused(
    429,
    `All monitor slots are used: limit Monitor_Active_Slots is ${plan.monitorSlots}`,
  );
}

function assertLimit({ settings }: ExtractionContext, limit: number | null | undefined): void {
  const least = leastLimitOf(settings);
  if (limit && limit < least) throw refusedField('limit', `limit must be at least ${least}`);
}

/** @throws RequestRefused 422 when it is not understood or too close (extraction service, errors). */
function scheduleFrom({ plan }: ExtractionContext, text: string, timezone?: string | null): MonitorSchedule {
  try {
    return readSchedule(text, { timezone: timezone ?? 'UTC', restHours: plan.monitorRestHours });
  } catch (error) {
    throw error instanceof ScheduleFault ? refusedField('schedule', error.message) : error;
  }
}

function refusedField(field: string, msg: string): RequestRefused {
  return new RequestRefused(422, msg, { issues: [{ loc: ['body', field], msg, type: 'value_error' }] });
}

/** Deletes a monitor softly: it is found no more, its slot is free. Its runs stay as jobs. */
export function hideMonitor(context: ExtractionContext, id: string): void {
  context.kinds.monitor.remove(id);
  context.agenda.drop(`monitor ${id}`);
  unassign(context, { type: 'monitor', id });
}
