import * as z from 'zod';
import {
  EVENT_TYPES,
  eventFilterKeysOf,
  eventFilterOf,
  type EventFilter,
  type EventType,
  isFilterDay,
  rangeFault,
} from '../../../domain/services/event-filters.ts';
import { ARTICLE_FIELDS } from '../../../domain/services/event-values.ts';
import { listOf, type Problem } from '../problem.ts';
import { COVERED_TIME, oneOf, setByRun, textSchema, withExpectation } from './values.ts';

const MOST_VALUES = 1_000;

/** What a run sets itself, and why the file cannot. */
const SET_BY_RUN: Readonly<Record<string, string>> = {
  extraction_date: COVERED_TIME,
  attach_articles_data: 'a run always reads the articles of an event, to show where the event comes from',
};

const articleFields = withExpectation(z.array(oneOf(ARTICLE_FIELDS)).max(MOST_VALUES), {
  expected: 'a list of fields of an article, such as [rank, nlp.sentiment]',
})
  .optional()
  .describe('The fields to read of the articles of an event, in addition to those that a finding shows.');

function queryOf<T extends EventType>(type: T) {
  const query = z.strictObject({
    event_type: withExpectation(z.literal(type), { expected: listOf(EVENT_TYPES) }).describe(
      'The type of the events.',
    ),
    additional_filters: filtersOf(type).optional().describe('Filters. An event must match all of them.'),
    additional_article_fields: articleFields,
  });
  return withExpectation(query, {
    expected: 'event_type, and additional_filters if you want',
    ofKey: (key) =>
      setByRun(key, SET_BY_RUN) ??
      (eventFilterOf(type, key) && {
        what: `"${key}" belongs in additional_filters`,
        hint: `write additional_filters: { ${key}: … }`,
      }),
  });
}

function filtersOf(type: EventType) {
  const fields = eventFilterKeysOf(type).flatMap((key) => {
    const row = eventFilterOf(type, key);
    return row && !Object.hasOwn(SET_BY_RUN, key)
      ? [[key, filterSchemaOf(key, row).optional()] as const]
      : [];
  });
  return withExpectation(z.strictObject(Object.fromEntries(fields)), {
    expected: `filters of the service for events of type ${type}, such as company_name`,
    ofKey: (key) => setByRun(key, SET_BY_RUN) ?? wrongFilter(key, type),
  });
}

/** A filter of another type, or the nested form, which the service refuses. */
function wrongFilter(key: string, type: EventType): Pick<Problem, 'what' | 'hint'> | undefined {
  if (key === type)
    return {
      what: 'Filters cannot be nested',
      hint: `write each filter with its full name, such as ${eventFilterKeysOf(type).at(-1)}`,
    };
  const types = EVENT_TYPES.filter((other) => eventFilterOf(other, key));
  if (types.length === 0) return undefined;
  return {
    what: `Events of type ${type} have no filter "${key}"`,
    hint: `remove it, or use event_type ${listOf(types)}`,
  };
}

/** Filters with the same values share one schema, so that the JSON Schema describes them once. */
const filterSchemas = new Map<string, z.ZodType>();

function filterSchemaOf(key: string, row: EventFilter): z.ZodType {
  const { form, values, open, most, length } = row;
  const content = JSON.stringify({ form, values, open, most, length });
  const known = filterSchemas.get(content);
  if (known) return known;
  const isPlain = values === undefined && most === undefined && length === undefined;
  const name = isPlain ? form : (key.split('.').at(-1) ?? key);
  const schema = filterSchema(row).meta({ id: `events-filter-${name}` });
  filterSchemas.set(content, schema);
  return schema;
}

function filterSchema(row: EventFilter): z.ZodType {
  return FORMS[row.form](row);
}

const FORMS: Readonly<Record<EventFilter['form'], (row: EventFilter) => z.ZodType>> = {
  dates: () => dateRange,
  numbers: () => numberRange,
  text: textsSchema,
  'text-or-dates': (row) => z.union([textsSchema(row), dateRange]),
};

/** One text, or a list of texts of which an event matches any. */
function textsSchema({ values, open, most = MOST_VALUES, length = 10_000 }: EventFilter): z.ZodType {
  const isClosed = values !== undefined && !open;
  const entry = isClosed
    ? oneOf(values)
    : withExpectation(textSchema.max(length), { noun: 'text', expected: 'a text' });
  const one = isClosed ? listOf(values) : `a text${values ? ` such as ${listOf(values)}` : ''}`;
  return withExpectation(z.union([z.array(entry).min(1).max(most), entry]), {
    expected: `${one}; or a list of them, of which any may match`,
  }).describe(`${one.charAt(0).toUpperCase()}${one.slice(1)}; or a list, of which any may match.`);
}

const day = withExpectation(z.string().refine(isFilterDay, { error: 'This is not a date.' }), {
  expected: 'a date in quotes, such as "2026-11-21", or now, now-30d, 30d',
});

function rangeOf(
  end: z.ZodType<string> | z.ZodType<number>,
  { error, example }: { error: string; example: string },
) {
  const range = z
    .strictObject({ gte: end.optional(), lte: end.optional() })
    .refine((given) => rangeFault(given) !== 'empty', 'The range has neither gte nor lte.')
    .refine((given) => rangeFault(given) !== 'reversed', error);
  return withExpectation(range, { expected: `a range such as ${example}; you can leave out either end` });
}

const dateRange = rangeOf(day, {
  error: 'gte is later than lte.',
  example: '{ gte: "2026-11-01", lte: now }',
});
const numberRange = rangeOf(withExpectation(z.number(), { expected: 'a number' }), {
  error: 'gte is greater than lte.',
  example: '{ gte: 100 }',
});

/** The `query` of a watch of kind `events`: the type of its events decides which filters it takes. */
export const eventQuerySchema = z.discriminatedUnion('event_type', [
  queryOf('data_breach'),
  queryOf('fundraising'),
  queryOf('layoff'),
  queryOf('supply_chain_disruption'),
  queryOf('tariffs_v2'),
]);
