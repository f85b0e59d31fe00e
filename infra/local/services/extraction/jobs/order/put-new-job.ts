import type { ExtractionContext } from '../../context.ts';
import type { Owner } from '../../accounts/owner.ts';
import type { TrackedEntity } from '../../pipeline/connect.ts';
import type { Job, JobOrder } from '../job.ts';

/** Who requested a job, and why. */
export interface NewJob {
  owner: Owner;
  order: JobOrder;
  entities: TrackedEntity[];
  projectId?: string | undefined;
  monitorId?: string | undefined;
}

/** Stores a new job in its first stage. Faults that concern it are drawn here, once. */
export function putNewJob(
  context: ExtractionContext,
  { owner, order, entities, projectId, monitorId }: NewJob,
): Job {
  const now = context.clock.now();
  const job: Job = {
    id: context.newId(),
    owner,
    createdAt: now,
    order,
    entities,
    projectId,
    monitorId,
    stage: 'submitted',
    since: now,
    turn: 1,
    candidates: 0,
    validated: 0,
    valid: 0,
    told: false,
    neverEnds: context.faults.strikes('job-never-ends'),
    fails: context.faults.jobFailure(),
    listedFrom: now + (monitorId === undefined ? context.faults.jobListLag() : 0),
    deleted: false,
  };
  context.store.jobs.put(job.id, job, owner.organization);
  return job;
}
