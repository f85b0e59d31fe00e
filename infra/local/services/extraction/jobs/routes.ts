import { Hono } from 'hono';
import * as z from 'zod';
import { JOB_MODES } from '../../../../../shared/domain/services/extraction-rules.ts';
import { isoOf } from '../../../../../shared/domain/time/instant.ts';
import { csvAnswer, readBodyAs, readJson, type ServiceApp } from '../../kit/http/local-service.ts';
import { RequestRefused } from '../../kit/http/refusal.ts';
import { ownerOf, partOf } from '../accounts/owner.ts';
import { listQuery, pagingFields, readQuery } from '../accounts/resource.ts';
import type { ExtractionContext } from '../context.ts';
import { unassign } from '../webhooks/webhook.ts';
import { checkQuery } from './check-query.ts';
import { stageOf, stagesView } from './job.ts';
import { continuedJob, initializeJob, submitJob } from './submit.ts';
import { jobRecordView, pullView, recordsCsv, recordsOf } from './views.ts';
import type { Worker } from './worker.ts';

const pullQuery = z.object(pagingFields({ most: 1_000 }));
const validateBody = z.object({ query: z.string() });
const jobsQuery = listQuery({ most: 1_000, newestFirst: true }).extend({
  mode: z.enum(JOB_MODES).optional(),
});

/** The calls about jobs (extraction service, jobs). */
export function jobRoutes(context: ExtractionContext, worker: Worker): ServiceApp {
  const app: ServiceApp = new Hono();
  const { clock, store } = context;
  const { job: jobs } = context.kinds;
  app.post('/submit', async (call) => {
    const job = submitJob(context, ownerOf(call), await readJson(call));
    await worker.take(job);
    return call.json({ job_id: job.id });
  });
  app.post('/initialize', async (call) => call.json(initializeJob(context, await readJson(call))));
  app.post('/validate', async (call) => call.json(checkQuery((await readBodyAs(validateBody, call)).query)));
  app.post('/continue', async (call) => {
    const { job, previousLimit } = continuedJob(context, ownerOf(call), await readJson(call));
    await worker.continue(job);
    const limits = { previous_limit: previousLimit, new_limit: job.order.limit };
    return call.json({ job_id: job.id, ...limits, status: 'accepted' });
  });
  app.get('/status/:job_id', (call) => {
    const job = worker.poll(jobs.asked(call));
    return call.json({ job_id: job.id, status: stageOf(context, job), steps: stagesView(context, job) });
  });
  app.get('/pull/:job_id', (call) =>
    call.json(pullView(context, jobs.asked(call), { ...readQuery(pullQuery, call), caller: ownerOf(call) })),
  );
  app.get('/pull/:job_id/csv', (call) => {
    const job = jobs.asked(call);
    const stage = stageOf(context, job);
    if (stage !== 'completed')
      throw new RequestRefused(409, `The job is ${stage}: CSV is there when it has completed`);
    const records = recordsOf(context, job).map((record) => jobRecordView(record, job));
    return csvAnswer(recordsCsv(records, job), 'records.csv');
  });
  // The caller's jobs without runs of monitors.
  app.get('/jobs/user', (call) => {
    const { mode, ...query } = readQuery(jobsQuery, call);
    const list = jobs.list(call, query, {
      name: 'jobs',
      keep: ({ monitorId, listedFrom, order }) =>
        monitorId === undefined && listedFrom <= clock.now() && (mode === undefined || order.mode === mode),
      view: (job, caller) => ({
        job_id: job.id,
        query: job.order.query,
        created_at: isoOf(job.createdAt),
        status: stageOf(context, job),
        mode: job.order.mode,
        user_key: job.owner.key,
        sharing_info: jobs.sharingInfo(job, caller),
      }),
    });
    return call.json(list);
  });
  // A second deletion answers as the first.
  app.delete('/jobs/:job_id', (call) => {
    const id = partOf(call, 'job_id');
    const { deleted, owner } = store.jobs.get(id) ?? {};
    const isGone = deleted && owner?.organization === ownerOf(call).organization;
    if (!isGone) hideJob(context, jobs.asked(call, 'manage').id);
    return call.json({ success: true, message: 'Job deleted', job_id: id });
  });
  return app;
}

/** Deletes a job softly: it is found no more, its work ends and its webhooks are detached. */
export function hideJob(context: ExtractionContext, id: string): void {
  context.kinds.job.remove(id);
  context.agenda.drop(`job ${id}`);
  unassign(context, { type: 'job', id });
}
