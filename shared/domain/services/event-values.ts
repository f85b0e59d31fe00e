/** How relevant a text is to a layoff (events service, `layoff.how_much_related`). */
export const LAYOFF_RELATIONS = [
  'Completely Irrelevant',
  'Irrelevant',
  'Very Poor',
  'Poor',
  'Fair',
  'Good',
  'Very Good',
  'Excellent',
] as const;

/** Known kinds of funding; the service may use others (events service, fundraising). */
export const FUNDING_TYPES = [
  'Pre-Seed',
  'Seed',
  'Series A',
  'Series B',
  'Series C',
  'Series D',
  'Series E',
  'Series Unknown',
  'Bridge Round',
  'Grant',
  'Bonding',
  'State Bonding',
] as const;

export const DISRUPTION_TYPES = [
  'transportation_delay',
  'production_stoppage',
  'natural_disaster',
  'labor_dispute',
  'geopolitical',
  'supply_shortage',
  'quality_issue',
  'cyberattack',
  'regulatory_change',
  'other',
] as const;

export const FACILITY_TYPES = [
  'manufacturing_plant',
  'assembly_factory',
  'fulfillment_center',
  'distribution_center',
  'cross_dock_facility',
  'warehouse',
  'cold_storage',
  'port',
  'container_yard',
  'logistics_hub',
  'intermodal_terminal',
  'shipping_terminal',
  'rail_terminal',
  'maintenance_facility',
  'data_center',
  'other',
] as const;

export const TIMEFRAMES = ['days', 'weeks', 'months', 'indefinite', 'resolved'] as const;
export const IMPACT_SEVERITIES = ['minimal', 'moderate', 'severe', 'critical', 'unknown'] as const;
export const RELEVANCE_SCORES = ['Low', 'Medium', 'High'] as const;

export const TARIFF_MEASURES = [
  'new tariff',
  'tariff increase',
  'tariff reduction',
  'retaliatory tariff',
  'import ban',
  'quota',
  'other trade restriction',
] as const;

/** Sectors of industry (events service, value lists). */
export const SECTORS = [
  'Energy',
  'Materials',
  'Industrials',
  'Consumer Discretionary',
  'Consumer Staples',
  'Health Care',
  'Financials',
  'Information Technology',
  'Communication Services',
  'Utilities',
  'Real Estate',
] as const;

/** Sections of the customs nomenclature, each with its numeral (events service, value lists). */
export const PRODUCT_SECTIONS = [
  'I: Live animals; animal products',
  'II: Vegetable products',
  'III: Animal or vegetable fats and oils',
  'IV: Prepared foodstuffs; beverages, spirits, tobacco',
  'V: Mineral products',
  'VI: Products of the chemical or allied industries',
  'VII: Plastics and rubber',
  'VIII: Raw hides and skins, leather, furskins',
  'IX: Wood and articles of wood',
  'X: Pulp of wood; paper and paperboard',
  'XI: Textiles and textile articles',
  'XII: Footwear, headgear, umbrellas',
  'XIII: Articles of stone, ceramic products, glass',
  'XIV: Pearls, precious stones and metals',
  'XV: Base metals and articles of base metal',
  'XVI: Machinery and mechanical appliances',
  'XVII: Vehicles, aircraft, vessels',
  'XVIII: Optical, photographic, medical instruments',
  'XIX: Arms and ammunition',
  'XX: Miscellaneous manufactured articles',
  "XXI: Works of art, collectors' pieces",
] as const;

/** The values of `additional_article_fields` (events service, articles). */
export const ARTICLE_FIELDS = [
  'description',
  'content',
  'published_date',
  'published_date_precision',
  'author',
  'authors',
  'journalists',
  'domain_url',
  'full_domain_url',
  'name_source',
  'extraction_data.parent_url',
  'is_headline',
  'paid_content',
  'rights',
  'rank',
  'is_opinion',
  'language',
  'word_count',
  'twitter_account',
  'all_links',
  'all_domain_links',
  'nlp.theme',
  'nlp.summary',
  'nlp.sentiment',
  'nlp.ner_PER',
  'nlp.ner_ORG',
  'nlp.ner_MISC',
  'nlp.ner_LOC',
] as const;
