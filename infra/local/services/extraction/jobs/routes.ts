import { Hono } from 'hono';
import * as z from 'zod';
import { RequestRefused } from '../../kit/http/refusal.ts';
import { csvAnswer } from '../../kit/http/csv-answer.ts';
import type { Call, ServiceApp } from '../../kit/http/local-service.ts';
import { readBodyAs, readJson } from '../../kit/http/read-request.ts';
import { pagingFields, readQuery } from '../accounts/paging.ts';
import type { ExtractionContext } from '../context.ts';
import { ownerOf, partOf } from '../calls.ts';
import { checkQuery } from './order/check-query.ts';
import { continueJob } from './order/continue.ts';
import { fieldsOf } from './work/enriching.ts';
import { jobOf } from './find-job.ts';
import { hideJob } from './hide.ts';
import { initializeJob } from './order/initialize.ts';
import type { Job } from './job.ts';
import { listJobs } from './list.ts';
import { pullView } from './records/pull.ts';
import { jobRecordView } from './records/record-view.ts';
import { recordsCsv } from './records/records-csv.ts';
import { stepsOf } from './stage.ts';
import { submitJob } from './order/submit.ts';
import type { Worker } from './work/worker.ts';

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
