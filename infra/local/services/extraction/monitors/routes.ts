import { Hono } from 'hono';
import * as z from 'zod';
import { type Call, csvAnswer, readBodyAs, readJson, type ServiceApp } from '../../kit/http/local-service.ts';
import { RequestRefused } from '../../kit/http/refusal.ts';
import { isGone } from '../accounts/access.ts';
import { readQuery } from '../accounts/paging.ts';
import { listQuery, openResource } from '../accounts/resource.ts';
import type { ExtractionContext } from '../context.ts';
import { ownerOf, partOf } from '../accounts/owner.ts';
import { changeMonitor, createMonitor, disableMonitor, enableMonitor, hideMonitor } from './create.ts';
import type { Monitor } from './monitor.ts';
import type { MonitorScheduler } from './scheduler.ts';
import { latestRunCsv, monitorPullView, monitorStatusView, monitorView, runView } from './views.ts';

const runsQuery = z.object({ sort: z.enum(['asc', 'desc']).default('asc') });
const enableBody = z.object({ backfill: z.boolean().default(true) });

/** The calls about monitors (extraction service, monitors). */
export function monitorRoutes(context: ExtractionContext, scheduler: MonitorScheduler): ServiceApp {
  const app: ServiceApp = new Hono();
  const monitors = openResource(context, {
    kind: 'Monitor',
    collection: context.store.monitors,
    text: ({ referenceJobId }) => context.store.jobs.get(referenceJobId)?.order.query ?? '',
  });
  const done = (message: string, id: string) => ({ success: true, message, monitor_id: id });
  app.post('/monitors/create', async (call) => {
    const { monitor, backfill } = createMonitor(context, ownerOf(call), await readJson(call));
    scheduler.appoint(monitor);
    if (backfill) await scheduler.run(monitor);
    return call.json({ monitor_id: monitor.id, status: 'Monitor Created Successfully' });
  });
  app.get('/monitors', (call) => {
    const view = (monitor: Monitor) => monitorView(context, monitor, ownerOf(call));
    const page = monitors.list(call, readQuery(listQuery(), call), { name: 'monitors', view });
    // The total is under both of its names.
    return call.json({ total_monitors: page['total'], ...page });
  });
  app.get('/monitors/pull/:monitor_id', (call) =>
    call.json(monitorPullView(context, monitors.of(call), ownerOf(call))),
  );
  app.get('/monitors/pull/:monitor_id/csv', (call) =>
    csvAnswer(latestRunCsv(context, monitors.of(call)), 'monitor.csv'),
  );
  app.get('/monitors/:monitor_id/jobs', (call) => call.json(listRuns(context, monitors.of(call), call)));
  app.get('/monitors/:monitor_id/status', (call) => call.json(monitorStatusView(context, monitors.of(call))));
  app.patch('/monitors/:monitor_id', async (call) => {
    const value = await readJson(call);
    const monitor = monitors.of(call, 'edit');
    scheduler.appoint(changeMonitor(context, { monitor, caller: ownerOf(call), value }));
    return call.json({ monitor_id: monitor.id, status: 'Monitor updated Successfully' });
  });
  app.post('/monitors/:monitor_id/enable', async (call) => {
    const { backfill } = await readBodyAs(enableBody, call);
    const monitor = monitors.of(call, 'edit');
    await enableMonitor(context, scheduler, { monitor, caller: ownerOf(call), backfill });
    return call.json(done('Monitor enabled', monitor.id));
  });
  app.post('/monitors/:monitor_id/disable', (call) => {
    const monitor = monitors.of(call, 'edit');
    disableMonitor(context, scheduler, monitor);
    return call.json(done('Monitor disabled', monitor.id));
  });
  app.delete('/monitors/:monitor_id', (call) => {
    const id = partOf(call, 'monitor_id');
    if (!isGone(context.store.monitors.get(id), call)) hideMonitor(context, monitors.of(call, 'manage'));
    return call.json(done('Monitor deleted', id));
  });
  return app;
}

/** A bare array by start: empty before the first run. @throws RequestRefused 404 then, if the service is strict. */
function listRuns(context: ExtractionContext, { id }: Monitor, call: Call) {
  const { sort } = readQuery(runsQuery, call);
  const runs = context.store.runs.list({ within: id, newestFirst: sort === 'desc' });
  if (runs.length === 0 && context.settings.strict)
    throw new RequestRefused(404, 'The monitor has had no runs yet');
  return runs.map(runView);
}
