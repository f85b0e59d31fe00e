import { termOf, termsOf } from '../../../../../shared/domain/stories/terms.ts';
import { dayOf } from '../../../../../shared/domain/time/instant.ts';
import { amountsIn, countOf } from '../../kit/amounts.ts';
import { dayIn } from '../../kit/days.ts';
import type { Enrichment } from '../../kit/event-kinds.ts';
import { findPattern, timesIn, tokensOf } from '../../kit/find-pattern.ts';
import type { Reading } from './reading.ts';

/** A value taken out of a record's articles, and how sure that is: 0 (nothing found) to 1. */
interface Extracted {
  value: unknown;
  confidence: number;
}

type Extract = (field: Enrichment, reading: Reading) => Extracted;

/** A value that was found; null, as the service gives it, where there is none. */
function found(value: unknown, confidence: number): Extracted {
  return value === undefined ? { value: null, confidence: 0 } : { value, confidence };
}

/** Values by field name, and how sure each is, 0 to 1 to two decimals. */
interface Enriched {
  values: Record<string, unknown>;
  confidence: Record<string, number>;
}

/** Takes the fields out of a cluster: its labels first, else its text. A field that finds nothing is null. */
export function enrich(reading: Reading, fields: readonly Enrichment[]): Enriched {
  const all = fields.map((field) => [field.name, valueOf(field, reading)] as const);
  return {
    values: Object.fromEntries(all.map(([name, { value }]) => [name, value])),
    confidence: Object.fromEntries(all.map(([name, { confidence }]) => [name, confidence])),
  };
}

function valueOf(field: Enrichment, reading: Reading): Extracted {
  const fact = reading.facts?.[field.name];
  if (fact !== undefined && field.type !== 'company') return found(fact, 0.95);
  return EXTRACT[field.type](field, reading);
}

function textOfField({ name, description }: Enrichment): string {
  return `${name.replaceAll('_', ' ')} ${description}`;
}

/** Whether the name or the description of a field has one of some words. */
function speaksOf(field: Enrichment, words: string): boolean {
  return findPattern([words], tokensOf(textOfField(field))) !== undefined;
}

/** Words of a field that say nothing of what it counts. */
const EMPTY = new Set('number amount day value total event people that many'.split(' ').map(termOf));

/** The terms by which a field is looked for in a text. */
function termsOfField(field: Enrichment): Set<string> {
  return new Set(termsOf(textOfField(field)).filter((term) => term.length > 3 && !EMPTY.has(term)));
}

/** The first value that a reader finds: in sentences that tell of the event, then in the others at the top. */
function firstIn<Value>(reading: Reading, read: (sentence: string) => Value | undefined): Value | undefined {
  for (const sentence of [...(reading.event()?.sentences ?? []), ...reading.lead()]) {
    const value = read(sentence);
    if (value !== undefined) return value;
  }
  return undefined;
}

const MONEY = 'amount|price|cost|money|value|raised|revenue|fund|dollars|fine|deal';

/** A sum of money where the field asks for one, else the number in front of one of its words. */
const extractNumber: Extract = (field, reading) => {
  const terms = termsOfField(field);
  const isCounted = (word: string) => terms.has(termOf(word));
  const sumIn = (sentence: string) =>
    amountsIn(sentence).find(({ unit }) => unit !== undefined && unit !== '%')?.value;
  const sum = speaksOf(field, MONEY) ? firstIn(reading, sumIn) : undefined;
  return found(sum ?? firstIn(reading, (sentence) => countOf(sentence, isCounted)), 0.7);
};

/** The first day that the text names, else the day of the first article with little confidence. */
const extractDate: Extract = (_field, reading) => {
  const published = Math.min(...reading.articles.map(({ publishedAt }) => publishedAt));
  const at = firstIn(reading, (sentence) => dayIn(sentence, published));
  return found(dayOf(at ?? published), at === undefined ? 0.3 : 0.7);
};

/** The option that the text names most often. */
const extractOption: Extract = ({ description }, reading) => {
  const counted = optionsIn(description).map((option) => {
    const form = `${option.toLowerCase()}*`.split(' ');
    return { option, times: timesIn(form, reading.words()) };
  });
  const [best] = counted.filter(({ times }) => times > 0).toSorted((a, b) => b.times - a.times);
  return found(best?.option, 0.7);
};

/** So much of the description of a field is read for its options. */
const LONGEST_DESCRIPTION = 1_000;

