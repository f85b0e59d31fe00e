import * as z from 'zod';
import { list, maybeFlag, maybeNumber, maybeText, texts } from '../http/lenient.ts';

const place = z.object({
  country: maybeText,
  city: maybeText,
  state: maybeText,
  county: maybeText,
  raw_location: maybeText,
});

/** The special fields of each type of event (events service, sections 4.2 to 4.6). */
export const eventDetails = {
  data_breach: z.object({
    title: maybeText,
    summary: maybeText,
    data: maybeText,
    data_type: maybeText,
    impacted: texts,
  }),
  fundraising: z.object({
    title: maybeText,
    summary: maybeText,
    /** In the event's own currency. */
    amount: maybeNumber,
    currency: maybeText,
    funding_type: maybeText,
    company_description: maybeText,
    company_legal_name: maybeText,
    industry: maybeText,
    valuation: maybeText,
    founders: texts,
    investors: texts,
  }),
  layoff: z.object({
    summary: maybeText,
    location: list(place),
    how_much_related: maybeText,
    layoff_reason: maybeText,
    number_of_people_laid_off: maybeNumber,
    min_number_of_people_laid_off: maybeNumber,
    max_number_of_people_laid_off: maybeNumber,
    percentage_of_people_laid_off: maybeNumber,
    /** A boolean here, a text in the filter of the same name. */
    is_relevant_for_real_estate: maybeFlag,
  }),
  supply_chain_disruption: z.object({
    summary: maybeText,
    disruption_type: maybeText,
    disruption_cause: maybeText,
    facility_type: maybeText,
    facility_original: maybeText,
    expected_timeframe: maybeText,
    supply_impact_severity: maybeText,
    affected_industries: texts,
    affected_products: texts,
    hs_product_categories: texts,
    additional_affected_companies: texts,
    location: list(place),
  }),
  tariffs_v2: z.object({
    summary: maybeText,
    imposing_country_name: maybeText,
    imposing_country_code: maybeText,
    targeted_country_names: texts,
    targeted_country_codes: texts,
    measure_type: maybeText,
    main_tariff_rate: maybeNumber,
    previous_tariff_rate: maybeText,
    tariff_rates: texts,
    affected_industries: texts,
    affected_products: texts,
    hs_product_categories: texts,
    trigger_event: maybeText,
    estimated_trade_value: maybeText,
    policy_objective: maybeText,
    relevance_score: maybeText,
    /** Some dates are incomplete, such as `2025/01`, so they remain texts. */
    announcement_date: maybeText,
    implementation_date: maybeText,
    expiration_date: maybeText,
    legal_basis: maybeText,
  }),
};
