import * as z from 'zod';
import {
  ASSOCIATION_TYPES,
  ENRICHMENT_TYPES,
  EXTRACTION_LIMITS,
  JOB_MODES,
  jobRequestBreaches,
} from '../../../../../../shared/domain/services/extraction-rules.ts';
import { asksForAllNews } from '../../../../../../shared/domain/services/all-news.ts';
import { type ExtractionSettings, leastLimitOf } from '../../settings.ts';

const { scoreMin, scoreMax, sourceGroups, webhooksPerResource } = EXTRACTION_LIMITS;
const name = z.string().trim().min(1, 'name must not be empty').max(200);
const description = z.string().max(2_000);

const validator = z.object({ name, description, type: z.literal('boolean').default('boolean') });
const enrichment = z.object({ name, description, type: z.enum(ENRICHMENT_TYPES) });

/** Optional in the service's sense: left out or null. */
function optional<T extends z.ZodType>(schema: T) {
  return schema.nullish().transform((value) => value ?? undefined);
}

/** The fields by which initialize and submit read a question alike. */
export const questionFields = {
  query: z.string().trim().min(1).max(10_000),
  context: optional(z.string().max(10_000)),
  start_date: optional(z.string()),
  end_date: optional(z.string()),
  connected_dataset_ids: optional(z.array(z.string()).max(100)),
  fetch_all_watchlist_news: optional(z.boolean()),
};

/** The body of submit (extraction service, submit). `most` is the plan's number of records. */
export function submitBody(most: number, settings: Pick<ExtractionSettings, 'strict'>) {
  return z
    .object({
      ...questionFields,
      summary_template: optional(z.string().max(10_000)),
      schema: optional(z.string().max(10_000)),
      limit: optional(
        z
          .number()
          .int()
          .min(Math.min(leastLimitOf(settings), most))
          .max(most),
      ),
      mode: optional(z.enum(JOB_MODES)),
      validators: optional(z.array(validator).min(1).max(50)),
      enrichments: optional(z.array(enrichment).min(1).max(50)),
      ed_association_type: optional(z.enum(ASSOCIATION_TYPES)),
      ed_score_min: optional(z.number().min(scoreMin).max(scoreMax)),
      source_groups: optional(z.array(z.string()).max(sourceGroups)),
      webhook_ids: optional(z.array(z.string()).max(webhooksPerResource)),
      project_id: optional(z.string()),
    })
    .superRefine(({ start_date: _start, end_date: _end, ...facts }, check) => {
      for (const { fields, message } of jobRequestBreaches(facts)) {
        check.addIssue({ code: 'custom', path: fields.slice(0, 1), message });
      }
      if (asksForAllNews(facts.query) && !facts.connected_dataset_ids?.length) {
        const message =
          'A query for all news needs connected_dataset_ids: it asks for the news of their entities.';
        check.addIssue({ code: 'custom', path: ['query'], message });
      }
    });
}

export type SubmitBody = z.infer<ReturnType<typeof submitBody>>;
