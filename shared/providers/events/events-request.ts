import * as z from 'zod';
import { RefusedError } from '../../domain/lib/errors.ts';
import {
  EVENT_TYPES,
  type EventFilter,
  eventFilterKeysOf,
  eventFilterOf,
  type EventType,
  isFilterDay,
  rangeFault,
} from '../../domain/services/event-filters.ts';
import { ARTICLE_FIELDS } from '../../domain/services/event-values.ts';

/** A search for events of one type. */
export interface EventsRequest {
  event_type: EventType;
  /** By the keys of the type's filters. Without `event_date` the service searches the last 30 days. */
  additional_filters?: Readonly<Record<string, unknown>>;
  /** True: the answer contains the articles of the events. */
  attach_articles_data?: boolean;
  /** In addition to id, title, link and media. Only with attach_articles_data. */
  additional_article_fields?: readonly string[];
}

const day = z.string().refine(isFilterDay, 'must be a date such as 2026-11-21, or now, now-30d, 30d');

function rangeOf(end: z.ZodType<string> | z.ZodType<number>, wrong: string) {
  return z
    .strictObject({ gte: end.optional(), lte: end.optional() })
    .refine((given) => rangeFault(given) !== 'empty', 'needs gte or lte')
    .refine((given) => rangeFault(given) !== 'reversed', wrong);
}

const dateRange = rangeOf(day, 'gte must not lie after lte');
const numberRange = rangeOf(z.number(), 'gte must not be above lte');

const schemas = new Map<EventType, z.ZodType<EventsRequest>>();

/**
 * Checks a search for events before it is sent and writes its texts in the form of the service: one value as a
 * text, except for the keys that need an array.
 * @throws RefusedError with refusal `request`
 */
export function checkEventsRequest(request: object): EventsRequest {
  const type = z.object({ event_type: z.enum(EVENT_TYPES) }).safeParse(request);
  const result = type.success ? schemaOf(type.data.event_type).safeParse(request) : type;
  if (result.success) return result.data;
  const problems = result.error.issues.map((issue) => `${issue.path.join(': ')}: ${issue.message}`);
  const text = `The search for events is not valid and was not sent: ${problems.join('; ')}.`;
  throw new RefusedError(text, { service: 'events', operation: '/api/events_search', refusal: 'request' });
}

function schemaOf(type: EventType): z.ZodType<EventsRequest> {
  const schema = schemas.get(type) ?? requestSchema(type);
  schemas.set(type, schema);
  return schema;
}

function requestSchema(type: EventType): z.ZodType<EventsRequest> {
  const filters: Record<string, z.ZodType> = {};
  for (const key of eventFilterKeysOf(type)) {
    const row = eventFilterOf(type, key);
    if (row) filters[key] = filterSchema(row).optional();
  }
  return z.strictObject({
    event_type: z.literal(type),
    additional_filters: z.strictObject(filters).optional(),
    attach_articles_data: z.boolean().optional(),
    additional_article_fields: z.array(z.enum(ARTICLE_FIELDS)).optional(),
  });
}

function filterSchema(row: EventFilter): z.ZodType {
  return FORMS[row.form](row);
}

const FORMS: Readonly<Record<EventFilter['form'], (row: EventFilter) => z.ZodType>> = {
  dates: () => dateRange,
  numbers: () => numberRange,
  text: textSchema,
  'text-or-dates': (row) => z.union([textSchema(row), dateRange]),
};

function textSchema({ values, open, most, length, array }: EventFilter): z.ZodType {
  const text = z.string().trim().min(1, 'must not be empty');
  const entry = values && !open ? z.enum(values) : text.max(length ?? Infinity);
  const entries = z
    .array(entry)
    .min(1)
    .max(most ?? Infinity);
  return z
    .union([z.string(), z.array(z.string())])
    .transform((value) => (typeof value === 'string' ? [value] : value))
    .pipe(entries)
    .transform((list) => (list.length === 1 && !array ? list[0] : list));
}
