import * as z from 'zod';
import {
  ASSOCIATION_TYPES,
  ENRICHMENT_TYPES,
  EXTRACTION_LIMITS,
  JOB_MODES,
  jobRequestBreaches,
  VALIDATOR_TYPES,
} from '../../../domain/services/extraction-rules.ts';
import { parseWireTime, wireTimeOf } from '../../../domain/time/instant.ts';
import { type CallOptions, doing, type HttpClient, reading } from '../../http/http-client.ts';
import { identifier, list, maybeInstant, maybeNumber, maybeText, texts } from '../../http/lenient.ts';
import { jsonReader, optionalJsonReader } from '../../http/reader.ts';
import { records } from '../source/record.ts';
import { kept, operationsOf, outcome, pageFacts, type PageQuery, text } from './open-extraction.ts';

const criterion = z.object({ name: z.string(), description: maybeText, type: maybeText });

/** Validators or enrichments. Older answers contain only their names. */
const criteria = list(
  z.preprocess((value) => (typeof value === 'string' ? { name: value } : value), criterion),
);

const submitted = z.object({ job_id: identifier });

const proposal = z.object({
  validators: criteria,
  enrichments: criteria,
  start_date: maybeInstant,
  end_date: maybeInstant,
  /** How dates beyond the plan were changed; empty when they were not. */
  date_modification_message: texts,
});

/** Advice only: a `critical` query can still be submitted. */
const queryAdvice = z.object({
  /** `good`, `needs_work` or `critical`. */
  status: maybeText,
  title: maybeText,
  /** 0..1. */
  confidence: maybeNumber,
  description: maybeText,
  issues: texts,
  suggestions: list(z.object({ issue: maybeText, message: maybeText, example: maybeText })),
});

/** States can go backwards, and new ones can appear: only `completed` and `failed` are final. */
const jobStatus = z.object({ status: z.string() });

/** One page of records and the facts of their job. While the job works, the records are incomplete. */
const jobResults = z
  .object({
    /** For failed jobs. */
    error: maybeText,
    limit: maybeNumber,
    valid_records: maybeNumber,
    total_pages: maybeNumber,
    all_records: records,
  })
  .transform(({ all_records: { kept: read, ...others }, ...rest }) => ({
    ...rest,
    records: read,
    ...others,
  }));

const listedJob = z.object({
  job_id: identifier,
  query: maybeText,
  created_at: maybeInstant,
  mode: maybeText,
});

/** Jobs of the caller, newest first, without the repeated runs of monitors. */
const jobList = z.object({ ...pageFacts, jobs: kept(listedJob) });
export type ListedJob = z.infer<typeof listedJob>;

export const SUBMIT = doing('POST', '/submit');
export const INITIALIZE = reading('POST', '/initialize');

/** Any readable time. Sent as `2026-11-21T08:00:00Z`. */
const time = z
  .string()
  .refine((value) => parseWireTime(value) !== undefined, 'must be a time such as 2026-11-21T08:00:00Z')
  .transform((value) => `${wireTimeOf(parseWireTime(value) ?? 0)}Z`);

const validator = z.strictObject({
  name: text,
  /** When the value is true. */
  description: text,
  type: z.enum(VALIDATOR_TYPES).optional(),
});

const enrichment = z.strictObject({
  /** The name of the field. */
  name: text,
  description: text,
  type: z.enum(ENRICHMENT_TYPES),
});

const datasetIds = z.array(z.guid()).min(1).readonly();
export const webhookIds = z.array(text).max(EXTRACTION_LIMITS.webhooksPerResource).readonly();
/** The service may refuse fewer than 10 records, but its binding description allows them. */
export const recordLimit = z.int().min(1);

/** A new job (extraction service, submit). */
export const jobRequest = z
  .strictObject({
    /** The question in plain words. */
    query: text,
    context: text.optional(),
    /** Placeholders such as `[NAME]`. */
    summary_template: text.optional(),
    limit: recordLimit.optional(),
    mode: z.enum(JOB_MODES).optional(),
    start_date: time.optional(),
    end_date: time.optional(),
    validators: z.array(validator).min(1).readonly().optional(),
    enrichments: z.array(enrichment).min(1).readonly().optional(),
    connected_dataset_ids: datasetIds.optional(),
    ed_association_type: z.enum(ASSOCIATION_TYPES).optional(),
    ed_score_min: z.number().min(EXTRACTION_LIMITS.scoreMin).max(EXTRACTION_LIMITS.scoreMax).optional(),
    fetch_all_watchlist_news: z.boolean().optional(),
    source_groups: z.array(text).max(EXTRACTION_LIMITS.sourceGroups).readonly().optional(),
    webhook_ids: webhookIds.optional(),
    project_id: text.optional(),
  })
  .superRefine((job, context) => {
    for (const { message } of jobRequestBreaches(job)) context.addIssue({ code: 'custom', message });
  });

export const initializeRequest = z.strictObject({
  query: text,
  context: text.optional(),
  /** Any dates: those beyond the plan come back moved, with `date_modification_message`. */
  start_date: time.optional(),
  end_date: time.optional(),
  connected_dataset_ids: datasetIds.optional(),
  fetch_all_watchlist_news: z.boolean().optional(),
});

const validateRequest = z.strictObject({ query: text });

const continueRequest = z.strictObject({
  job_id: text,
  /** Default: the maximum of the plan. Must be above the old limit. */
  new_limit: recordLimit.optional(),
});

/** Jobs: a question in plain words becomes records with citations (extraction service, jobs). */
export function jobs(http: HttpClient) {
  const { listing, ofOne, sending } = operationsOf(http);
  return {
    /**
     * Starts a job and returns its id. When the answer is lost, the job may exist, so look for it in the list before
     * you repeat the call. A ThrottledError means that all job slots are busy: wait minutes.
     */
    submit: sending(SUBMIT, { body: jobRequest, answer: submitted }),
    /** Proposals for validators, enrichments and dates. Costs nothing. Each answer differs. */
    initialize: sending(INITIALIZE, { body: initializeRequest, answer: proposal }),
    /** Advice on a query before it is submitted. Costs nothing. */
    validate: sending(reading('POST', '/validate'), { body: validateRequest, answer: queryAdvice }),
    /** Continues a completed job with a higher limit. Its records remain. */
    continue: sending(doing('POST', '/continue'), { body: continueRequest, answer: outcome }),
    /** State of a job and of its stages. First after a minute or two, then every 30 to 60 s. */
    status: ofOne(reading('GET', '/status/{job_id}'), jsonReader(jobStatus)),
    /** One page of records. Allowed while the job is enriching. */
    pull: (job_id: string, { page = 1, page_size = 100, ...options }: PageQuery & CallOptions = {}) => {
      const query = { page, page_size };
      return http.call(
        { endpoint: reading('GET', '/pull/{job_id}'), ids: { job_id }, query, read: jsonReader(jobResults) },
        options,
      );
    },
    list: listing(reading('GET', '/jobs/user'), jobList),
    /** Hides a job. It continues if it works. Deleting again is no error. */
    remove: ofOne(reading('DELETE', '/jobs/{job_id}'), optionalJsonReader(outcome)),
  };
}
