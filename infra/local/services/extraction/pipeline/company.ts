import { companyEvidence, namesIn } from '../../kit/names/company-evidence.ts';
import { companyAfter, companyBefore } from '../../kit/names/company-name.ts';
import { COMPANY_NAMES, kindOfName, NAME_WORDS, plainWord } from '../../kit/names/name-kind.ts';
import { knownCompaniesIn } from './concepts.ts';
import { namePhrase, placeOf, timesIn } from './language.ts';
import { type Reading, senseOf } from './reading.ts';
import { type Extract, NOTHING } from './values.ts';

/** A name needs so many signs that it is a company's, where nothing else says so. */
const SIGNS = 1;
/** An investor or an adviser is named beside the company that it gives money or advice to. */
const BESIDE =
  /^(?:['’]s)?\s(?:leads?|led|co-led|invests?|invested|backs|backed|advises|analysts?|said in a (?:note|report))\b/;

/** The company that acts or is hit (extraction service, enrichment types: company); null where the text names none. */
export const extractCompany: Extract = (_field, reading) => {
  const name = mainCompany(reading);
  if (name === undefined) return NOTHING;
  const sites = websitesOf(name, reading);
  const [site] = sites;
  const confidence = Math.min(95, 50 + weightOf(name, reading) * 10) / 100;
  return {
    confidence,
    value: {
      source_text: name,
      confidence,
      metadata: {
        name,
        domain_url: site ?? null,
        domain_url_confidence: site === undefined ? null : 'medium',
      },
      name,
      alternative_names: variantsOf(name, reading),
      website_candidates: sites,
      ...around(name, reading),
    },
  };
};

/** The company of a cluster: one of the watchlist that a title names, else the one that the telling sentences show. */
export function mainCompany(reading: Reading): string | undefined {
  const watched = reading.watched.find((name) => placeOf(namePhrase(name), reading.titleWords()) !== -1);
  if (watched !== undefined) return watched;
  for (const sentence of reading.telling()) {
    const company = companyOf(sentence, reading);
    if (company !== undefined) return wholeName(company, reading);
  }
  return undefined;
}

/** `Acme Corp` where the title says `Acme` and the text has the whole name. */
function wholeName(name: string, reading: Reading): string {
  const longer = reading
    .leads()
    .filter((sentence) => !reading.articles.some(({ title }) => title === sentence))
    .flatMap(namesIn)
    .find((other) => other.startsWith(`${name} `) && isLegalForm(other.slice(name.length + 1)));
  return longer ?? name;
}

function isLegalForm(words: string): boolean {
  return words.split(' ').every((word) => NAME_WORDS['company words'].has(plainWord(word)));
}

/** Companies of a cluster: the main one, and others that the titles and first sentences name. */
export function companiesOf(reading: Reading): string[] {
  const main = mainCompany(reading);
  const others = reading
    .leads()
    .flatMap(namesIn)
    .filter((name) => isCompany(name, reading));
  return [...new Set([...(main === undefined ? [] : [main]), ...others])];
}

function companyOf(sentence: string, reading: Reading): string | undefined {
  const slots = reading.events.flatMap(({ name }) => slotsOf(sentence, name));
  const inSlot = slots.find((name) => isCompany(name, reading));
  if (inSlot !== undefined) return inSlot;
  const isSure = (name: string) => !isInCapitals(sentence) || isSaidElsewhere(name, reading);
  return namesIn(sentence).find(
    (name) => isCompany(name, reading) && isSure(name) && !isBeside(name, sentence),
  );
}

/** Names where the kind of event has its company. */
function slotsOf(sentence: string, event: string): string[] {
  const { behind, before } = senseOf(event);
  const hit = behind?.exec(sentence);
  const acts = before?.exec(sentence);
  const slots = [
    hit && companyAfter(sentence.slice(hit.index + hit[0].length)),
    acts && companyBefore(sentence.slice(0, acts.index)),
  ];
  return slots.flatMap((name) => (typeof name === 'string' ? [ownerless(name)] : []));
}

/** `Acme's Q4 profit` is of Acme; `McDonald's` has the mark in its name. */
function ownerless(name: string): string {
  return COMPANY_NAMES.known.has(name) ? name : name.replace(/['’]s$/, '');
}

function isCompany(name: string, reading: Reading): boolean {
  const sources = reading.articles.map(({ sourceName, domain }) =>
    `${sourceName ?? ''} ${domain}`.toLowerCase(),
  );
  if (sources.some((source) => source.startsWith(name.toLowerCase()))) return false;
  return (
    kindOfName(name) === 'company' ||
    knownCompaniesIn(name).includes(name) ||
    companyEvidence(name, plainText(reading)) >= SIGNS
  );
}

/** What is not in capitals shows what a name is; all there is where everything is. */
function plainText(reading: Reading): string {
  const plain = [...reading.headlines(), ...reading.sentences()].filter(
    (sentence) => !isInCapitals(sentence),
  );
  return plain.length > 0 ? plain.join('\n') : reading.text;
}

/** A title in capitals shows nothing of what is a name in it. */
function isInCapitals(sentence: string): boolean {
  const words = sentence.split(/\s+/).filter((word) => word.length > 3);
  return words.filter((word) => /^\W?\p{Lu}/u.test(word)).length > 0.7 * words.length;
}

/** A listed company is one in capitals too; others must stand in the text as well. */
function isSaidElsewhere(name: string, reading: Reading): boolean {
  if (COMPANY_NAMES.known.has(name) || knownCompaniesIn(name).includes(name)) return true;
  return reading.sentences().some((sentence) => !isInCapitals(sentence) && sentence.includes(name));
}

function isBeside(name: string, sentence: string): boolean {
  return BESIDE.test(sentence.slice(sentence.indexOf(name) + name.length));
}

function weightOf(name: string, reading: Reading): number {
  const phrase = namePhrase(name);
  return timesIn(phrase, reading.words()) + 2 * timesIn(phrase, reading.titleWords());
}

/** Other names that begin with the same word: `Acme` beside `Acme Corp`. */
function variantsOf(name: string, reading: Reading): string[] {
  const [first] = namePhrase(name);
  const names = new Set(reading.leads().flatMap(namesIn));
  return [...names].filter((other) => other !== name && namePhrase(other)[0] === first).slice(0, 5);
}

/**
 * Domains that the text names and that contain the name's first word. Domains of the articles themselves do not
 * count.
 */
function websitesOf(name: string, reading: Reading): string[] {
  const slug = namePhrase(name)[0]?.replaceAll(/[^a-z0-9]/g, '') ?? '';
  if (slug.length < 3) return [];
  const domains = reading.text.toLowerCase().match(/\b(?:[a-z0-9-]{1,63}\.){1,8}[a-z]{2,63}\b/g) ?? [];
  return [...new Set(domains)].filter((domain) => domain.includes(slug));
}

/** People and a place that share a sentence with the company. */
function around(name: string, reading: Reading): { people: string[]; address: string | null } {
  const sentences = reading.sentences().filter((sentence) => sentence.includes(name));
  const beside = (other: string) => sentences.some((sentence) => sentence.includes(other));
  const { people, places } = reading.names();
  return { people: people.filter(beside), address: places.find(beside) ?? null };
}
