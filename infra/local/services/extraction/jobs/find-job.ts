import { findUsable, type Permission } from '../accounts/access.ts';
import type { Call } from '../../kit/http/local-service.ts';
import { ownerOf, partOf } from '../calls.ts';
import type { ExtractionContext } from '../context.ts';
import type { Job } from './job.ts';

/** The job that a path names. @throws RequestRefused 404 or 403. */
export function jobOf({ store, settings }: ExtractionContext, call: Call, need: Permission = 'view'): Job {
  const id = partOf(call, 'job_id');
  return findUsable(store.jobs, {
    id,
    kind: 'Job',
    caller: ownerOf(call),
    need,
    sharing: settings.sharing,
  });
}
