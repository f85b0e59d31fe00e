import { lookUp } from '../lib/fields.ts';
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

const PLACE = {
  'location.country': TEXT,
  'location.city': TEXT,
  'location.state': TEXT,
  'location.county': TEXT,
  'location.raw_location': TEXT,
} as const;

type Filters = Readonly<Record<string, EventFilter>>;

/** The filters of each event type alone (events service, filters), by their names below the type. */
const OWN: Readonly<Record<EventType, Filters>> = {
  data_breach: {
    data: TEXT,
    data_type: TEXT,
    impacted: TEXT,
    summary: { form: 'text', length: 500 },
    title: TEXT,
  },
  fundraising: {
    amount: NUMBERS,
    currency: TEXT,
    funding_type: { form: 'text', values: FUNDING_TYPES, open: true },
    company_description: TEXT,
    company_legal_name: TEXT,
    founders: PEOPLE,
    investors: PEOPLE,
    industry: TEXT,
    valuation: TEXT,
  },
  layoff: {
    how_much_related: { form: 'text', values: LAYOFF_RELATIONS },
    is_relevant_for_real_estate: { form: 'text', values: ['true', 'false'] },
    layoff_reason: TEXT,
    summary: TEXT,
    ...PLACE,
    number_of_people_laid_off: NUMBERS,
    min_number_of_people_laid_off: NUMBERS,
    max_number_of_people_laid_off: NUMBERS,
    percentage_of_people_laid_off: NUMBERS,
  },
  supply_chain_disruption: {
    disruption_type: { form: 'text', values: DISRUPTION_TYPES },
    disruption_cause: TEXT,
    facility_original: TEXT,
    summary: TEXT,
    facility_type: { form: 'text', values: FACILITY_TYPES },
    additional_affected_companies: TEXT,
    affected_products: TEXT,
    affected_industries: { form: 'text', values: SECTORS },
    hs_product_categories: { form: 'text', values: PRODUCT_SECTIONS },
    ...PLACE,
    expected_timeframe: { form: 'text', values: TIMEFRAMES },
    supply_impact_severity: { form: 'text', values: IMPACT_SEVERITIES },
  },
  tariffs_v2: {
    imposing_country_code: TEXT,
    imposing_country_name: TEXT,
    targeted_country_codes: TEXTS,
    targeted_country_names: TEXTS,
    measure_type: { form: 'text', values: TARIFF_MEASURES },
    main_tariff_rate: NUMBERS,
    previous_tariff_rate: TEXT,
    tariff_rates: TEXTS,
    affected_industries: { form: 'text', values: SECTORS, array: true },
    affected_products: TEXTS,
    hs_product_categories: { form: 'text', values: PRODUCT_SECTIONS, array: true },
    announcement_date: TEXT_OR_DATES,
    implementation_date: TEXT_OR_DATES,
    estimated_trade_value: TEXT,
    policy_objective: TEXT,
    trigger_event: TEXT,
    summary: TEXT,
    relevance_score: { form: 'text', values: RELEVANCE_SCORES },
  },
};

/**
 * Every filter of an event type by its key. The client's request schema, the schema of `watches.yaml` and the local
 * server all read this table. Keys are flat and dotted; nested objects are refused.
 */
function filtersOf(type: EventType): Filters {
  const own = Object.entries(OWN[type]).map(([name, filter]) => [`${type}.${name}`, filter] as const);
  return { ...COMMON, ...Object.fromEntries(own) };
}

/** The filter of a key of an event type; undefined if the type has no such key. */
export function eventFilterOf(type: EventType, key: string): EventFilter | undefined {
  return lookUp(filtersOf(type), key);
}

/** The keys inside `additional_filters` that an event type accepts, in the order of the table. */
export function eventFilterKeysOf(type: EventType): string[] {
  return Object.keys(filtersOf(type));
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
