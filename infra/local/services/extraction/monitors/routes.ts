import { Hono } from 'hono';
import * as z from 'zod';
import { type Call, csvAnswer, readBodyAs, readJson, type ServiceApp } from '../../kit/http/local-service.ts';
import { RequestRefused } from '../../kit/http/refusal.ts';
import { pathItem, isListed, type Permission } from '../accounts/access.ts';
import { isFound, listFields, pageOf, pagingFields, readQuery } from '../accounts/paging.ts';
import type { ExtractionContext } from '../context.ts';
import { ownerOf, partOf } from '../accounts/owner.ts';
import { changeMonitor, createMonitor, disableMonitor, enableMonitor, hideMonitor } from './create.ts';
import { monitorsOf } from './run-end.ts';
import type { Monitor } from './monitor.ts';
import type { MonitorScheduler } from './scheduler.ts';
import { latestRunCsv, monitorPullView, monitorStatusView, monitorView, runView } from './views.ts';

const listQuery = z.object({
  ...pagingFields(),
  ...listFields,
});
const runsQuery = z.object({ sort: z.enum(['asc', 'desc']).default('asc') });
const enableBody = z.object({ backfill: z.boolean().default(true) });

/** The calls about monitors (extraction service, monitors). */
export function monitorRoutes(context: ExtractionContext, scheduler: MonitorScheduler): ServiceApp {
  const app: ServiceApp = new Hono();
  app.post('/monitors/create', (call) => create(context, scheduler, call));
  app.get('/monitors', (call) => call.json(list(context, call)));
  app.get('/monitors/pull/:monitor_id', (call) =>
    call.json(monitorPullView(context, monitorOf(context, call), ownerOf(call))),
  );
  app.get('/monitors/pull/:monitor_id/csv', (call) =>
    csvAnswer(latestRunCsv(context, monitorOf(context, call)), 'monitor.csv'),
  );
  app.get('/monitors/:monitor_id/jobs', (call) => call.json(listRuns(context, call)));
  app.get('/monitors/:monitor_id/status', (call) =>
    call.json(monitorStatusView(context, monitorOf(context, call))),
  );
  app.patch('/monitors/:monitor_id', (call) => change(context, scheduler, call));
  app.post('/monitors/:monitor_id/enable', (call) => enable(context, scheduler, call));
  app.post('/monitors/:monitor_id/disable', (call) => disable(context, scheduler, call));
  app.delete('/monitors/:monitor_id', (call) => remove(context, call));
  return app;
}

function monitorOf(context: ExtractionContext, call: Call, need?: Permission): Monitor {
  return pathItem(context, call, { collection: context.store.monitors, kind: 'Monitor', need });
}

async function create(context: ExtractionContext, scheduler: MonitorScheduler, call: Call) {
  const { monitor, backfill } = createMonitor(context, ownerOf(call), await readJson(call));
  scheduler.appoint(monitor);
  if (backfill) await scheduler.run(monitor);
  return call.json({ monitor_id: monitor.id, status: 'Monitor Created Successfully' });
}

/** Sorted by creation, oldest first. The total is under both of its names. */
function list(context: ExtractionContext, call: Call) {
  const owner = ownerOf(call);
  const { page, page_size, ownership, search, project_id } = readQuery(listQuery, call);
  const { settings, store } = context;
  const queryOf = ({ referenceJobId }: Monitor) => store.jobs.get(referenceJobId)?.order.query ?? '';
  const monitors = monitorsOf(context, owner.organization).filter(
    (monitor) =>
      (project_id === undefined || monitor.projectId === project_id) &&
      isFound(queryOf(monitor), search) &&
      isListed(ownership, { item: monitor, caller: owner, sharing: settings.sharing }),
  );
  const view = (monitor: Monitor) => monitorView(context, monitor, owner);
  return {
    total_monitors: monitors.length,
    ...pageOf(monitors, { page, page_size, name: 'monitors', view }),
  };
}

/** A bare array by start: empty before the first run. @throws RequestRefused 404 then, if the service is strict. */
function listRuns(context: ExtractionContext, call: Call) {
  const { id } = monitorOf(context, call);
  const { sort } = readQuery(runsQuery, call);
  const runs = context.store.runs.list({ within: id, newestFirst: sort === 'desc' });
  if (runs.length === 0 && context.settings.strict)
    throw new RequestRefused(404, 'The monitor has had no runs yet');
  return runs.map(runView);
}

async function change(context: ExtractionContext, scheduler: MonitorScheduler, call: Call) {
  const value = await readJson(call);
  const monitor = monitorOf(context, call, 'edit');
  const changed = changeMonitor(context, { monitor, caller: ownerOf(call), value });
  scheduler.appoint(changed);
  return call.json({ monitor_id: monitor.id, status: 'Monitor updated Successfully' });
}

async function enable(context: ExtractionContext, scheduler: MonitorScheduler, call: Call) {
  const { backfill } = await readBodyAs(enableBody, call);
  const monitor = monitorOf(context, call, 'edit');
  await enableMonitor(context, scheduler, { monitor, caller: ownerOf(call), backfill });
  return call.json({ success: true, message: 'Monitor enabled', monitor_id: monitor.id });
}

function disable(context: ExtractionContext, scheduler: MonitorScheduler, call: Call) {
  const monitor = monitorOf(context, call, 'edit');
  disableMonitor(context, scheduler, monitor);
  return call.json({ success: true, message: 'Monitor disabled', monitor_id: monitor.id });
}

/** A second call answers the same. */
function remove(context: ExtractionContext, call: Call) {
  const id = partOf(call, 'monitor_id');
  const gone = context.store.monitors.get(id);
  if (!gone?.deleted || gone.owner.organization !== ownerOf(call).organization) {
    hideMonitor(context, monitorOf(context, call, 'manage'));
  }
  return call.json({ success: true, message: 'Monitor deleted', monitor_id: id });
}