/** The options of `Severity, one of: low, medium or high`, or of `Kind (merger/takeover)`. */
export function optionsIn(description: string): string[] {
  const read = description.slice(0, LONGEST_DESCRIPTION);
  const list = /(?:one of|either|options?)\s*:?\s*([^.]+)/i.exec(read)?.[1] ?? /\(([^)]+)\)/.exec(read)?.[1];
  return (list ?? '')
    .split(/\s*[,;/|]\s*|\s+or\s+/)
    .map((option) => option.replaceAll(/["']/g, '').trim())
    .filter(Boolean);
}

/** The first link in the text; for a field that asks for the source, the link of the first article. */
const extractUrl: Extract = (field, reading) => {
  const link = /https?:\/\/[^\s"'<>)\]]+/.exec(reading.text)?.[0].replace(/[.,;]$/, '');
  const isSource = speaksOf(field, 'source|article|report|link|citation');
  return found(link ?? (isSource ? reading.articles[0]?.link : undefined), 0.7);
};

/** The company of a cluster: that of its label, one of the watchlist, the one of the event, or one that a title names. */
function mainCompany(reading: Reading): string | undefined {
  const labelled = reading.facts?.['company'];
  if (typeof labelled === 'string') return labelled;
  const isTitled = (name: string) => {
    const words = tokensOf(name).map(({ word }) => word);
    return findPattern(words, reading.titleWords()) !== undefined;
  };
  const isSource = (name: string) =>
    reading.articles.some(({ sourceName = '' }) => sourceName.startsWith(name));
  const { organizations } = reading.names();
  const titled = () => organizations.find((other) => isTitled(other) && !isSource(other));
  const name = reading.watched.find(isTitled) ?? reading.event()?.company ?? titled();
  // `Acme Corp` where the title says `Acme` and the text has the whole name.
  return organizations.find((other) => other.startsWith(`${name} `)) ?? name;
}

/** The company that acts or is hit (extraction service, enrichment types: company), with what the text says beside it. */
const extractCompany: Extract = (_field, reading) => {
  const name = mainCompany(reading);
  if (name === undefined) return found(undefined, 0);
  const [first = ''] = name.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  const domains = reading.text.toLowerCase().match(/\b(?:[a-z0-9-]{1,63}\.){1,8}[a-z]{2,63}\b/g) ?? [];
  const sites = first.length < 3 ? [] : [...new Set(domains)].filter((domain) => domain.includes(first));
  const site = sites[0] ?? null;
  const { people, places, organizations } = reading.names();
  const isOther = (other: string) => other !== name && other.toLowerCase().startsWith(first);
  const confidence = reading.facts ? 0.95 : 0.7;
  const value = {
    source_text: name,
    confidence,
    metadata: { name, domain_url: site, domain_url_confidence: site && 'medium' },
    name,
    alternative_names: [...new Set(organizations)].filter(isOther),
    website_candidates: sites,
    people: [...new Set(people)],
    address: places[0] ?? null,
  };
  return found(value, confidence);
};

/** What a text field may ask for, by the words of its name and description. The first that fits decides. */
const ASKED: readonly (readonly [words: string, read: (reading: Reading) => readonly string[]])[] = [
  ['summary|reason|why|cause|defect', (): string[] => []],
  ['people|person|persons|who|ceo|founder|executive|author', (reading) => reading.names().people],
  ['place|places|country|countries|city|location|where|region', (reading) => reading.names().places],
  ['percent|rate|share|change', ({ text }) => figuresIn(text, (unit) => unit === '%')],
  [
    'amount|price|cost|money|value',
    ({ text }) => figuresIn(text, (unit) => unit !== undefined && unit !== '%'),
  ],
  [
    'company|companies|organization|organisation|firm|employer',
    (reading) => [mainCompany(reading) ?? [], ...reading.names().organizations].flat(),
  ],
  ['source|outlet|publisher', ({ articles }) => articles.map((one) => one.sourceName ?? one.domain)],
];

function figuresIn(text: string, isWanted: (unit: string | undefined) => boolean): string[] {
  return amountsIn(text).flatMap((amount) => (isWanted(amount.unit) ? [amount.text] : []));
}

/** So many names at most, and the longest sentence that is given, in characters. */
const MOST_NAMES = 5;
const LONGEST = 300;

/** Names, figures or places when the field asks for such, else the sentence that shares most with the field. */
const extractText: Extract = (field, reading) => {
  const asked = ASKED.find(([words]) => speaksOf(field, words));
  const values = [...new Set(asked?.[1](reading))].slice(0, MOST_NAMES);
  if (values.length > 0) return found(values.join(', '), 0.7);
  if (asked !== undefined && asked !== ASKED[0]) return found(undefined, 0);
  const own = termsOfField(field);
  const titled = new Set(termsOf(reading.title));
  const shared = (sentence: string) =>
    termsOf(sentence).reduce((sum, term) => sum + (own.has(term) ? 10 : titled.has(term) ? 1 : 0), 0);
  const [best] = reading.lead().toSorted((a, b) => shared(b) - shared(a));
  return found(best?.slice(0, LONGEST), 0.5);
};

const EXTRACT: Readonly<Record<Enrichment['type'], Extract>> = {
  text: extractText,
  number: extractNumber,
  date: extractDate,
  option: extractOption,
  url: extractUrl,
  company: extractCompany,
};

/**
 * Fills a template such as `[COMPANY] cut [JOBS_CUT] jobs`: a placeholder is the name of a field, in any case and with
 * blanks or underscores; TITLE, DATE, PEOPLE, PLACE, SOURCE and LINK are always there (extraction service, submit).
 */
export function fillTemplate(
  template: string,
  { values, reading }: { values: Readonly<Record<string, unknown>>; reading: Reading },
): string {
  const [first] = reading.articles;
  const { people, places, organizations } = reading.names();
  const known: Readonly<Record<string, unknown>> = {
    title: reading.title,
    date: first && dayOf(first.publishedAt),
    people: people.join(', ') || undefined,
    place: places[0],
    name: organizations[0] ?? people[0],
    source: first?.sourceName ?? first?.domain,
    link: first?.link,
    ...values,
  };
  const plain = (name: string) =>
    name
      .trim()
      .toLowerCase()
      .replaceAll(/[\s-]+/g, '_');
  const words = new Map(Object.entries(known).map(([name, value]) => [plain(name), inWords(value)]));
  return template.replaceAll(
    /\[([^[\]]{1,100})\]/g,
    (_, name: string) => words.get(plain(name)) ?? 'unknown',
  );
}

function inWords(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) return undefined;
  if (typeof value === 'object' && 'source_text' in value) return inWords(value.source_text);
  return JSON.stringify(value);
}
