import * as z from 'zod';
import {
  ASSOCIATION_TYPES,
  ENRICHMENT_TYPES,
  EXTRACTION_LIMITS,
  JOB_MODES,
  jobRequestBreaches,
} from '../../../domain/services/extraction-rules.ts';
import type { Problem } from '../problem.ts';
import {
  booleanSchema,
  COVERED_TIME,
  numberBetween,
  oneOf,
  setByRun,
  textSchema,
  withExpectation,
} from './values.ts';

const { scoreMin, scoreMax, sourceGroups, templateBytes } = EXTRACTION_LIMITS;
/** More records than any plan gives, so that a typing mistake cannot cost a month's credits. */
const MOST_RECORDS = 10_000;
const MOST_ITEMS = 50;

const SET_BY_RUN = { start_date: COVERED_TIME, end_date: COVERED_TIME };

/** Parameters of the service that a watch does not use, and what to do instead. */
const NOT_USED: Readonly<Record<string, Pick<Problem, 'what' | 'hint'>>> = {
  webhook_ids: {
    what: 'A watch does not use webhook_ids',
    hint: 'remove it: the watch fetches the records itself and alerts its channel',
  },
  schema: { what: '"schema" is the old name of summary_template', hint: 'write summary_template' },
};

const id = withExpectation(z.string().regex(/^[\w-]+$/), { noun: 'id', expected: 'an id of the service' });
const datasetId = withExpectation(z.guid(), { noun: 'id', expected: 'the id of a dataset, a UUID' });

function listSchema<S extends z.ZodType>(
  entry: S,
  { most, expected }: { most: number; expected: string },
): z.ZodArray<S> {
  return withExpectation(z.array(entry).min(1).max(most), { expected });
}

const validator = z.strictObject({
  name: textSchema.describe('The name of the criterion.'),
  description: textSchema.describe('When a record meets the criterion.'),
});

const enrichment = z.strictObject({
  name: textSchema.describe('The name of the field.'),
  description: textSchema.describe('What the field contains.'),
  type: oneOf(ENRICHMENT_TYPES).describe('The type of the field.'),
});

const parameters = z.strictObject({
  query: textSchema.describe('The question in plain words.'),
  context: textSchema.optional().describe('What narrows the question.'),
  summary_template: withExpectation(textSchema.max(templateBytes), {
    noun: 'text',
    expected: 'a text with placeholders such as "[COMPANY] cuts [NUMBER] jobs"',
  })
    .optional()
    .describe('How the service summarises each record. Write placeholders in brackets.'),
  limit: numberBetween({ whole: true, min: 1, max: MOST_RECORDS })
    .optional()
    .describe('The most records of one run, which limits its cost. Left out: the limit of your plan.'),
  mode: oneOf(JOB_MODES).optional().describe('base (default), or lite: only titles and citations.'),
  validators: listSchema(validator, { most: MOST_ITEMS, expected: 'a list of { name, description }' })
    .optional()
    .describe('Criteria that a record must meet. Left out: the service chooses them.'),
  enrichments: listSchema(enrichment, {
    most: MOST_ITEMS,
    expected: 'a list of { name, description, type }',
  })
    .optional()
    .describe('Fields to extract from the articles. Left out: the service chooses them.'),
  connected_dataset_ids: listSchema(datasetId, { most: 100, expected: 'a list of ids of datasets' })
    .optional()
    .describe('Company datasets. The service searches for each of their companies.'),
  ed_association_type: oneOf(ASSOCIATION_TYPES)
    .optional()
    .describe('How a company of the datasets must appear.'),
  ed_score_min: numberBetween({ whole: false, min: scoreMin, max: scoreMax })
    .optional()
    .describe('Only records in which a company of the datasets has at least this score.'),
  fetch_all_watchlist_news: booleanSchema
    .optional()
    .describe('All news about the companies of the datasets, whatever the question.'),
  source_groups: listSchema(id, { most: sourceGroups, expected: `a list of at most ${sourceGroups} slugs` })
    .optional()
    .describe('Named lists of domains. The articles must come from one of them.'),
  project_id: id.optional().describe('The project that holds the jobs.'),
});

const checkedParameters = parameters.check(({ value, issues }) => {
  // A rule of the whole watch checks whether there is a dataset: the watch may name a watchlist instead.
  const facts = { ...value, connected_dataset_ids: ['any'] };
  for (const { fields, message } of jobRequestBreaches(facts)) {
    issues.push({ code: 'custom', message, input: value, path: fields.slice(0, 1) });
  }
});

/** The `query` of a watch of kind `extraction`: the parameters of a job, without those that a run sets itself. */
export const jobQuerySchema = withExpectation(checkedParameters, {
  expected: 'parameters of a job, such as query and limit',
  ofKey: (key) => setByRun(key, SET_BY_RUN) ?? (Object.hasOwn(NOT_USED, key) ? NOT_USED[key] : undefined),
});
