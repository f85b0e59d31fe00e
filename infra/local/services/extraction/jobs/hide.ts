import type { ExtractionContext } from '../context.ts';
import { unassignAll } from '../webhooks/assign.ts';
import type { Job } from './job.ts';

/** Deletes a job softly: it is found no more, its work ends and its webhooks are detached. */
export function hideJob(context: ExtractionContext, job: Job): void {
  context.shelves.jobs.put(job.id, { ...job, deleted: true });
  context.agenda.drop(`job ${job.id}`);
  unassignAll(context, { type: 'job', id: job.id });
}
