import type { EventType } from '../../domain/event-filters.ts';
import { dayOf } from '../../domain/instant.ts';
import type { EventRecord } from './search-events.ts';

/**
 * The fields of each type that are facts: figures, names, dates and words of a closed list. A summary or title that is
 * only worded anew is no change.
 */
const FACTS = {
  data_breach: ['data', 'data_type', 'impacted'],
  fundraising: [
    'amount',
    'currency',
    'funding_type',
    'valuation',
    'founders',
    'investors',
    'company_legal_name',
  ],
  layoff: [
    'number_of_people_laid_off',
    'min_number_of_people_laid_off',
    'max_number_of_people_laid_off',
    'percentage_of_people_laid_off',
    'location',
  ],
  supply_chain_disruption: [
    'disruption_type',
    'facility_type',
    'expected_timeframe',
    'supply_impact_severity',
    'affected_industries',
    'affected_products',
    'additional_affected_companies',
    'location',
  ],
  tariffs_v2: [
    'imposing_country_name',
    'targeted_country_names',
    'measure_type',
    'main_tariff_rate',
    'previous_tariff_rate',
    'tariff_rates',
    'affected_industries',
    'affected_products',
    'announcement_date',
    'implementation_date',
    'expiration_date',
  ],
} as const satisfies { [T in EventType]: readonly (keyof NonNullable<EventRecord[T]>)[] };

/** The longest text of a fact, in UTF-16 units: a finding must stay small. */
const LONGEST = 200;

/** What is known for certain about an event, by the service's own names; what it does not say is left out. */
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

/** A list says the same in any order; a place is its parts from the smallest to the country. */
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
