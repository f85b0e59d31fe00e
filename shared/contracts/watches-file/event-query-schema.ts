import * as z from 'zod';
import {
  EVENT_TYPES,
  eventFilterKeysOf,
  eventFilterOf,
  type EventFilter,
  type EventType,
} from '../../domain/services/event-filters.ts';
import { ARTICLE_FIELDS } from '../../domain/services/event-values.ts';
import { isFilterDay } from '../../domain/services/filter-days.ts';
import { parseWireTime } from '../../domain/time/instant.ts';
import { expecting } from './expectations.ts';
import { listOf, type Problem } from './problem.ts';
import { oneOf, textSchema } from './values.ts';

const MOST_VALUES = 1_000;

/** What a run sets itself, and why the file cannot. */
const OWN: Readonly<Record<string, string>> = {
  extraction_date:
    'each run asks for the days that are not covered yet; lookback and overlap say how far back',
  attach_articles_data: 'a run always reads the articles behind an event, to show where it comes from',
};

/** The `query` of a watch of kind `events`: which filters it takes depends on the type of its events. */
export function eventQuerySchema() {
  return z.discriminatedUnion('event_type', [
    queryOf('data_breach'),
    queryOf('fundraising'),
    queryOf('layoff'),
    queryOf('supply_chain_disruption'),
    queryOf('tariffs_v2'),
  ]);
}

function queryOf<T extends EventType>(type: T) {
  const query = z.strictObject({
    event_type: expecting(z.literal(type), { expected: listOf(EVENT_TYPES) }).describe(
      'The type of the events.',
    ),
    additional_filters: filtersOf(type).optional().describe('Filters, all of which must hold.'),
    additional_article_fields: expecting(z.array(oneOf(ARTICLE_FIELDS)).max(MOST_VALUES), {
      expected: 'a list of fields of an article, such as [rank, nlp.sentiment]',
    })
      .optional()
      .describe('What to read of the articles behind an event, beside what a finding shows.'),
  });
  return expecting(query, { expected: 'event_type, and additional_filters if you like', ofKey: ownKey });
}

function filtersOf(type: EventType) {
  const fields = eventFilterKeysOf(type).flatMap((key) => {
    const row = eventFilterOf(type, key);
    return row && !Object.hasOwn(OWN, key) ? [[key, filterOf(row).optional()] as const] : [];
  });
  return expecting(z.strictObject(Object.fromEntries(fields)), {
    expected: `filters of the service for events of type ${type}, such as company_name`,
    ofKey: (key) => ownKey(key) ?? otherType(key, type),
  });
}

function ownKey(key: string): Pick<Problem, 'what' | 'hint'> | undefined {
  const reason = Object.hasOwn(OWN, key) ? OWN[key] : undefined;
  if (reason === undefined) return undefined;
  return { what: `${key} is set by the run itself`, hint: `leave it out: ${reason}` };
}

/** A filter of another type, or the nested form, which the service refuses. */
function otherType(key: string, type: EventType): Pick<Problem, 'what' | 'hint'> | undefined {
  if (key === type)
    return {
      what: 'filters are not nested',
      hint: `write each with its dots, such as ${eventFilterKeysOf(type).at(-1)}`,
    };
  const types = EVENT_TYPES.filter((other) => eventFilterOf(other, key));
  if (types.length === 0) return undefined;
  return {
    what: `the service takes ${key} only for events of type ${listOf(types, 'and')}`,
    hint: 'leave it out',
  };
}

function filterOf(row: EventFilter): z.ZodType {
  switch (row.form) {
    case 'dates':
      return dateRange;
    case 'numbers':
      return numberRange;
    case 'text':
      return textsOf(row);
    case 'text-or-dates':
      return z.union([textsOf(row), dateRange]);
    default:
      return row.form satisfies never;
  }
}

/** One text, or a list of which any may match. */
function textsOf({ values, open, most = MOST_VALUES, length = 10_000 }: EventFilter): z.ZodType {
  const entry = values && !open ? oneOf(values) : expecting(textSchema.max(length), { expected: 'a text' });
  const shown = values && !open ? listOf(values) : values ? `a text such as ${listOf(values)}` : 'a text';
  return expecting(z.union([z.array(entry).min(1).max(most), entry]), {
    expected: `${shown}; or a list of them, of which any may match`,
  }).describe(`${shown.charAt(0).toUpperCase()}${shown.slice(1)}; or a list, of which any may match.`);
}

const day = expecting(z.string().refine(isFilterDay, { error: 'this is no day' }), {
  expected: 'a date in quotes, such as "2026-11-21", or now, now-30d, 30d',
});

const dateRange = expecting(
  z
    .strictObject({ gte: day.optional(), lte: day.optional() })
    .refine(hasAnEnd, { error: 'neither gte nor lte is given' })
    .refine(({ gte, lte }) => !(timeOf(gte) > timeOf(lte)), { error: 'gte lies after lte' }),
  { expected: 'a range such as { gte: "2026-11-01", lte: now }; either end may be left out' },
);

const bound = expecting(z.number(), { expected: 'a number' });
const numberRange = expecting(
  z
    .strictObject({ gte: bound.optional(), lte: bound.optional() })
    .refine(hasAnEnd, { error: 'neither gte nor lte is given' })
    .refine(({ gte, lte }) => !(Number(gte) > Number(lte)), { error: 'gte is above lte' }),
  { expected: 'a range such as { gte: 100 }; either end may be left out' },
);

function hasAnEnd({ gte, lte }: { gte?: unknown; lte?: unknown }): boolean {
  return gte !== undefined || lte !== undefined;
}

/** NaN for a phrase: it is compared with nothing. */
function timeOf(text: string | undefined): number {
  return parseWireTime(text ?? '') ?? Number.NaN;
}
