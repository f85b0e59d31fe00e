import { Hono } from 'hono';
import * as z from 'zod';
import { JOB_MODES } from '../../../../../shared/domain/services/extraction-rules.ts';
import { isoOf } from '../../../../../shared/domain/time/instant.ts';
import { csvAnswer, readBodyAs, readJson, type ServiceApp } from '../../kit/http/local-service.ts';
import { RequestRefused } from '../../kit/http/refusal.ts';
import { isGone, sharingInfo } from '../accounts/access.ts';
import { ownerOf, partOf } from '../accounts/owner.ts';
import { pagingFields, readQuery } from '../accounts/paging.ts';
import { listQuery, openResource } from '../accounts/resource.ts';
import type { ExtractionContext } from '../context.ts';
import { unassignAll } from '../webhooks/assign.ts';
import { type Job, stepsOf } from './job.ts';
import { checkQuery } from './check-query.ts';
import { continueJob, initializeJob, submitJob } from './submit.ts';
import { jobRecordView, pullView, recordsCsv } from './records.ts';
import { fieldsOf } from './enriching.ts';
import type { Worker } from './worker.ts';

const pullQuery = z.object(pagingFields({ most: 1_000 }));
const validateBody = z.object({ query: z.string() });

const jobsQuery = listQuery({ most: 1_000, newestFirst: true }).extend({
  mode: z.enum(JOB_MODES).optional(),
});

/** The calls about jobs (extraction service, jobs). */
export function jobRoutes(context: ExtractionContext, worker: Worker): ServiceApp {
  const app: ServiceApp = new Hono();
  const { store, clock } = context;
  const jobs = openResource(context, {
    kind: 'Job',
    collection: store.jobs,
    text: ({ order }) => order.query,
  });
  app.post('/submit', async (call) => {
    const job = submitJob(context, ownerOf(call), await readJson(call));
    await worker.take(job);
    return call.json({ job_id: job.id });
  });
  app.post('/initialize', async (call) => call.json(initializeJob(context, await readJson(call))));
  app.post('/validate', async (call) => call.json(checkQuery((await readBodyAs(validateBody, call)).query)));
  app.post('/continue', async (call) => {
    const { job, previousLimit } = continueJob(context, ownerOf(call), await readJson(call));
    await worker.take(job);
    const { limit } = job.order;
    return call.json({ job_id: job.id, previous_limit: previousLimit, new_limit: limit, status: 'accepted' });
  });
  app.get('/status/:job_id', async (call) => call.json(statusView(await worker.poll(jobs.of(call)))));
  app.get('/pull/:job_id', (call) =>
    call.json(pullView(context, jobs.of(call), { ...readQuery(pullQuery, call), caller: ownerOf(call) })),
  );
  app.get('/pull/:job_id/csv', (call) => csvAnswer(pullCsv(context, jobs.of(call)), 'records.csv'));
  // The caller's jobs without runs of monitors.
  app.get('/jobs/user', (call) => {
    const { mode, ...query } = readQuery(jobsQuery, call);
    const caller = ownerOf(call);
    const items = store.jobs
      .list({ within: caller.organization })
      .filter((job) => job.monitorId === undefined && job.listedFrom <= clock.now())
      .filter((job) => mode === undefined || job.order.mode === mode);
    const view = (job: Job) => listedView(job, { caller, sharing: context.settings.sharing });
    return call.json(jobs.list(call, query, { name: 'jobs', view, items }));
  });
  app.delete('/jobs/:job_id', (call) => {
    const id = partOf(call, 'job_id');
    if (!isGone(store.jobs.get(id), call)) hideJob(context, jobs.of(call, 'manage'));
    return call.json({ success: true, message: 'Job deleted', job_id: id });
  });
  return app;
}

function listedView(job: Job, by: Omit<Parameters<typeof sharingInfo>[0], 'item'>) {
  return {
    job_id: job.id,
    query: job.order.query,
    created_at: isoOf(job.createdAt),
    status: job.stage,
    mode: job.order.mode,
    user_key: job.owner.key,
    sharing_info: sharingInfo({ item: job, ...by }),
  };
}

function statusView(job: Job) {
  return { job_id: job.id, status: job.stage, steps: stepsOf(job) };
}

function pullCsv(context: ExtractionContext, job: Job): string {
  if (job.stage !== 'completed') {
    throw new RequestRefused(409, `The job is ${job.stage}: CSV is there when it has completed`);
  }
  const records = context.store.records.list({ within: job.id });
  return recordsCsv(
    records.map((record) => jobRecordView(record, job.entities)),
    { fields: fieldsOf(job).map(({ name }) => name), connected: job.order.datasetIds.length > 0 },
  );
}

/**
 * Deletes a job softly: it is found no more, its work ends and its webhooks are detached. A run of a monitor that was
 * at work counts as failed.
 */
export function hideJob(context: ExtractionContext, job: Job): void {
  const { store, agenda, clock } = context;
  store.jobs.put(job.id, { ...job, deleted: true });
  agenda.drop(`job ${job.id}`);
  unassignAll(context, { type: 'job', id: job.id });
  const run = store.runs.get(job.id);
  if (run?.status === 'running') store.runs.put(job.id, { ...run, status: 'failed', endedAt: clock.now() });
}
