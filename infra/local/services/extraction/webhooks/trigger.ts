import type { ExtractionContext } from '../context.ts';
import { jobNotice } from '../jobs/end-notice.ts';
import { RequestRefused } from '../../kit/http/refusal.ts';
import { noticeOf } from '../monitors/run-end.ts';
import type { Resource } from './assign.ts';
import type { Notice } from './dispatcher.ts';

/**
 * What a delivery by hand holds: the records of a job; of a monitor those that its latest run, or the run `jobId`, was the
 * first to find. The reference job counts as a run.
 *
 * @throws RequestRefused 404 for a run that the monitor does not have, or a job id that is not the job's own.
 */
export function triggerNotice(context: ExtractionContext, { type, id }: Resource, jobId?: string): Notice {
  const { store } = context;
  const job = type === 'job' ? store.jobs.get(id) : undefined;
  if (job) {
    if (jobId !== undefined && jobId !== id) throw new RequestRefused(404, 'job_id is another job');
    return jobNotice(context, job);
  }
  const monitor = store.monitors.get(id);
  if (!monitor) throw new RequestRefused(404, `There is no ${type} ${id.slice(0, 100)}`);
  const ended = store.runs
    .list({ within: id, newestFirst: true })
    .filter(({ status }) => status === 'job_completed');
  const runs = [...ended.map((run) => run.jobId), monitor.referenceJobId];
  const replayed = jobId ?? runs[0] ?? monitor.referenceJobId;
  if (!runs.includes(replayed))
    throw new RequestRefused(404, 'The monitor has no completed run of this job_id');
  const records = store.monitorRecords.list({ within: id }).filter((record) => record.jobId === replayed);
  return noticeOf(context, { monitor, jobId: replayed, records });
}
