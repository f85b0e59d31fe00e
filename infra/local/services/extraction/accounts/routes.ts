import { Hono } from 'hono';
import * as z from 'zod';
import type { Call, ServiceApp } from '../../kit/http/local-service.ts';
import type { ExtractionContext } from '../context.ts';
import { ownerOf } from './owner.ts';
import { busySlots } from '../jobs/submit.ts';
import { monitorsOf } from '../monitors/run-end.ts';
import { creditOf } from './access.ts';
import { pageOf, pagingFields, readQuery } from './paging.ts';

const groupsQuery = z.object(pagingFields());

/** The calls about the plan and the source groups (extraction service, source groups and limits). */
export function accountRoutes(context: ExtractionContext): ServiceApp {
  const app: ServiceApp = new Hono();
  app.post('/user/limits', (call) => call.json({ features: featuresOf(context, call) }));
  app.get('/source-groups', (call) => call.json(listGroups(context, call)));
  return app;
}

/** What the plan allows and what is used of it. Credits of earlier months that were not used count as well. */
function featuresOf(context: ExtractionContext, call: Call) {
  const { organization } = ownerOf(call);
  const { plan } = context;
  const { spent, balance } = creditOf(context, organization);
  const feature = (code: string, name: string, value: number, used: number | null = null) => ({
    name,
    code,
    value_type: 'int',
    value,
    // A plan that has shrunk can have more monitors than slots; what is used is never more than the plan allows.
    current_usage: used === null ? null : Math.min(used, value),
  });
  return [
    feature('Jobs_Concurrency', 'Jobs at one time', plan.jobSlots, busySlots(context, organization)),
    feature('Job_Max_Results', 'Records per job', plan.recordsPerJob),
    feature('Job_Lookback_Days', 'Days a job may look back', plan.lookbackDays),
    feature('Monitor_Active_Slots', 'Monitors', plan.monitorSlots, monitorsOf(context, organization).length),
    feature('monthly_free_credits', 'Credits', balance + spent, spent),
  ];
}

function listGroups({ settings }: ExtractionContext, call: Call) {
  const view = ({ slug, name, description }: (typeof settings.sourceGroups)[number]) => ({
    slug,
    name,
    description,
  });
  return pageOf(settings.sourceGroups, { ...readQuery(groupsQuery, call), name: 'source_groups', view });
}
