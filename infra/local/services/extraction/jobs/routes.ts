import { Hono } from 'hono';
import * as z from 'zod';
import { JOB_MODES } from '../../../../../shared/domain/services/extraction-rules.ts';
import { isoOf } from '../../../../../shared/domain/time/instant.ts';
import { type Call, csvAnswer, readBodyAs, readJson, type ServiceApp } from '../../kit/http/local-service.ts';
import { RequestRefused } from '../../kit/http/refusal.ts';
import { isListed, pathItem, type Permission, sharingInfo } from '../accounts/access.ts';
import { ownerOf, partOf } from '../accounts/owner.ts';
import { isFound, listFields, pageOf, pagingFields, readQuery } from '../accounts/paging.ts';
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

/** The calls about jobs (extraction service, jobs). */
export function jobRoutes(context: ExtractionContext, worker: Worker): ServiceApp {
  const app: ServiceApp = new Hono();
  app.post('/submit', (call) => submit(context, worker, call));
  app.post('/initialize', async (call) => call.json(initializeJob(context, await readJson(call))));
  app.post('/validate', async (call) => call.json(checkQuery((await readBodyAs(validateBody, call)).query)));
  app.post('/continue', (call) => carryOn(context, worker, call));
  app.get('/status/:job_id', async (call) => call.json(statusView(await worker.poll(jobOf(context, call)))));
  app.get('/pull/:job_id', (call) => call.json(pull(context, call)));
  app.get('/pull/:job_id/csv', (call) => csvAnswer(pullCsv(context, call), 'records.csv'));
  app.get('/jobs/user', (call) => call.json(listJobs(context, call)));
  app.delete('/jobs/:job_id', (call) => call.json(deleteJob(context, call)));
  return app;
}

async function submit(context: ExtractionContext, worker: Worker, call: Call) {
  const job = submitJob(context, ownerOf(call), await readJson(call));
  await worker.take(job);
  return call.json({ job_id: job.id });
}

async function carryOn(context: ExtractionContext, worker: Worker, call: Call) {
  const { job, previousLimit } = continueJob(context, ownerOf(call), await readJson(call));
  await worker.take(job);
  return call.json({
    job_id: job.id,
    previous_limit: previousLimit,
    new_limit: job.order.limit,
    status: 'accepted',
  });
}

function statusView(job: Job) {
  return { job_id: job.id, status: job.stage, steps: stepsOf(job) };
}

function pull(context: ExtractionContext, call: Call) {
  const job = jobOf(context, call);
  return pullView(context, job, { ...readQuery(pullQuery, call), caller: ownerOf(call) });
}

function pullCsv(context: ExtractionContext, call: Call): string {
  const job = jobOf(context, call);
  if (job.stage !== 'completed') {
    throw new RequestRefused(409, `The job is ${job.stage}: CSV is there when it has completed`);
  }
  const records = context.store.records.list({ within: job.id });
  return recordsCsv(
    records.map((record) => jobRecordView(record, job.entities)),
    { fields: fieldsOf(job).map(({ name }) => name), connected: job.order.datasetIds.length > 0 },
  );
}

/** Hides a job. A second call answers the same. */
function deleteJob(context: ExtractionContext, call: Call) {
  const id = partOf(call, 'job_id');
  const gone = context.store.jobs.get(id);
  if (!gone?.deleted || gone.owner.organization !== ownerOf(call).organization) {
    hideJob(context, jobOf(context, call, 'manage'));
  }
  return { success: true, message: 'Job deleted', job_id: id };
}

/** The job that a path names. @throws RequestRefused 404 or 403. */
function jobOf(context: ExtractionContext, call: Call, need?: Permission): Job {
  return pathItem(context, call, { collection: context.store.jobs, kind: 'Job', need });
}

const listQuery = z.object({
  ...pagingFields({ most: 1_000 }),
  mode: z.enum(JOB_MODES).optional(),
  ...listFields,
});

/** The caller's jobs, newest first, without runs of monitors (extraction service, jobs/user). */
function listJobs({ store, settings, clock }: ExtractionContext, call: Call): Record<string, unknown> {
  const owner = ownerOf(call);
  const { page, page_size, mode, ownership, search, project_id } = readQuery(listQuery, call);
  const now = clock.now();
  const { sharing } = settings;
  const isWanted = (job: Job) =>
    !job.deleted &&
    job.monitorId === undefined &&
    job.listedFrom <= now &&
    (mode === undefined || job.order.mode === mode) &&
    (project_id === undefined || job.projectId === project_id) &&
    isFound(job.order.query, search) &&
    isListed(ownership, { item: job, caller: owner, sharing });
  const jobs = store.jobs.list({ within: owner.organization, newestFirst: true }).filter(isWanted);
  const view = (job: Job) => ({
    job_id: job.id,
    query: job.order.query,
    created_at: isoOf(job.createdAt),
    status: job.stage,
    mode: job.order.mode,
    user_key: job.owner.key,
    sharing_info: sharingInfo({ item: job, caller: owner, sharing }),
  });
  return pageOf(jobs, { page, page_size, name: 'jobs', view });
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
