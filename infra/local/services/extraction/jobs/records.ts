import { stringify } from 'csv-stringify/sync';
import { type Instant, isoOf, MINUTE } from '../../../../../shared/domain/time/instant.ts';
import { sharingInfo } from '../accounts/access.ts';
import type { Owner } from '../accounts/owner.ts';
import type { ExtractionContext } from '../context.ts';
import type { Entity } from '../entities/entity.ts';
import { webhooksOf } from '../webhooks/assign.ts';
import type { Dispatcher, Notice } from '../webhooks/dispatcher.ts';
import type { Job } from './job.ts';
import { fieldsOf, validatorsOf } from './enriching.ts';
import type { Citation, ExtractedRecord } from './work.ts';

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

/** A record as answers show it (extraction service, record), but for its citations. */
export function recordView(
  record: Omit<ExtractedRecord, 'citations'>,
  entities: readonly Entity[],
): Record<string, unknown> {
  const { id, title, enrichment, confidence, connections, tags } = record;
  return {
    record_id: id,
    record_title: title,
    enrichment,
    enrichment_confidence: confidence,
    ...(connections && { connected_entities: connections.flatMap((item) => connectionView(item, entities)) }),
    ...(tags && { tags }),
  };
}

export function citationView({ title, link, publishedAt }: Citation) {
  return { title, link, published_date: isoOf(publishedAt) };
}

/** A record with plain citations, as a pull of a job shows it. */
export function jobRecordView(record: ExtractedRecord, entities: readonly Entity[]): Record<string, unknown> {
  return { ...recordView(record, entities), citations: record.citations.map(citationView) };
}

/** When a record of a monitor was collected and last changed. */
export function seenView({ addedAt, updatedAt }: { addedAt: Instant; updatedAt: Instant }) {
  return { added_on: isoOf(addedAt), updated_on: isoOf(updatedAt) };
}

type Connections = NonNullable<ExtractedRecord['connections']>;

/** An entity with its company data as the job took it over. */
function connectionView(
  { entityId, score, association, relation }: Connections[number],
  entities: readonly Entity[],
): object[] {
  const entity = entities.find(({ id }) => id === entityId);
  if (!entity) return [];
  return [
    {
      entity_id: entity.id,
      name: entity.name,
      type: entity.type,
      ed_score: score,
      relation,
      association_type: association,
      external_entity_id: entity.externalId,
      company: {
        domain: null,
        alternative_names: [],
        key_persons: [],
        description: entity.description,
        ...entity.company,
      },
    },
  ];
}

/** The columns of every record, before those of the fields. */
const FIRST = ['record_id', 'record_title'];
/** Columns of records that belong to runs of a monitor. */
const SEEN = ['added_on', 'updated_on'];

/**
 * Records, as answers show them, as CSV: one row each, one column for each enrichment field in the order of first
 * appearance, citations as JSON, and for jobs with datasets two more JSON columns (extraction service, CSV).
 */
export function recordsCsv(
  records: readonly Readonly<Record<string, unknown>>[],
  { fields, connected }: { fields: readonly string[]; connected: boolean },
): string {
  const names = [...new Set([...fields, ...records.flatMap((record) => Object.keys(enrichmentOf(record)))])];
  const seen = records.some((record) => 'added_on' in record) ? SEEN : [];
  const columns = [
    ...FIRST,
    ...names,
    ...seen,
    'citations',
    ...(connected ? ['event_associated_entities', 'mention_entities'] : []),
  ];
  const rows = records.map((record) => [
    ...FIRST.map((name) => cell(record[name])),
    ...names.map((name) => cell(enrichmentOf(record)[name])),
    ...seen.map((name) => cell(record[name])),
    JSON.stringify(record['citations'] ?? []),
    ...(connected ? [entitiesCell(record, 'event_associated'), entitiesCell(record, 'mention')] : []),
  ]);
  return stringify([columns, ...rows]);
}

function enrichmentOf(record: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { enrichment } = record;
  return typeof enrichment === 'object' && enrichment !== null ? { ...enrichment } : {};
}

/** Text as it is, objects and lists as JSON, nothing for null. */
function cell(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function entitiesCell(record: Readonly<Record<string, unknown>>, association: string): string {
  const entities: unknown[] = Array.isArray(record['connected_entities']) ? record['connected_entities'] : [];
  const wanted = entities.filter(
    (entity) =>
      typeof entity === 'object' &&
      entity !== null &&
      'association_type' in entity &&
      entity.association_type === association,
  );
  return JSON.stringify(wanted);
}

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
