import * as z from 'zod';
import {
  identifier,
  identifiers,
  items,
  list,
  maybe,
  maybeFlag,
  maybeIdentifier,
  maybeInstant,
  maybeNumber,
  maybeText,
  texts,
} from '../../http/lenient.ts';
import { pageFacts, sharingInfo } from './paging.ts';
import { records } from '../source/record.ts';

const criterion = z.object({ name: z.string(), description: maybeText, type: maybeText });

/** Validators or enrichments. Older answers contain only their names. */
export const criteria = list(
  z.preprocess((value) => (typeof value === 'string' ? { name: value } : value), criterion),
);

/** Attached source groups: slugs, or objects with a slug. */
export const sourceGroupSlugs = list(
  z
    .preprocess(
      (value) => (typeof value === 'string' ? { slug: value } : value),
      z.object({ slug: z.string() }),
    )
    .transform(({ slug }) => slug),
);

export const submitted = z.object({ job_id: identifier });

export const proposal = z.object({
  query: maybeText,
  context: maybeText,
  validators: criteria,
  enrichments: criteria,
  start_date: maybeInstant,
  end_date: maybeInstant,
  /** How dates beyond the plan were changed; empty when they were not. */
  date_modification_message: texts,
});

/** Advice only: a `critical` query can still be submitted. */
export const queryAdvice = z.object({
  /** `good`, `needs_work` or `critical`. */
  status: maybeText,
  title: maybeText,
  /** 0..1. */
  confidence: maybeNumber,
  description: maybeText,
  issues: texts,
  suggestions: list(z.object({ issue: maybeText, message: maybeText, example: maybeText })),
});

export const continued = z.object({
  job_id: maybeIdentifier,
  previous_limit: maybeNumber,
  new_limit: maybeNumber,
  status: maybeText,
});

/** States can go backwards, and new ones can appear: only `completed` and `failed` are final. */
export const jobStatus = z.object({
  job_id: maybeIdentifier,
  status: z.string(),
  /** All stages are always listed. A `failed` step that is not completed is normal. */
  steps: list(z.object({ status: z.string(), order: maybeNumber, completed: maybeFlag })),
});

const connectedDatasets = list(z.object({ id: identifier, name: maybeText, is_deleted: maybeFlag }));

/** Datasets and sharing, in answers with records. */
export const resultFacts = {
  connected_datasets: connectedDatasets,
  is_all_news_query: maybeFlag,
  sharing_info: sharingInfo,
};

export const jobResults = z
  .object({
    job_id: maybeIdentifier,
    query: maybeText,
    context: maybeText,
    status: maybeText,
    /** For failed jobs. */
    error: maybeText,
    mode: maybeText,
    limit: maybeNumber,
    validators: criteria,
    enrichments: criteria,
    duration: maybeText,
    candidate_records: maybeNumber,
    valid_records: maybeNumber,
    progress_validated: maybeNumber,
    date_range: maybe(z.object({ start_date: maybeInstant, end_date: maybeInstant })),
    ...pageFacts,
    all_records: records,
    connected_dataset_ids: identifiers,
    source_groups: sourceGroupSlugs,
    ...resultFacts,
  })
  .transform(({ all_records: { kept, ...others }, ...rest }) => ({ ...rest, records: kept, ...others }));

/** One page of records and the facts of their job. While the job works, the records are incomplete. */
export type JobResults = z.infer<typeof jobResults>;

const listedJob = z.object({
  job_id: identifier,
  query: maybeText,
  status: maybeText,
  created_at: maybeInstant,
  mode: maybeText,
  /** Masked key of its creator. */
  user_key: maybeText,
  sharing_info: sharingInfo,
});

export const jobList = z
  .object({ ...pageFacts, jobs: items(listedJob) })
  .transform(({ jobs: { kept, dropped }, ...rest }) => ({ ...rest, jobs: kept, dropped }));

/** Jobs of the caller, newest first, without the repeated runs of monitors. */
export type JobList = z.infer<typeof jobList>;
export type ListedJob = JobList['jobs'][number];

export const jobRemoved = z.object({ success: maybeFlag, message: maybeText, job_id: maybeIdentifier });
