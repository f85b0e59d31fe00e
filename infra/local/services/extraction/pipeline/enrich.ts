import { termOf, termsOf } from '../../../../../shared/domain/stories/terms.ts';
import { dayOf } from '../../../../../shared/domain/time/instant.ts';
import { amountsIn, countOf } from '../../kit/amounts.ts';
import { dayIn } from '../../kit/days.ts';
import type { Enrichment } from '../../kit/event-kinds.ts';
import { findPattern, timesIn, tokensOf } from '../../kit/find-pattern.ts';
import type { Reading } from './reading.ts';

/** Reads a field out of a cluster; undefined where it finds nothing. */
type Extract = (field: Enrichment, reading: Reading) => unknown;

/** How sure a value is, from 0 (nothing found) to 1: what a label gives, and what the text gives. */
const LABELLED = 0.95;
const READ = 0.7;

/** Takes the fields out of a cluster: its labels first, else its text. A field that finds nothing is null. */
export function enrich(reading: Reading, fields: readonly Enrichment[]) {
  const all = fields.map((field) => {
    const fact = field.type === 'company' ? undefined : reading.facts?.[field.name];
    const value = fact ?? EXTRACT[field.type](field, reading) ?? null;
    return { name: field.name, value, confidence: value === null ? 0 : fact === undefined ? READ : LABELLED };
  });
  return {
    values: Object.fromEntries(all.map(({ name, value }) => [name, value])),
    confidence: Object.fromEntries(all.map(({ name, confidence }) => [name, confidence])),
  };
}

/** Whether the name or the description of a field has one of some words. */
function speaksOf(field: Enrichment, words: string): boolean {
  return findPattern([words], tokensOf(textOfField(field))) !== undefined;
}

function textOfField({ name, description }: Enrichment): string {
  return `${name.replaceAll('_', ' ')} ${description}`;
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

/** The options of `Severity, one of: low, medium or high`, or of `Kind (merger/takeover)`. */
export function optionsIn(description: string): string[] {
  const read = description.slice(0, 1_000);
  const list = /(?:one of|either|options?)\s*:?\s*([^.]+)/i.exec(read)?.[1] ?? /\(([^)]+)\)/.exec(read)?.[1];
  return (list ?? '')
    .split(/\s*[,;/|]\s*|\s+or\s+/)
    .map((option) => option.replaceAll(/["']/g, '').trim())
    .filter(Boolean);
}

/** The company of a cluster: that of its label, one of the watchlist, the one of the event, or one that a title names. */
function mainCompany(reading: Reading): string | undefined {
  const labelled = reading.facts?.['company'];
  if (typeof labelled === 'string') return labelled;
  const isTitled = (name: string) => {
    const words = tokensOf(name).map(({ word }) => word);
    return findPattern(words, reading.titleWords()) !== undefined;
  };
  const { organizations } = reading.names();
  const name = reading.watched.find(isTitled) ?? reading.event()?.company ?? organizations.find(isTitled);
  // `Acme Corp` where the title says `Acme` and the text has the whole name.
  return organizations.find((other) => other.startsWith(`${name} `)) ?? name;
}

/** What a text field may ask for, by the words of its name and description. The first that fits decides. */
const ASKED: readonly (readonly [words: string, read: (reading: Reading) => readonly string[]])[] = [
  ['summary|reason|why|cause|defect', () => []],
  ['people|person|persons|who|ceo|founder|executive|author', (reading) => reading.names().people],
  ['place|places|country|countries|city|location|where|region', (reading) => reading.names().places],
  [
    'percent|rate|share|change',
    ({ text }) => amountsIn(text).flatMap((one) => (one.unit === '%' ? one.text : [])),
  ],
  [
    'company|companies|organization|organisation|firm|employer',
    (reading) => [mainCompany(reading) ?? [], ...reading.names().organizations].flat(),
  ],
  ['source|outlet|publisher', ({ articles }) => articles.map((one) => one.sourceName ?? one.domain)],
];

/** So many names at most, and the longest sentence that is given, in characters. */
const MOST_NAMES = 5;
const LONGEST = 300;

const EXTRACT: Readonly<Record<Enrichment['type'], Extract>> = {
  /** Names, shares or places when the field asks for such, else the sentence that shares most with the field. */
  text(field, reading) {
    const asked = ASKED.find(([words]) => speaksOf(field, words));
    const values = [...new Set(asked?.[1](reading))].slice(0, MOST_NAMES);
    if (asked !== undefined && asked !== ASKED[0]) return values.join(', ') || undefined;
    const own = termsOfField(field);
    const titled = new Set(termsOf(reading.title));
    const shared = (sentence: string) =>
      termsOf(sentence).reduce((sum, term) => sum + (own.has(term) ? 10 : titled.has(term) ? 1 : 0), 0);
    const [best] = reading.lead().toSorted((a, b) => shared(b) - shared(a));
    return best?.slice(0, LONGEST);
  },
  /** A sum of money where the field asks for one, else the number in front of one of its words. */
  number(field, reading) {
    const terms = termsOfField(field);
    const sumIn = (sentence: string) =>
      amountsIn(sentence).find(({ unit }) => unit !== undefined && unit !== '%')?.value;
    const sum = speaksOf(field, MONEY) ? firstIn(reading, sumIn) : undefined;
    return sum ?? firstIn(reading, (sentence) => countOf(sentence, (word) => terms.has(termOf(word))));
  },
  /** The first day that the text names, else the day of the first article. */
  date(_field, reading) {
    const published = Math.min(...reading.articles.map(({ publishedAt }) => publishedAt));
    return dayOf(firstIn(reading, (sentence) => dayIn(sentence, published)) ?? published);
  },
  /** The option that the text names most often. */
  option({ description }, reading) {
    const counted = optionsIn(description).map((option) => {
      const times = timesIn(`${option.toLowerCase()}*`.split(' '), reading.words());
      return { option, times };
    });
    const [best] = counted.filter(({ times }) => times > 0).toSorted((a, b) => b.times - a.times);
    return best?.option;
  },
  /** The first link in the text; for a field that asks for the source, the link of the first article. */
  url(field, { text, articles }) {
    const link = /https?:\/\/[^\s"'<>)\]]+/.exec(text)?.[0].replace(/[.,;]$/, '');
    const isSource = speaksOf(field, 'source|article|report|link|citation');
    return link ?? (isSource ? articles[0]?.link : undefined);
  },
  /** The company that acts or is hit, with what the text says beside it (extraction service, enrichment types). */
  company(_field, reading) {
    const name = mainCompany(reading);
    if (name === undefined) return undefined;
    const [first = ''] = name.toLowerCase().split(/[^\p{L}\p{N}]+/u);
    const domains = reading.text.toLowerCase().match(/\b(?:[a-z0-9-]{1,63}\.){1,8}[a-z]{2,63}\b/g) ?? [];
    const sites = [...new Set(domains)].filter((domain) => first.length > 2 && domain.includes(first));
    const [site = null] = sites;
    const { people, places, organizations } = reading.names();
    return {
      source_text: name,
      confidence: reading.facts ? LABELLED : READ,
      metadata: { name, domain_url: site, domain_url_confidence: site && 'medium' },
      name,
      alternative_names: [...new Set(organizations)].filter(
        (other) => other !== name && other.toLowerCase().startsWith(first),
      ),
      website_candidates: sites,
      people: [...new Set(people)],
      address: places[0] ?? null,
    };
  },
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
