import { PRODUCT_SECTIONS, type SECTORS } from '../../../../../shared/domain/services/event-values.ts';

type Sector = (typeof SECTORS)[number];

interface Good {
  /** As the answer names it. */
  name: string;
  form: RegExp;
  sector: Sector;
  /** Numeral of the customs section. */
  section: string;
}

/** Goods that news of tariffs and disruptions name, with their sector and customs section. */
const GOODS: readonly Good[] = [
  good('steel', 'Materials', 'XV'),
  good('aluminum', 'Materials', 'XV', 'alumini?um'),
  good('copper', 'Materials', 'XV'),
  good('lithium', 'Materials', 'VI'),
  good('chemicals', 'Materials', 'VI', 'chemicals?'),
  good('fertilizer', 'Materials', 'VI', 'fertili[sz]ers?'),
  good('cement', 'Materials', 'XIII'),
  good('glass', 'Materials', 'XIII'),
  good('plastics', 'Materials', 'VII', 'plastics?'),
  good('lumber', 'Materials', 'IX', 'lumber|timber'),
  good('paper', 'Materials', 'X', 'paper|pulp'),
  good('cars', 'Consumer Discretionary', 'XVII', 'cars?|autos?|automobiles?|vehicles?|trucks?|SUVs?'),
  good('car parts', 'Consumer Discretionary', 'XVII', '(?:auto|car) parts|airbags?|ignition switch(?:es)?'),
  good('clothing', 'Consumer Discretionary', 'XI', 'clothing|apparel|garments?|textiles?'),
  good('shoes', 'Consumer Discretionary', 'XII', 'shoes|footwear|sneakers'),
  good('toys', 'Consumer Discretionary', 'XX', 'toys?'),
  good('furniture', 'Consumer Discretionary', 'XX'),
  good('aircraft', 'Industrials', 'XVII', 'aircraft|jets?|airliners?|planes?'),
  good('machinery', 'Industrials', 'XVI', 'machinery|machines|turbines?'),
  good('washing machines', 'Industrials', 'XVI', 'washing machines|appliances'),
  good('semiconductors', 'Information Technology', 'XVI', 'semiconductors?|(?:micro)?chips?'),
  good('electronics', 'Information Technology', 'XVI', 'electronics|smartphones?|laptops?|consoles?'),
  good('batteries', 'Industrials', 'XVI', 'batter(?:y|ies)'),
  good('solar panels', 'Energy', 'XVI', 'solar panels?'),
  good('oil', 'Energy', 'V', '(?:crude )?oil|petrol(?:eum)?|gasoline|diesel|fuel'),
  good('natural gas', 'Energy', 'V', 'natural gas|LNG'),
  good('coal', 'Energy', 'V'),
  good('medicines', 'Health Care', 'VI', 'medicines?|drugs?|pharmaceuticals?|vaccines?'),
  good('infant formula', 'Consumer Staples', 'IV', '(?:infant|baby) formula'),
  good('soybeans', 'Consumer Staples', 'II', 'soy(?:a)? ?beans?'),
  good('wheat', 'Consumer Staples', 'II', 'wheat|grain|corn|rice'),
  good('fruit', 'Consumer Staples', 'II', 'fruits?|bananas?|avocados?|vegetables'),
  good('coffee', 'Consumer Staples', 'II', 'coffee|tea'),
  good('meat', 'Consumer Staples', 'I', 'meat|beef|pork|poultry|chicken'),
  good('dairy', 'Consumer Staples', 'I', 'dairy|milk|cheese|eggs'),
  good('seafood', 'Consumer Staples', 'I', 'seafood|fish|shrimp|salmon'),
  good('wine and spirits', 'Consumer Staples', 'IV', 'wines?|spirits|whisk(?:e)?y|beer|bourbon'),
  good('food', 'Consumer Staples', 'IV', 'food|sugar|chocolate|cocoa'),
];

/** Words that name a sector without naming a good. */
const SECTOR_WORDS: readonly (readonly [Sector, RegExp])[] = [
  ['Financials', /\b(?:fintech|banks?|banking|insur(?:er|ance|tech)|payments?|lender|crypto)\b/i],
  ['Health Care', /\b(?:biotech|hospitals?|medical|health|patients|clinical)\b/i],
  ['Information Technology', /\b(?:software|cloud|AI|artificial intelligence|cyber ?security|SaaS|data)\b/],
  ['Communication Services', /\b(?:telecom|streaming|media|social network|broadband)\b/i],
  ['Utilities', /\b(?:utility|power grid|electricity|water supply)\b/i],
  ['Real Estate', /\b(?:real estate|proptech|property|housing)\b/i],
  ['Energy', /\b(?:refiner(?:y|ies)|pipeline|solar|renewable|energy)\b/i],
  ['Industrials', /\b(?:shipping|freight|logistics|railroad|airlines?|ports?|dock ?workers?|container)\b/i],
  ['Consumer Discretionary', /\b(?:automakers?|carmakers?|retailers?|e-commerce|restaurants?)\b/i],
  ['Consumer Staples', /\b(?:grocer(?:y|ies)|supermarkets?|beverages?)\b/i],
];

/** The goods a text names, in the order of the table. */
export function goodsIn(text: string): string[] {
  return named(text).map(({ name }) => name);
}

/** Sectors of the goods and words of a text, each once. */
export function sectorsIn(text: string): string[] {
  const worded = SECTOR_WORDS.filter(([, form]) => form.test(text)).map(([sector]) => sector);
  return [...new Set([...named(text).map(({ sector }) => sector), ...worded])];
}

/** Customs sections of the goods of a text, each once, in the words of the contract. */
export function productSectionsIn(text: string): string[] {
  const sections = named(text).flatMap(({ section }) =>
    PRODUCT_SECTIONS.filter((known) => known.startsWith(`${section}: `)),
  );
  return [...new Set(sections)];
}

function named(text: string): Good[] {
  return GOODS.filter(({ form }) => form.test(text));
}

function good(name: string, sector: Sector, ...[section, words = name]: [string, string?]): Good {
  return { name, sector, section, form: new RegExp(String.raw`\b(?:${words})\b`, 'i') };
}
