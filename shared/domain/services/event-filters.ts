import { parseWireTime } from '../time/instant.ts';
import {
  DISRUPTION_TYPES,
  FACILITY_TYPES,
  FUNDING_TYPES,
  IMPACT_SEVERITIES,
  LAYOFF_RELATIONS,
  PRODUCT_SECTIONS,
  RELEVANCE_SCORES,
  SECTORS,
  TARIFF_MEASURES,
  TIMEFRAMES,
} from './event-values.ts';

/** The types of events of the events service. */
export const EVENT_TYPES = [
  'data_breach',
  'fundraising',
  'layoff',
  'supply_chain_disruption',
  'tariffs_v2',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/**
 * `text`: a string, or several of which any may match. `dates`: `{gte, lte}` of days (`2026-11-21`) or phrases
 * (`now`, `now-30d`, `30d`). `numbers`: `{gte, lte}`. `text-or-dates`: a range, and a text where the service refuses
 * the range.
 */
type FilterForm = 'text' | 'dates' | 'numbers' | 'text-or-dates';

/** What a key inside `additional_filters` accepts. */
export interface EventFilter {
  form: FilterForm;
  /** The values of a closed list, or the known ones of an open list. */
  values?: readonly string[];
  open?: true;
  /** Even a single value must be sent as an array. */
  array?: true;
  /** The most values. */
  most?: number;
  /** The most characters of a value. */
  length?: number;
}

const TEXT = { form: 'text' } as const;
const TEXTS = { form: 'text', array: true } as const;
const DATES = { form: 'dates' } as const;
const NUMBERS = { form: 'numbers' } as const;
const TEXT_OR_DATES = { form: 'text-or-dates' } as const;
const PEOPLE = { form: 'text', most: 50 } as const;

/** Keys of every event type. Scheduled runs use `extraction_date`: extracted since the last run. */
const COMMON = { company_name: TEXT, event_date: DATES, extraction_date: DATES } as const;

/**
 * Every filter of every event type (events service, filters). The client's request schema, the schema of
 * `watches.yaml` and the local server all read this table. Keys are flat and dotted; nested objects are refused.
 */
const EVENT_FILTERS = {
  data_breach: {
    ...COMMON,
    'data_breach.data': TEXT,
    'data_breach.data_type': TEXT,
    'data_breach.impacted': TEXT,
    'data_breach.summary': { form: 'text', length: 500 },
    'data_breach.title': TEXT,
  },
  fundraising: {
    ...COMMON,
    'fundraising.amount': NUMBERS,
    'fundraising.currency': TEXT,
    'fundraising.funding_type': { form: 'text', values: FUNDING_TYPES, open: true },
    'fundraising.company_description': TEXT,
    'fundraising.company_legal_name': TEXT,
    'fundraising.founders': PEOPLE,
    'fundraising.investors': PEOPLE,
    'fundraising.industry': TEXT,
    'fundraising.valuation': TEXT,
  },
  layoff: {
    ...COMMON,
    'layoff.how_much_related': { form: 'text', values: LAYOFF_RELATIONS },
    'layoff.is_relevant_for_real_estate': { form: 'text', values: ['true', 'false'] },
    'layoff.layoff_reason': TEXT,
    'layoff.summary': TEXT,
    'layoff.location.country': TEXT,
    'layoff.location.city': TEXT,
    'layoff.location.state': TEXT,
    'layoff.location.county': TEXT,
    'layoff.location.raw_location': TEXT,
    'layoff.number_of_people_laid_off': NUMBERS,
    'layoff.min_number_of_people_laid_off': NUMBERS,
    'layoff.max_number_of_people_laid_off': NUMBERS,
    'layoff.percentage_of_people_laid_off': NUMBERS,
  },
  supply_chain_disruption: {
    ...COMMON,
    'supply_chain_disruption.disruption_type': { form: 'text', values: DISRUPTION_TYPES },
    'supply_chain_disruption.disruption_cause': TEXT,
    'supply_chain_disruption.facility_original': TEXT,
    'supply_chain_disruption.summary': TEXT,
    'supply_chain_disruption.facility_type': { form: 'text', values: FACILITY_TYPES },
    'supply_chain_disruption.additional_affected_companies': TEXT,
    'supply_chain_disruption.affected_products': TEXT,
    'supply_chain_disruption.affected_industries': { form: 'text', values: SECTORS },
    'supply_chain_disruption.hs_product_categories': { form: 'text', values: PRODUCT_SECTIONS },
    'supply_chain_disruption.location.country': TEXT,
    'supply_chain_disruption.location.city': TEXT,
    'supply_chain_disruption.location.state': TEXT,
    'supply_chain_disruption.location.county': TEXT,
    'supply_chain_disruption.location.raw_location': TEXT,
    'supply_chain_disruption.expected_timeframe': { form: 'text', values: TIMEFRAMES },
    'supply_chain_disruption.supply_impact_severity': { form: 'text', values: IMPACT_SEVERITIES },
  },
  tariffs_v2: {
    ...COMMON,
    'tariffs_v2.imposing_country_code': TEXT,
    'tariffs_v2.imposing_country_name': TEXT,
    'tariffs_v2.targeted_country_codes': TEXTS,
    'tariffs_v2.targeted_country_names': TEXTS,
    'tariffs_v2.measure_type': { form: 'text', values: TARIFF_MEASURES },
    'tariffs_v2.main_tariff_rate': NUMBERS,
    'tariffs_v2.previous_tariff_rate': TEXT,
    'tariffs_v2.tariff_rates': TEXTS,
    'tariffs_v2.affected_industries': { form: 'text', values: SECTORS, array: true },
    'tariffs_v2.affected_products': TEXTS,
    'tariffs_v2.hs_product_categories': { form: 'text', values: PRODUCT_SECTIONS, array: true },
    'tariffs_v2.announcement_date': TEXT_OR_DATES,
    'tariffs_v2.implementation_date': TEXT_OR_DATES,
    'tariffs_v2.estimated_trade_value': TEXT,
    'tariffs_v2.policy_objective': TEXT,
    'tariffs_v2.trigger_event': TEXT,
    'tariffs_v2.summary': TEXT,
    'tariffs_v2.relevance_score': { form: 'text', values: RELEVANCE_SCORES },
  },
} as const satisfies Record<EventType, Record<string, EventFilter>>;

const tables: Readonly<Record<EventType, Readonly<Record<string, EventFilter>>>> = EVENT_FILTERS;

/** The filter of a key of an event type; undefined if the type has no such key. */
export function eventFilterOf(type: EventType, key: string): EventFilter | undefined {
  return Object.hasOwn(tables[type], key) ? tables[type][key] : undefined;
}

/** The keys inside `additional_filters` that an event type accepts, in the order of the table. */
export function eventFilterKeysOf(type: EventType): string[] {
  return Object.keys(tables[type]);
}

/** A range of a filter. Without an end it is open there. */
interface FilterRange {
  gte?: string | number | undefined;
  lte?: string | number | undefined;
}

/**
 * Why the service refuses a range: it has no end, or it ends before it begins. Undefined for a range that it accepts.
 */
export function rangeFault({ gte, lte }: FilterRange): 'empty' | 'reversed' | undefined {
  if (gte === undefined && lte === undefined) return 'empty';
  return orderOf(gte) > orderOf(lte) ? 'reversed' : undefined;
}

/** NaN for a phrase such as `now-30d`, which is not compared. */
function orderOf(end: string | number | undefined): number {
  return typeof end === 'number' ? end : (parseWireTime(end ?? '') ?? Number.NaN);
}

/**
 * Whether a text can be an end of a range of days: a date, `now`, `now-30d` or `30d` (events service, filter value
 * forms).
 */
export function isFilterDay(text: string): boolean {
  return /^(now(-\d+[dhw])?|\d+d)$/.test(text) || parseWireTime(text) !== undefined;
}

/**
 * The fields of each type of event that are facts: figures, names, dates and words of a closed list. A summary or
 * title with other words is no change.
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
