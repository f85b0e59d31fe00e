import { findUsable, type Permission } from '../accounts/access.ts';
import type { Call } from '../endpoints.ts';
import { partOf } from '../endpoints.ts';
import type { ExtractionContext } from '../context.ts';
import type { Job } from './job.ts';

/** The job that a path names. @throws RequestRefused 404 or 403. */
export function jobOf({ shelves, settings }: ExtractionContext, call: Call, need: Permission = 'view'): Job {
  const id = partOf(call, 'job_id');
  return findUsable(shelves.jobs, { id, kind: 'Job', caller: call.owner, need, sharing: settings.sharing });
}
