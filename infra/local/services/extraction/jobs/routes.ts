import * as z from 'zod';
import { csv, json } from '../../kit/answer.ts';
import { RequestRefused, readAs } from '../../kit/refusal.ts';
import type { Route } from '../../kit/local-service.ts';
import { pagingFields, readQuery } from '../accounts/paging.ts';
import type { ExtractionContext } from '../context.ts';
import { assertFeature, type Call, routesFrom } from '../endpoints.ts';
import { checkQuery } from './check-query.ts';
import { continueJob } from './continue.ts';
import { fieldsOf } from './enriching.ts';
import { jobOf } from './find-job.ts';
import { hideJob } from './hide.ts';
import { initializeJob } from './initialize.ts';
import type { Job } from './job.ts';
import { listJobs } from './list.ts';
import { pullView } from './pull.ts';
import { jobRecordView } from './record-view.ts';
import { recordsCsv } from './records-csv.ts';
import { stepsOf } from './stage.ts';
import { submitJob } from './submit.ts';
import type { Worker } from './worker.ts';

const pullQuery = z.object(pagingFields({ most: 1_000 }));
const validateBody = z.object({ query: z.string() });

/** The calls about jobs (extraction service, jobs). */
export function jobRoutes(context: ExtractionContext, worker: Worker): Route[] {
  return routesFrom(context, [
    ['POST', '/submit', (call) => submit(context, worker, call)],
    ['POST', '/initialize', async (call) => json(initializeJob(context, await call.json()))],
    ['POST', '/validate', async (call) => json(checkQuery(readAs(validateBody, await call.json()).query))],
    ['POST', '/continue', (call) => carryOn(context, worker, call)],
    ['GET', '/status/{job_id}', async (call) => json(statusView(await worker.poll(jobOf(context, call))))],
    ['GET', '/pull/{job_id}', (call) => json(pull(context, call))],
    ['GET', '/pull/{job_id}/csv', (call) => csv(pullCsv(context, call), 'records.csv')],
    ['GET', '/jobs/user', (call) => json(listJobs(context, call))],
    ['DELETE', '/jobs/{job_id}', (call) => json(deleteJob(context, call))],
  ]);
}

async function submit(context: ExtractionContext, worker: Worker, call: Call) {
  const job = submitJob(context, call.owner, await call.json());
  await worker.take(job);
  return json({ job_id: job.id });
}

async function carryOn(context: ExtractionContext, worker: Worker, call: Call) {
  assertFeature(context.settings.withheld, 'continue');
  const { job, previousLimit } = continueJob(context, call.owner, await call.json());
  await worker.take(job);
  return json({
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
  return pullView(context, job, { ...readQuery(pullQuery, call.query), caller: call.owner });
}

function pullCsv(context: ExtractionContext, call: Call): string {
  const job = jobOf(context, call);
  if (job.stage !== 'completed') {
    throw new RequestRefused(409, `The job is ${job.stage}: CSV is there when it has completed`);
  }
  const records = context.shelves.records.list({ within: job.id });
  return recordsCsv(
    records.map((record) => jobRecordView(record, job.entities)),
    { fields: fieldsOf(job).map(({ name }) => name), connected: job.order.datasetIds.length > 0 },
  );
}

/** Hides a job. A second call answers the same. */
function deleteJob(context: ExtractionContext, call: Call) {
  const id = call.params['job_id'] ?? '';
  const gone = context.shelves.jobs.get(id);
  if (!gone?.deleted || gone.owner.organization !== call.owner.organization) {
    hideJob(context, jobOf(context, call, 'manage'));
  }
  return { success: true, message: 'Job deleted', job_id: id };
}
