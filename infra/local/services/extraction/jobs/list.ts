import * as z from 'zod';
import { JOB_MODES } from '../../../../../shared/domain/services/extraction-rules.ts';
import { isoOf } from '../../../../../shared/domain/time/instant.ts';
import { isListed, sharingInfo } from '../accounts/access.ts';
import { isFound, listFields, pageOf, pagingFields, readQuery } from '../accounts/paging.ts';
import { ownerOf } from '../calls.ts';
import type { ExtractionContext } from '../context.ts';
import type { Call } from '../../kit/http/local-service.ts';
import type { Job } from './job.ts';

const listQuery = z.object({
  ...pagingFields({ most: 1_000 }),
  mode: z.enum(JOB_MODES).optional(),
  ...listFields,
});

/** The caller's jobs, newest first, without runs of monitors (extraction service, jobs/user). */
export function listJobs({ store, settings, clock }: ExtractionContext, call: Call): Record<string, unknown> {
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
