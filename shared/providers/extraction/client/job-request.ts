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

const text = z.string().trim().min(1, 'must not be empty');

/** Any readable time. Sent as `2026-11-21T08:00:00Z`. */
const time = z
  .string()
  .refine((value) => parseWireTime(value) !== undefined, 'must be a time such as 2026-11-21T08:00:00Z')
  .transform((value) => `${wireTimeOf(parseWireTime(value) ?? 0)}Z`);

export const validator = z.strictObject({
  name: text,
  /** When the value is true. */
  description: text,
  type: z.enum(VALIDATOR_TYPES).optional(),
});

export const enrichment = z.strictObject({
  /** The name of the field. */
  name: text,
  description: text,
  type: z.enum(ENRICHMENT_TYPES),
});

/** An id from the service. */
export const id = text;

export const datasetIds = z.array(z.guid()).min(1).readonly();
export const webhookIds = z.array(id).max(EXTRACTION_LIMITS.webhooksPerResource).readonly();
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
    project_id: id.optional(),
  })
  .superRefine((job, context) => {
    for (const { message } of jobRequestBreaches(job)) context.addIssue({ code: 'custom', message });
  });

export type JobRequest = z.input<typeof jobRequest>;

export const initializeRequest = z.strictObject({
  query: text,
  context: text.optional(),
  /** Any dates: those beyond the plan come back moved, with `date_modification_message`. */
  start_date: time.optional(),
  end_date: time.optional(),
  connected_dataset_ids: datasetIds.optional(),
  fetch_all_watchlist_news: z.boolean().optional(),
});

export type InitializeRequest = z.input<typeof initializeRequest>;

export const validateRequest = z.strictObject({ query: text });

export const continueRequest = z.strictObject({
  job_id: id,
  /** Default: the maximum of the plan. Must be above the old limit. */
  new_limit: recordLimit.optional(),
});

export type ContinueRequest = z.input<typeof continueRequest>;
