import { isoOf, MINUTE } from '../../../../../../shared/domain/time/instant.ts';
import { sharingInfo } from '../../accounts/access.ts';
import type { Owner } from '../../accounts/owner.ts';
import type { ExtractionContext } from '../../context.ts';
import { fieldsOf, validatorsOf } from '../work/enriching.ts';
import type { Job } from '../job.ts';
import { jobRecordView } from './record-view.ts';

/** The records of a job so far, a page at a time, with what is known of the job (extraction service, pull). */
export function pullView(
  context: ExtractionContext,
  job: Job,
  { page, page_size, caller }: { page: number; page_size: number; caller: Owner },
): Record<string, unknown> {
  const { store, settings } = context;
  const total = store.records.count(job.id);
  const records = store.records.list({ within: job.id, offset: (page - 1) * page_size, limit: page_size });
  return {
    job_id: job.id,
    ...questionView(job),
    status: job.stage,
    error: job.error ?? null,
    duration: durationOf(job, context.clock.now()),
    candidate_records: job.candidates,
    valid_records: job.valid,
    progress_validated: job.order.mode === 'lite' ? null : job.validated,
    page,
    page_size,
    total_pages: Math.ceil(total / page_size),
    all_records: records.map((record) => jobRecordView(record, job.entities)),
    ...connectedView(context, job),
    sharing_info: sharingInfo({ item: job, caller, sharing: settings.sharing }),
  };
}

function questionView(job: Job) {
  const { order } = job;
  return {
    query: order.query,
    context: order.context ?? null,
    mode: order.mode,
    limit: order.limit,
    validators: validatorsOf(job),
    enrichments: fieldsOf(job),
    date_range: { start_date: isoOf(order.from), end_date: isoOf(order.to) },
    source_groups: order.sourceGroups,
  };
}

/** What a job says about its watchlist; also part of a monitor's pull. */
export function connectedView({ store }: ExtractionContext, { order }: Job) {
  return {
    connected_dataset_ids: order.datasetIds,
    connected_datasets: order.datasetIds.map((id) => {
      const dataset = store.datasets.get(id);
      return { id, name: dataset?.name ?? '', is_deleted: dataset?.deleted ?? true };
    }),
    is_all_news_query: order.allNews,
  };
}

/** Whole minutes, begun ones counted: `1m`. */
function durationOf({ createdAt, endedAt }: Job, now: number): string {
  return `${Math.max(1, Math.ceil(((endedAt ?? now) - createdAt) / MINUTE))}m`;
}
