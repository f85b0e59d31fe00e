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

/** What the values of an event must fit, by the dotted key of the filter. All must hold. */
export type ReadFilters = ReadonlyMap<string, (value: unknown) => boolean>;

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
  const read = new Map<string, (value: unknown) => boolean>();
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

type Read = ((value: unknown) => boolean) | string;

/** The filter, or what the key takes when the value is something else. */
function readFilter(value: unknown, { filter, now }: Reading): Read {
  const isText = typeof value === 'string' || Array.isArray(value);
  if (filter.form === 'text' || (filter.form === 'text-or-dates' && isText)) return readText(value, filter);
  return filter.form === 'numbers' ? readNumbers(value) : readDays(value, now);
}

/** A text is found anywhere in the value, whatever the case; values of closed lists must be equal. */
function readText(given: unknown, filter: EventFilter): Read {
  if (filter.array && !Array.isArray(given)) return 'takes an array of strings';
  // A length is checked of texts alone: an object can have a `length` of its own, which compares with nothing.
  const texts = z.array(z.string().trim().regex(/./s)).safeParse(Array.isArray(given) ? given : [given]);
  if (!texts.success || texts.data.length === 0)
    return 'takes a string, or an array of strings, none of them empty';
  const { most = 1_000, length: longest = 10_000 } = filter;
  if (texts.data.length > most) return `takes at most ${most} values`;
  if (texts.data.some((text) => text.length > longest)) return `takes at most ${longest} characters`;
  const anyOf = texts.data.map((text) => text.toLowerCase());
  const known = filter.values?.map((text) => text.toLowerCase());
  const areKnown = known !== undefined && anyOf.every((text) => known.includes(text));
  if (known && !filter.open && !areKnown) return `takes one of: ${filter.values?.join(', ')}`;
  return (value) => {
    if (!['string', 'boolean', 'number'].includes(typeof value)) return false;
    const text = String(value).toLowerCase();
    return anyOf.some((wanted) => (areKnown ? text === wanted : text.includes(wanted)));
  };
}

/** From the start of the first day to the end of the last; a missing end is open. */
function readDays(given: unknown, now: Instant): Read {
  const range = dayRange.safeParse(given);
  const { gte, lte } = range.data ?? {};
  const from = typeof gte === 'string' ? dayOfFilter(gte, now) : -Infinity;
  const last = typeof lte === 'string' ? dayOfFilter(lte, now) : Infinity;
  if (!range.success || from === undefined || last === undefined)
    return 'takes {"gte", "lte"} of dates YYYY-MM-DD, or now, now-30d, 30d';
  return (value) => {
    // Dates of tariffs may be a month only: its first day.
    const at =
      typeof value === 'string'
        ? (parseWireTime(value) ?? parseWireTime(`${value.replaceAll('/', '-')}-01`))
        : value;
    return typeof at === 'number' && from <= at && at < last + DAY;
  };
}

function readNumbers(given: unknown): Read {
  const range = numberRange.safeParse(given);
  if (!range.success) return 'takes {"gte", "lte"} of numbers';
  const { gte, lte } = range.data;
  return (value) => typeof value === 'number' && (gte ?? -Infinity) <= value && value <= (lte ?? Infinity);
}

/**
 * Whether an event fits every filter. Of a value that is a list, one item is enough. What an event does not have, does
 * not fit.
 */
export function matchesFilters(event: StoredEvent, filters: ReadFilters): boolean {
  return [...filters].every(([key, fits]) => valuesAt(event, key).some(fits));
}

function valuesAt(event: StoredEvent, key: string): unknown[] {
  if (key === 'company_name') return [event.company];
  if (key === 'event_date') return [event.eventAt];
  if (key === 'extraction_date') return [event.extractedAt];
  return reach([event.body], key.split('.').slice(1));
}

/** The values behind a path; through a list the path goes on in each item. */
function reach(from: readonly unknown[], [step, ...rest]: readonly string[]): unknown[] {
  const items: unknown[] = from.flat();
  if (step === undefined) return items;
  return reach(
    items.flatMap((item) => (isObject(item) && Object.hasOwn(item, step) ? [item[step]] : [])),
    rest,
  );
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
