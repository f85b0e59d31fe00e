import type { EventType } from './event-filters.ts';

/**
 * The fields of each type of event that are facts: figures, names, dates and words of a closed list. A summary or title
 * with other words is no change.
 */
export const FACT_NAMES = {
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
} as const satisfies Record<EventType, readonly string[]>;

/** The facts of every type of event. */
const COMMON_FACTS = ['company_name', 'event_date'] as const;

/** All facts that an event of a type can have. */
export function factNamesOf(type: EventType): readonly string[] {
  return [...COMMON_FACTS, ...FACT_NAMES[type]];
}
