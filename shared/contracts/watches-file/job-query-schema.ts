import * as z from 'zod';
import {
  ASSOCIATION_TYPES,
  ENRICHMENT_TYPES,
  EXTRACTION_LIMITS,
  JOB_MODES,
  jobRequestBreaches,
} from '../../domain/services/extraction-rules.ts';
import { expecting } from './expectations.ts';
import type { Problem } from './problem.ts';
import { numberBetween, oneOf, textSchema, yesOrNo } from './values.ts';

const { leastLimit, scoreMin, scoreMax, sourceGroups, templateBytes } = EXTRACTION_LIMITS;
/** More records than any plan gives: keeps a slip of the keyboard from costing a month's credits. */
const MOST_RECORDS = 10_000;
const MOST_ITEMS = 50;

const SPAN = 'each run asks for the time that is not covered yet; lookback and overlap say how far back';

/** What a run sets itself, or a watch has no use for, and the way out. */
const NOT_TAKEN: Readonly<Record<string, Pick<Problem, 'what' | 'hint'>>> = {
  start_date: { what: 'start_date is set by the run itself', hint: `leave it out: ${SPAN}` },
  end_date: { what: 'end_date is set by the run itself', hint: `leave it out: ${SPAN}` },
  webhook_ids: {
    what: 'a watch needs no webhook',
    hint: 'leave it out: the watch takes the records itself and tells them on its channel',
  },
  schema: { what: 'schema is the older name of summary_template', hint: 'write summary_template' },
};

const id = expecting(z.string().regex(/^[\w-]+$/), { expected: 'an id that the service gave' });
const datasetId = expecting(z.guid(), { expected: 'the id of a dataset, a UUID' });

function listFrom<S extends z.ZodType>(
  entry: S,
  { most, expected }: { most: number; expected: string },
): z.ZodArray<S> {
  return expecting(z.array(entry).min(1).max(most), { expected });
}

const validator = z.strictObject({
  name: textSchema.describe('What the criterion is called.'),
  description: textSchema.describe('When a record meets it.'),
});

const enrichment = z.strictObject({
  name: textSchema.describe('The name of the field.'),
  description: textSchema.describe('What the field holds.'),
  type: oneOf(ENRICHMENT_TYPES).describe('The type of the field.'),
});

/** The `query` of a watch of kind `extraction`: a job's own parameters, without those that a run sets itself. */
export function jobQuerySchema() {
  const query = z
    .strictObject({
      query: textSchema.describe('The question in plain words.'),
      context: textSchema.optional().describe('What narrows the question.'),
      summary_template: expecting(textSchema.max(templateBytes), {
        expected: 'a text with placeholders such as "[COMPANY] cuts [NUMBER] jobs"',
      })
        .optional()
        .describe('How each record is summed up; placeholders stand in brackets.'),
      limit: numberBetween({ whole: true, min: leastLimit, max: MOST_RECORDS })
        .optional()
        .describe('The most records of one run: what bounds its cost. Left out: what the plan gives.'),
      mode: oneOf(JOB_MODES).optional().describe('base (default), or lite: titles and citations only.'),
      validators: listFrom(validator, { most: MOST_ITEMS, expected: 'a list of { name, description }' })
        .optional()
        .describe('Criteria that a record must meet. Left out: the service makes its own.'),
      enrichments: listFrom(enrichment, {
        most: MOST_ITEMS,
        expected: 'a list of { name, description, type }',
      })
        .optional()
        .describe('Fields to take out of the articles. Left out: the service makes its own.'),
      connected_dataset_ids: listFrom(datasetId, { most: 100, expected: 'a list of ids of datasets' })
        .optional()
        .describe('Company watchlists: each of their companies is searched by itself.'),
      ed_association_type: oneOf(ASSOCIATION_TYPES)
        .optional()
        .describe('How a company of the datasets must appear.'),
      ed_score_min: numberBetween({ whole: false, min: scoreMin, max: scoreMax })
        .optional()
        .describe('Only records in which a company of the datasets has this score.'),
      fetch_all_watchlist_news: yesOrNo
        .optional()
        .describe('All news about the companies of the datasets, whatever the question.'),
      source_groups: listFrom(id, { most: sourceGroups, expected: `a list of at most ${sourceGroups} slugs` })
        .optional()
        .describe('Named lists of domains that the articles must come from.'),
      project_id: id.optional().describe('The project that the jobs are put into.'),
    })
    .check(({ value, issues }) => {
      // Whether there is a dataset, the watch says as a whole: it may name a watchlist.
      const facts = { ...value, connected_dataset_ids: ['any'] };
      for (const { fields, message } of jobRequestBreaches(facts)) {
        issues.push({ code: 'custom', message, input: value, path: fields.slice(0, 1) });
      }
    });
  return expecting(query, {
    expected: 'parameters of a job, such as query and limit',
    ofKey: (key) => (Object.hasOwn(NOT_TAKEN, key) ? NOT_TAKEN[key] : undefined),
  });
}
