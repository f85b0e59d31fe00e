import * as z from 'zod';
import { findUsable } from '../../accounts/access.ts';
import type { Owner } from '../../accounts/owner.ts';
import type { ExtractionContext } from '../../context.ts';
import { RequestRefused, readAs } from '../../../kit/http/refusal.ts';
import type { Job } from '../job.ts';
import { assertCredits, assertFreeSlot } from './submit.ts';

const continueBody = z.object({
  job_id: z.string(),
  new_limit: z.number().int().min(1).nullish(),
});

/**
 * Sends a completed job back to work with a higher limit: clusters that were left over are judged first, then the turns
 * that are left are taken (extraction service, continue).
 *
 * @throws RequestRefused 400 for a job that is not completed or a limit that is not higher, 402, 403, 404, 422 or 429.
 */
export function continueJob(
  context: ExtractionContext,
  caller: Owner,
  value: unknown,
): { job: Job; previousLimit: number } {
  const { job_id, new_limit } = readAs(continueBody, value);
  const { store, plan, clock } = context;
  const job = findUsable(context, store.jobs, { id: job_id, kind: 'Job', caller, need: 'edit' });
  if (job.stage !== 'completed')
    throw new RequestRefused(400, `Only a completed job can be continued; this one is ${job.stage}`);
  const limit = new_limit ?? plan.recordsPerJob;
  if (limit <= job.order.limit)
    throw new RequestRefused(400, `new_limit must be above the present limit of ${job.order.limit}`);
  if (limit > plan.recordsPerJob)
    throw new RequestRefused(400, `new_limit is above the plan's ${plan.recordsPerJob} records`);
  assertCredits(context, caller);
  assertFreeSlot(context, caller);
  const order = { ...job.order, limit };
  const next: Job = {
    ...job,
    order,
    stage: 'enriching',
    since: clock.now(),
    told: false,
    endedAt: undefined,
  };
  store.jobs.put(job.id, next);
  return { job: next, previousLimit: job.order.limit };
}
