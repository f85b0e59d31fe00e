import { parseWireTime } from '../../../../shared/domain/time/instant.ts';
import { isWithin } from './day-range.ts';
import type { ReadFilter, ReadFilters } from './read-filters.ts';
import type { StoredEvent } from './stored-event.ts';

/**
 * Whether an event fits every filter. A text filter finds its text anywhere in the value, whatever the case; values of
 * closed lists must be equal. Of a value that is a list, one item is enough. What an event does not have, does not fit.
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

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
