import * as z from 'zod';
import {
  identifier,
  items,
  list,
  maybe,
  maybeIdentifier,
  maybeInstant,
  maybeNumber,
  maybeObject,
  maybeText,
  texts,
  withDatePrecision,
} from '../../http/lenient.ts';

const citation = z.preprocess(
  withDatePrecision,
  z.object({
    title: maybeText,
    link: maybeText,
    published_date: maybeInstant,
    published_date_precision: maybeText,
    /** Only in records of monitors, as the two below. */
    id: maybeIdentifier,
    job_id: maybeIdentifier,
    added_on: maybeInstant,
  }),
);

const connectedEntity = z.object({
  entity_id: identifier,
  name: maybeText,
  type: maybeText,
  /** 1..10. */
  ed_score: maybeNumber,
  relation: maybeText,
  /** `event_associated` or `mention`. */
  association_type: maybeText,
  external_entity_id: maybeText,
  company: maybe(
    z.object({ domain: maybeText, alternative_names: texts, key_persons: texts, description: maybeText }),
  ),
});

const record = z
  .object({
    /** The same in all turns of a job and after `continue`. */
    record_id: identifier,
    record_title: maybeText,
    enrichment: maybeObject,
    citations: list(citation),
    /** Only for jobs with datasets. */
    connected_entities: list(connectedEntity),
    /** Only for all-news jobs. `unclassifiable` and `other_sector` mean no value. */
    tags: maybe(z.object({ event_type: maybeText, sector: maybeText })),
    /** Only in records of monitors. */
    added_on: maybeInstant,
    updated_on: maybeInstant,
  })
  .transform(({ enrichment = {}, ...rest }) => {
    const {
      template_based_summary,
      schema_based_summary,
      enrichment_confidence: level,
      ...fields
    } = enrichment;
    return {
      ...rest,
      /** The extracted fields by name, unchanged. Empty for lite jobs. */
      fields,
      /** Only if the job had a summary_template. */
      summary: textOf(template_based_summary) ?? textOf(schema_based_summary),
      /** `low`, `medium` or `high`. */
      confidence: textOf(level),
    };
  });

/** A record of a job, with its JSON in `raw`. */
export type JobRecord = z.infer<typeof record> & { raw: unknown };

/** Records. Those without an id are dropped and counted. */
export const records = items(record);

const company = z.object({ metadata: maybe(z.object({ name: maybeText })), name: maybeText });

/** The name in a field of type `company`, whose form varies. Undefined if there is none. */
export function companyNameOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  const read = company.safeParse(value);
  return read.success ? (read.data.metadata?.name ?? read.data.name) : undefined;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
