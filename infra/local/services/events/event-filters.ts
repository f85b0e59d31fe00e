import * as z from 'zod';
import { isObject } from '../../../../shared/domain/lib/fields.ts';
import {
  type EventFilter,
  eventFilterKeysOf,
  eventFilterOf,
  type EventType,
} from '../../../../shared/domain/services/event-filters.ts';
import { DAY, type Instant, parseWireTime } from '../../../../shared/domain/time/instant.ts';
import { type Issue, RequestRefused } from '../kit/http/refusal.ts';
import type { StoredEvent } from './stored-event.ts';

/** A filter, read: what a value of the event must be. Texts are in small letters. */
type ReadFilter =
  | { form: 'text'; anyOf: readonly string[]; whole: boolean }
  | { form: 'dates'; range: InstantRange }
  | { form: 'numbers'; from: number; to: number };

/** Filters by their dotted key. All must hold. */
export type ReadFilters = ReadonlyMap<string, ReadFilter>;

const dayRange = z.strictObject({ gte: z.string().nullish(), lte: z.string().nullish() });
const numberRange = z.strictObject({ gte: z.number().nullish(), lte: z.number().nullish() });

/**
 * Reads `additional_filters` of a search by the table of the event type.
 *
 * @throws RequestRefused 422 that names every key with what it takes: unknown keys, nested objects, wrong forms.
 */
export function readFilters(
  given: Readonly<Record<string, unknown>>,
  { type, now }: { type: EventType; now: Instant },
): ReadFilters {
  const read = new Map<string, ReadFilter>();
  const issues: Issue[] = [];
  for (const [key, value] of Object.entries(given)) {
    const filter = eventFilterOf(type, key);
    const result = filter ? readFilter(value, { filter, now }) : unknownKey(key, type);
    if (typeof result === 'string') {
      issues.push({ loc: ['body', 'additional_filters', key], msg: result, type: 'value_error' });
    } else {
      read.set(key, result);
    }
  }
  if (issues.length > 0) {
    const messages = issues.slice(0, 10).map(({ loc, msg }) => `${String(loc[2]).slice(0, 100)}: ${msg}`);
    throw new RequestRefused(422, `additional_filters are not valid. ${messages.join('; ')}`, { issues });
  }
  return read;
}

function unknownKey(key: string, type: EventType): string {
  const below = eventFilterKeysOf(type).filter((known) => known.startsWith(`${key}.`));
  if (below.length > 0)
    return `objects are not taken here; send flat keys such as ${below.slice(0, 3).join(', ')}`;
  return `${type} has no such filter`;
}

interface Reading {
  filter: EventFilter;
  now: Instant;
}

/** The filter, or what the key takes when the value is something else. */
function readFilter(value: unknown, { filter, now }: Reading): ReadFilter | string {
  switch (filter.form) {
    case 'text':
      return readText(value, filter);
    case 'dates':
      return readDays(value, now);
    case 'numbers':
      return readNumbers(value);
    case 'text-or-dates':
      return typeof value === 'string' || Array.isArray(value)
        ? readText(value, filter)
        : readDays(value, now);
  }
}

function readText(value: unknown, filter: EventFilter): ReadFilter | string {
  if (filter.array && !Array.isArray(value)) return 'takes an array of strings';
  // A length is checked of texts alone: an object can have a `length` of its own, which compares with nothing.
  const values = z.array(z.string().trim().regex(/./s)).safeParse(Array.isArray(value) ? value : [value]);
  if (!values.success || values.data.length === 0)
    return 'takes a string, or an array of strings, none of them empty';
  if (values.data.length > (filter.most ?? 1_000)) return `takes at most ${filter.most ?? 1_000} values`;
  const longest = filter.length ?? 10_000;
  if (values.data.some((text) => text.length > longest)) return `takes at most ${longest} characters`;
  const anyOf = values.data.map((text) => text.toLowerCase());
  const known = filter.values?.map((text) => text.toLowerCase());
  if (known && !filter.open && !anyOf.every((text) => known.includes(text))) {
    return `takes one of: ${filter.values?.join(', ')}`;
  }
  return { form: 'text', anyOf, whole: known !== undefined && anyOf.every((text) => known.includes(text)) };
}

