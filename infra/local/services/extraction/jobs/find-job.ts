import { pathItem, type Permission } from '../accounts/access.ts';
import type { Call } from '../../kit/http/local-service.ts';
import type { ExtractionContext } from '../context.ts';
import type { Job } from './job.ts';

/** The job that a path names. @throws RequestRefused 404 or 403. */
export function jobOf(context: ExtractionContext, call: Call, need?: Permission): Job {
  return pathItem(context, call, { collection: context.store.jobs, kind: 'Job', need });
}
