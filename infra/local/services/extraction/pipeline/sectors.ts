/** Well-known companies by industry. They are recognised by these very letters, so Target is one and a target is none. */
const COMPANIES: Readonly<Record<string, readonly string[]>> = {
  automotive: list(
    'General Motors, GM, Ford, Toyota, Honda, Nissan, Chrysler, Volkswagen, BMW, Fiat, Renault, Peugeot, Hyundai, Tesla',
  ),
  retail: list('Walmart, Wal-Mart, Target, Tesco, Carrefour, Ikea, Amazon'),
  banking: list('JPMorgan, JPMorgan Chase, Citigroup, Goldman Sachs, HSBC, Barclays, UBS, Deutsche Bank'),
  insurance: list('AIG, Allianz, AXA'),
  energy: list('Exxon, ExxonMobil, Chevron, BP, Gazprom, Rosneft, TotalEnergies'),
  technology: list('Apple, Google, Microsoft, IBM, Intel, Samsung, Oracle, Cisco, Yahoo'),
  telecom: list('Verizon, Vodafone, T-Mobile, Comcast, Orange'),
  pharmaceuticals: list('Pfizer, Novartis, Roche, Merck, Bayer, GlaxoSmithKline, Sanofi'),
  aviation: list('Boeing, Airbus, Lufthansa, Ryanair, Malaysia Airlines, United Airlines'),
  food: list("Nestle, Unilever, McDonald's, Starbucks, Coca-Cola, Pepsi, Chiquita"),
  media: list('Netflix, Disney, Time Warner, Viacom'),
  mining: list('Rio Tinto, Glencore, Vale'),
};

/** Industries by the phrases that name them; `*` at the end of a word stands for any ending. */
export const SECTORS: Readonly<Record<string, readonly string[]>> = {
  automotive: told(
    'automotive',
    'car maker*, carmaker*, automaker*, auto maker*, automotive, auto industry, cars, vehicles',
  ),
  retail: told('retail', 'retail*, store chain*, supermarket*, department store*, e-commerce'),
  banking: told('banking', 'bank, banks, banking, lender*, credit union*'),
  insurance: told('insurance', 'insurer*, insurance'),
  energy: told('energy', 'oil, gas, energy, utilit*, solar, pipeline*'),
  technology: told(
    'technology',
    'software, tech, technology, chip maker*, chipmaker*, semiconductor*, smartphone*, internet, startup*',
  ),
  telecom: told('telecom', 'telecom*, carrier*, broadband, wireless'),
  pharmaceuticals: told('pharmaceuticals', 'pharma*, drug maker*, drugmaker*, biotech*, vaccine*'),
  healthcare: told('healthcare', 'hospital*, health care, healthcare, clinic*'),
  aviation: told('aviation', 'airline*, aircraft, aviation, airport*, plane maker*'),
  food: told('food', 'food, restaurant*, beverage*, grocer*, fast food'),
  media: told('media', 'film*, movie*, television, tv, streaming, music, publisher*, newspaper*'),
  real_estate: told('real_estate', 'real estate, housing, homebuilder*, mortgage*'),
  mining: told('mining', 'mining, miner, miners, steel, metals'),
  government: told('government', 'government*, ministr*, agency, agencies, parliament*'),
};

/** Names of well-known companies that stand in a text. */
export function knownCompaniesIn(text: string): string[] {
  return ALL_COMPANIES.flatMap(({ name, form }) => (form.test(text) ? [name] : []));
}

const ALL_COMPANIES = Object.values(COMPANIES)
  .flat()
  .map((name) => ({ name, form: new RegExp(`(?<![\\p{L}\\p{N}])${name}(?![\\p{L}\\p{N}])`, 'u') }));

/** Larger places by what lies in them, so that a question about Europe finds a text about France. */
export const REGIONS: Readonly<Record<string, readonly string[]>> = {
  europe: list(
    'europe*, eu, germany, german, france, french, italy, italian, spain, spanish, uk, britain, british, netherlands, dutch, belgium, poland, sweden, austria, ireland, portugal, greece, denmark, finland, norway, switzerland',
  ),
  asia: list(
    'asia*, china, chinese, japan, japanese, india*, korea*, indonesia*, vietnam*, thailand, malaysia*, singapore',
  ),
  africa: list('africa*, nigeria*, kenya*, egypt*, ethiopia*, ghana*, morocco, algeria*'),
  'latin america': list('latin america*, brazil*, mexic*, argentin*, chile*, colombia*, peru*, venezuela*'),
  'middle east': list('middle east*, iran*, iraq*, israel*, saudi*, syria*, turkey, emirates, qatar'),
  'united states': list('united states, america*, u.s, u.s., usa'),
  'united kingdom': list('united kingdom, uk, britain, british, england, scotland, wales'),
};

function told(sector: string, phrases: string): string[] {
  return [
    sector.replaceAll('_', ' '),
    ...list(phrases),
    ...(COMPANIES[sector] ?? []).map((name) => name.toLowerCase()),
  ];
}

function list(phrases: string): string[] {
  return phrases.split(', ');
}
