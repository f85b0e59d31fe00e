import type { ExtractionContext } from '../context.ts';
import { unassignAll } from '../webhooks/assign.ts';
import type { Job } from './job.ts';

/**
 * Deletes a job softly: it is found no more, its work ends and its webhooks are detached. A run of a monitor that was at
 * work counts as failed.
 */
export function hideJob(context: ExtractionContext, job: Job): void {
  const { store, agenda, clock } = context;
  store.jobs.put(job.id, { ...job, deleted: true });
  agenda.drop(`job ${job.id}`);
  unassignAll(context, { type: 'job', id: job.id });
  const run = store.runs.get(job.id);
  if (run?.status === 'running') store.runs.put(job.id, { ...run, status: 'failed', endedAt: clock.now() });
}
