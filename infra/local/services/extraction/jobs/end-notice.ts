import type { ExtractionContext } from '../context.ts';
import { webhooksOf } from '../webhooks/assign.ts';
import type { Dispatcher, Notice } from '../webhooks/dispatcher.ts';
import type { Job } from './job.ts';
import { jobRecordView } from './records/record-view.ts';

/** Sends the end of a job to its webhooks. */
export function notifyJobEnd(context: ExtractionContext, dispatcher: Dispatcher, job: Job): void {
  const notice = jobNotice(context, job);
  for (const webhook of webhooksOf(context, notice.resource)) dispatcher.notify(webhook, notice);
}

/** What webhooks get about a job: its id, question, end and records. */
export function jobNotice({ store }: ExtractionContext, job: Job): Notice {
  const records = store.records.list({ within: job.id });
  return {
    resource: { type: 'job', id: job.id },
    jobId: job.id,
    fields: { event: `job_${job.stage}`, job_id: job.id, query: job.order.query, status: job.stage },
    records: records.map((record) => jobRecordView(record, job.entities)),
  };
}
