import { stringify } from 'csv-stringify/sync';
import { isObject, lookUp } from '../../../../../shared/domain/lib/fields.ts';
import { isoOf, MINUTE } from '../../../../../shared/domain/time/instant.ts';
import type { ExtractionContext } from '../context.ts';
import type { Notice } from '../webhooks/dispatcher.ts';
import { stepOf } from './job.ts';
import type { Citation, ExtractedRecord, Job, Owner } from '../stored.ts';

/** The records that a job has so far, each with the citations so far. */
export function recordsOf(context: ExtractionContext, job: Job): ExtractedRecord[] {
  const at = stepOf(context, job);
  const isThere = ({ since }: { since: number }) => since <= at;
  const records = context.store.records.list(job.id).filter(isThere);
  return records.map((record) => ({ ...record, citations: record.citations.filter(isThere) }));
}

/** The records of a job so far, a page at a time, with what is known of the job (extraction service, pull). */
export function pullView(
  context: ExtractionContext,
  job: Job,
  { page, page_size, caller }: { page: number; page_size: number; caller: Owner },
): Record<string, unknown> {
  const { order } = job;
  const { stage, candidates, validated, valid } = job.steps[stepOf(context, job)] ?? {};
  const records = recordsOf(context, job);
  const start = (page - 1) * page_size;
  const minutes = Math.ceil(((job.endedAt ?? context.clock.now()) - job.createdAt) / MINUTE);
  return {
    job_id: job.id,
    query: order.query,
    context: order.context ?? null,
    mode: order.mode,
    limit: order.limit,
    validators: order.validators,
    enrichments: order.enrichments,
    date_range: { start_date: isoOf(order.from), end_date: isoOf(order.to) },
    source_groups: order.sourceGroups,
    status: stage,
    error: stage === 'failed' ? job.error : null,
    duration: `${Math.max(1, minutes)}m`,
    candidate_records: candidates,
    valid_records: valid,
    progress_validated: order.mode === 'lite' ? null : validated,
    page,
    page_size,
    total_pages: Math.ceil(records.length / page_size),
    all_records: records.slice(start, start + page_size).map((record) => jobRecordView(record, job)),
    ...connectedView(context, job),
    sharing_info: context.kinds.job.sharingInfo(job, caller),
  };
}

/** What a job says about its watchlist; also part of a monitor's pull. */
export function connectedView({ store }: ExtractionContext, { order }: Job) {
  return {
    connected_dataset_ids: order.datasetIds,
    connected_datasets: order.datasetIds.map((id) => {
      const { name = '', deleted = true } = store.datasets.get(id) ?? {};
      return { id, name, is_deleted: deleted };
    }),
    is_all_news_query: order.allNews,
  };
}

/** A record as answers show it (extraction service, record), but for its citations. */
export function recordView(
  { id, title, enrichment, confidence, connections, tags }: Omit<ExtractedRecord, 'citations'>,
  { entities }: Pick<Job, 'entities'>,
): Record<string, unknown> {
  // Entities have the company data that the job took over.
  const connected = connections?.flatMap(({ entityId, score, association, relation }) => {
    const entity = entities.find((one) => one.id === entityId);
    if (!entity) return [];
    const { name, entity_type: type, external_entity_id, description } = entity;
    const empty = { domain: null, alternative_names: [], key_persons: [], description };
    const company = { ...empty, ...entity.company };
    const said = { ed_score: score, relation, association_type: association };
    return { entity_id: entityId, name, type, ...said, external_entity_id, company };
  });
  return {
    record_id: id,
    record_title: title,
    enrichment,
    enrichment_confidence: confidence,
    ...(connected && { connected_entities: connected }),
    ...(tags && { tags }),
  };
}

export function citationView({ title, link, publishedAt }: Citation) {
  return { title, link, published_date: isoOf(publishedAt) };
}

/** A record with plain citations, as a pull of a job shows it. */
export function jobRecordView(record: ExtractedRecord, job: Job): Record<string, unknown> {
  return { ...recordView(record, job), citations: record.citations.map(citationView) };
}

/**
 * Records, as answers show them, as CSV: one row each, one column for each enrichment field in the order of first
 * appearance, citations as JSON, and for jobs with datasets two more JSON columns (extraction service, CSV).
 */
export function recordsCsv(records: readonly Record<string, unknown>[], { order }: Job): string {
  const fieldsOf = ({ enrichment }: Record<string, unknown>) => (isObject(enrichment) ? enrichment : {});
  const among = ({ connected_entities: all }: Record<string, unknown>, association: string) =>
    Array.isArray(all) ? all.filter((one) => isObject(one) && one['association_type'] === association) : [];
  const named = records.flatMap((record) => Object.keys(fieldsOf(record)));
  const fields = [...new Set([...order.enrichments.map(({ name }) => name), ...named])];
  const first = ['record_id', 'record_title'];
  const last = [
    // Of records that belong to runs of a monitor.
    ...(records.some((record) => 'added_on' in record) ? ['added_on', 'updated_on'] : []),
    'citations',
    ...(order.datasetIds.length > 0 ? ['event_associated_entities', 'mention_entities'] : []),
  ];
  const rows = records.map((record) => {
    const event_associated_entities = among(record, 'event_associated');
    const all = { ...record, event_associated_entities, mention_entities: among(record, 'mention') };
    const cells = (names: readonly string[]) => names.map((name) => lookUp<unknown>(all, name));
    return [...cells(first), ...fields.map((name) => fieldsOf(record)[name]), ...cells(last)];
  });
  // Lists and objects become JSON.
  return stringify([[...first, ...fields, ...last], ...rows], { cast: { boolean: String } });
}

/** What webhooks get about a job: its id, question, end and records. */
export function jobNotice(context: ExtractionContext, job: Job): Notice {
  const { stage } = job.steps[stepOf(context, job)] ?? {};
  return {
    resource: { type: 'job', id: job.id },
    jobId: job.id,
    fields: { event: `job_${stage}`, job_id: job.id, query: job.order.query, status: stage },
    records: recordsOf(context, job).map((record) => jobRecordView(record, job)),
  };
}
