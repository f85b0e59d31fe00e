import * as z from 'zod';
import { OWNERSHIPS } from '../../../../../shared/domain/services/extraction-rules.ts';
import { csv, json } from '../../kit/answer.ts';
import type { Route } from '../../kit/local-service.ts';
import { RequestRefused, readAs } from '../../kit/refusal.ts';
import { findUsable, isListed, type Permission } from '../accounts/access.ts';
import { pageOf, pagingFields, readQuery } from '../accounts/paging.ts';
import type { ExtractionContext } from '../context.ts';
import { type Call, partOf, routesFrom } from '../endpoints.ts';
import { changeMonitor, disableMonitor, enableMonitor, hideMonitor } from './change.ts';
import { createMonitor } from './create.ts';
import { monitorsOf } from './history.ts';
import type { Monitor } from './monitor.ts';
import type { MonitorScheduler } from './scheduler.ts';
import { latestRunCsv, monitorPullView, monitorStatusView, monitorView, runView } from './views.ts';

const listQuery = z.object({
  ...pagingFields(),
  ownership: z.enum(OWNERSHIPS).default('all'),
  search: z.string().optional(),
  project_id: z.string().optional(),
});
const runsQuery = z.object({ sort: z.enum(['asc', 'desc']).default('asc') });
const enableBody = z.object({ backfill: z.boolean().default(true) });

/** The calls about monitors (extraction service, monitors). */
export function monitorRoutes(context: ExtractionContext, scheduler: MonitorScheduler): Route[] {
  return routesFrom(
    context,
    [
      ['POST', '/monitors/create', (call) => create(context, scheduler, call)],
      ['GET', '/monitors', (call) => json(list(context, call))],
      [
        'GET',
        '/monitors/pull/{monitor_id}',
        (call) => json(monitorPullView(context, monitorOf(context, call), call.owner)),
      ],
      [
        'GET',
        '/monitors/pull/{monitor_id}/csv',
        (call) => csv(latestRunCsv(context, monitorOf(context, call)), 'monitor.csv'),
      ],
      ['GET', '/monitors/{monitor_id}/jobs', (call) => json(listRuns(context, call))],
      [
        'GET',
        '/monitors/{monitor_id}/status',
        (call) => json(monitorStatusView(context, monitorOf(context, call))),
      ],
      ['PATCH', '/monitors/{monitor_id}', (call) => change(context, scheduler, call)],
      ['POST', '/monitors/{monitor_id}/enable', (call) => enable(context, scheduler, call)],
      ['POST', '/monitors/{monitor_id}/disable', (call) => disable(context, scheduler, call)],
      ['DELETE', '/monitors/{monitor_id}', (call) => remove(context, call)],
    ],
    'monitors',
  );
}

function monitorOf({ shelves, settings }: ExtractionContext, call: Call, need: Permission = 'view'): Monitor {
  const id = partOf(call, 'monitor_id');
  return findUsable(shelves.monitors, {
    id,
    kind: 'Monitor',
    caller: call.owner,
    need,
    sharing: settings.sharing,
  });
}

async function create(context: ExtractionContext, scheduler: MonitorScheduler, call: Call) {
  const { monitor, backfill } = createMonitor(context, call.owner, await call.json());
  scheduler.appoint(monitor);
  if (backfill) await scheduler.run(monitor);
  return json({ monitor_id: monitor.id, status: 'Monitor Created Successfully' });
}

/** Sorted by creation, oldest first. The total stands under both of its names. */
function list(context: ExtractionContext, { owner, query }: Call) {
  const { page, page_size, ownership, search, project_id } = readQuery(listQuery, query);
  const { settings, shelves } = context;
  const queryOf = ({ referenceJobId }: Monitor) =>
    shelves.jobs.get(referenceJobId)?.order.query.toLowerCase() ?? '';
  const monitors = monitorsOf(context, owner.organization).filter(
    (monitor) =>
      (project_id === undefined || monitor.projectId === project_id) &&
      (search === undefined || queryOf(monitor).includes(search.toLowerCase())) &&
      isListed(ownership, { item: monitor, caller: owner, sharing: settings.sharing }),
  );
  const view = (monitor: Monitor) => monitorView(context, monitor, owner);
  return {
    total_monitors: monitors.length,
    ...pageOf(monitors, { page, page_size, name: 'monitors', view }),
  };
}

/** A bare array by start. @throws RequestRefused 404 when there were no runs. */
function listRuns(context: ExtractionContext, call: Call) {
  const { id } = monitorOf(context, call);
  const { sort } = readQuery(runsQuery, call.query);
  const runs = context.shelves.runs.list({ within: id, newestFirst: sort === 'desc' });
  if (runs.length === 0) throw new RequestRefused(404, 'The monitor has had no runs yet');
  return runs.map(runView);
}

async function change(context: ExtractionContext, scheduler: MonitorScheduler, call: Call) {
  const value = await call.json();
  const monitor = monitorOf(context, call, 'edit');
  const changed = changeMonitor(context, { monitor, caller: call.owner, value });
  scheduler.appoint(changed);
  return json({ monitor_id: monitor.id, status: 'Monitor updated Successfully' });
}

async function enable(context: ExtractionContext, scheduler: MonitorScheduler, call: Call) {
  const { backfill } = readAs(enableBody, await call.json());
  const monitor = monitorOf(context, call, 'edit');
  await enableMonitor(context, scheduler, { monitor, caller: call.owner, backfill });
  return json({ success: true, message: 'Monitor enabled', monitor_id: monitor.id });
}

function disable(context: ExtractionContext, scheduler: MonitorScheduler, call: Call) {
  const monitor = monitorOf(context, call, 'edit');
  disableMonitor(context, scheduler, monitor);
  return json({ success: true, message: 'Monitor disabled', monitor_id: monitor.id });
}

/** A second call answers the same. */
function remove(context: ExtractionContext, call: Call) {
  const id = partOf(call, 'monitor_id');
  const gone = context.shelves.monitors.get(id);
  if (!gone?.deleted || gone.owner.organization !== call.owner.organization) {
    hideMonitor(context, monitorOf(context, call, 'manage'));
  }
  return json({ success: true, message: 'Monitor deleted', monitor_id: id });
}