function readDays(value: unknown, now: Instant): ReadFilter | string {
  const expected = 'takes {"gte", "lte"} of dates YYYY-MM-DD, or now, now-30d, 30d';
  const range = dayRange.safeParse(value);
  if (!range.success) return expected;
  const { gte, lte } = range.data;
  const first = gte ? dayOfFilter(gte, now) : undefined;
  const last = lte ? dayOfFilter(lte, now) : undefined;
  if ((typeof gte === 'string' && first === undefined) || (typeof lte === 'string' && last === undefined)) {
    return expected;
  }
  return { form: 'dates', range: daysBetween(first, last) };
}

function readNumbers(value: unknown): ReadFilter | string {
  const range = numberRange.safeParse(value);
  if (!range.success) return 'takes {"gte", "lte"} of numbers';
  return { form: 'numbers', from: range.data.gte ?? -Infinity, to: range.data.lte ?? Infinity };
}

/**
 * Whether an event fits every filter. A text filter finds its text anywhere in the value, whatever the case; values
 * of closed lists must be equal. Of a value that is a list, one item is enough. What an event does not have, does not
 * fit.
 */
export function matchesFilters(event: StoredEvent, filters: ReadFilters): boolean {
  for (const [key, filter] of filters) {
    if (!valuesAt(event, key).some((value) => fits(value, filter))) return false;
  }
  return true;
}

function valuesAt(event: StoredEvent, key: string): unknown[] {
  if (key === 'company_name') return [event.company];
  if (key === 'event_date') return [event.eventAt];
  if (key === 'extraction_date') return [event.extractedAt];
  return reach([event.body], key.split('.').slice(1));
}

/** The values behind a path; through a list the path goes on in each item. */
function reach(from: readonly unknown[], path: readonly string[]): unknown[] {
  const items = from.flatMap((value: unknown) => (Array.isArray(value) ? [...value] : [value]));
  const [step, ...rest] = path;
  if (step === undefined) return items;
  return reach(
    items.flatMap((item) => (isObject(item) && Object.hasOwn(item, step) ? [item[step]] : [])),
    rest,
  );
}

function fits(value: unknown, filter: ReadFilter): boolean {
  if (filter.form === 'numbers')
    return typeof value === 'number' && filter.from <= value && value <= filter.to;
  if (filter.form === 'dates') {
    const at = typeof value === 'string' ? instantOf(value) : value;
    return typeof at === 'number' && isWithin(filter.range, at);
  }
  if (typeof value !== 'string' && typeof value !== 'boolean' && typeof value !== 'number') return false;
  const text = String(value).toLowerCase();
  return filter.anyOf.some((wanted) => (filter.whole ? text === wanted : text.includes(wanted)));
}

/** Dates of tariffs may be a month only: its first day. */
function instantOf(text: string): number | undefined {
  return parseWireTime(text) ?? parseWireTime(`${text.replaceAll('/', '-')}-01`);
}

/** Both ends belong to the range; a missing end is open. */
interface InstantRange {
  from?: Instant;
  to?: Instant;
}

/**
 * Reads an end of a date range: `YYYY-MM-DD`, or relative to now: `now`, `now-30d`, `30d` for thirty days ago (events
 * service, filter value forms). Anything finer than a day is read, too, and means its day.
 * Undefined for anything else.
 */
export function dayOfFilter(text: string, now: Instant): Instant | undefined {
  const relative = /^(?:now(?:\s*-\s*(\d{1,5})d)?|(\d{1,5})d)$/.exec(text.trim().toLowerCase());
  const at = relative ? now - Number(relative[1] ?? relative[2] ?? 0) * DAY : parseWireTime(text);
  return at === undefined ? undefined : Math.floor(at / DAY) * DAY;
}

/** From the start of the first day to the end of the last. */
function daysBetween(first: Instant | undefined, last: Instant | undefined): InstantRange {
  return {
    ...(first === undefined ? {} : { from: first }),
    ...(last === undefined ? {} : { to: last + DAY - 1 }),
  };
}

function isWithin(range: InstantRange, at: Instant): boolean {
  return (range.from ?? -Infinity) <= at && at <= (range.to ?? Infinity);
}
