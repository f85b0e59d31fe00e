import { join } from 'node:path';
import * as z from 'zod';
import { PRODUCT_SECTIONS, SECTORS } from '../../../../../shared/domain/services/event-values.ts';
import { readSettingsFile } from '../../kit/settings-file.ts';

type Sector = (typeof SECTORS)[number];

const goods = z.array(z.tuple([z.string(), z.enum(SECTORS), z.string(), z.string().optional()]));

/** Goods that news of tariffs and disruptions name, with their sector and the numeral of their customs section. */
const GOODS = readSettingsFile(join(import.meta.dirname, 'goods.yaml'), goods).map(
  ([name, sector, section, words = name]) => ({
    name,
    sector,
    section,
    form: new RegExp(String.raw`\b(?:${words})\b`, 'i'),
  }),
);

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

function named(text: string) {
  const found = GOODS.filter(({ form }) => form.test(text));
  // `The top oil producer bans palm oil exports`: crude oil is not what it is about.
  const isOfPlants = found.some(({ name }) => name === 'vegetable oil');
  return found.filter(({ name }) => !(isOfPlants && name === 'oil'));
}
