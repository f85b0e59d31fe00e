import type { ExtractionContext } from '../context.ts';
import { webhooksOf } from '../webhooks/assign.ts';
import type { Dispatcher, Notice } from '../webhooks/dispatcher.ts';
import type { Job } from './job.ts';
import { jobRecordView } from './record-view.ts';

/** Tells the webhooks of a job that it is over. */
export function tellJobEnd(context: ExtractionContext, dispatcher: Dispatcher, job: Job): void {
  const notice = jobNotice(context, job);
  for (const webhook of webhooksOf(context, notice.resource)) dispatcher.notify(webhook, notice);
}

/** What a webhook is told about a job: its id, question, end and records. */
export function jobNotice({ shelves }: ExtractionContext, job: Job): Notice {
  const records = shelves.records.list({ within: job.id });
  return {
    resource: { type: 'job', id: job.id },
    jobId: job.id,
    fields: { event: `job_${job.stage}`, job_id: job.id, query: job.order.query, status: job.stage },
    records: records.map((record) => jobRecordView(record, job.entities)),
  };
}
