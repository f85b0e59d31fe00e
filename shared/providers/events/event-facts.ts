import type { EventType } from '../../domain/services/event-filters.ts';
import { FACT_NAMES } from '../../domain/services/fact-names.ts';
import { dayOf } from '../../domain/time/instant.ts';
import type { EventRecord } from './search-events.ts';

/** Each fact is a field of the details of its type. */
const FACTS = FACT_NAMES satisfies { [T in EventType]: readonly (keyof NonNullable<EventRecord[T]>)[] };

/** The longest text of a fact, in UTF-16 units: a finding must stay small. */
const LONGEST = 200;

/** The known facts of an event, by the service's names. */
export function factsOf(event: EventRecord, type: EventType): Record<string, string> {
  const details = new Map<string, unknown>(Object.entries(event[type] ?? {}));
  const facts: [string, unknown][] = [
    ['company_name', event.company_name],
    ['event_date', event.event_date === undefined ? undefined : dayOf(event.event_date)],
    ...FACTS[type].map((name): [string, unknown] => [name, details.get(name)]),
  ];
  return Object.fromEntries(
    facts.flatMap(([name, value]) => {
      const text = textOf(value).slice(0, LONGEST).toWellFormed();
      return text === '' ? [] : [[name, text]];
    }),
  );
}

/** Lists are sorted. A place is its parts, from the smallest to the country. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value.trim();
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) {
    const entries = value.map(textOf).filter((text) => text !== '');
    return [...new Set(entries)].toSorted().join('; ');
  }
  if (typeof value !== 'object' || value === null) return '';
  const parts = new Map<string, unknown>(Object.entries(value));
  const place = ['city', 'county', 'state', 'country'].map((name) => textOf(parts.get(name)));
  const named = place.filter((text) => text !== '').join(', ');
  return named === '' ? textOf(parts.get('raw_location')) : named;
}
