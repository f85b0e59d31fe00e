import { dayOf } from '../../../../../shared/domain/time/instant.ts';
import { kindOfName, titlesIn } from '../../kit/names/name-kind.ts';
import { companiesOf, extractCompany, mainCompany } from './company.ts';
import { type Concept, conceptsOf, SECTORS } from './concepts.ts';
import { ANY_OF, type Enrichment, EVENT_TYPES, type EventType, type Validator } from './event-types.ts';
import { phraseOf, placeOf, stemsOf, timesIn } from './language.ts';
import { type Reading, senseOf, tellsOf } from './reading.ts';
import {
  type Extract,
  extractDate,
  type Extracted,
  extractNumber,
  extractOption,
  extractUrl,
  keywordsOf,
  moneyIn,
  NOTHING,
  speaksOf,
} from './values.ts';

/** The longest sentence that is given, in characters. */
const LONGEST = 300;
/** So many names at most. */
const MOST_NAMES = 5;

/** What a text field may ask for, by the words of its name and description. The first that fits decides. */
const ASKED: readonly Asked[] = [
  ['summar|what happened|reason|why|cause|defect', () => []],
  ['people|persons?|who|ceo|founder|executive|author|spokes', peopleOf],
  ['places?|country|countries|city|location|where|region', (reading) => reading.names().places],
  ['percent|rate|share|change', (reading) => mentioned('percent', reading)],
  ['amounts?|price|cost|money|value', (reading) => moneyIn(reading.text)],
  ['compan|organi[sz]ation|firm|employer', (reading) => companiesOf(reading)],
  [
    'source|outlet|publisher',
    (reading) => reading.articles.map(({ sourceName, domain }) => sourceName ?? domain),
  ],
];

/** Names, amounts or places when the field asks for such, else the sentence that shares most with the field. */
const extractText: Extract = (field, reading) => {
  const asked = ASKED.find(([words]) => speaksOf(field, words));
  const values = [...new Set(asked?.[1](reading))];
  if (values.length > 0) return { value: values.slice(0, MOST_NAMES).join(', '), confidence: 0.7 };
  const names = asked !== undefined && asked !== ASKED[0];
  return names ? NOTHING : bestSentence(field, reading);
};

const EXTRACT: Readonly<Record<Enrichment['type'], Extract>> = {
  text: extractText,
  number: extractNumber,
  date: extractDate,
  option: extractOption,
  url: extractUrl,
  company: extractCompany,
};

/** Values by field name, and how sure each is, 0 to 1 to two decimals. */
interface Enriched {
  values: Record<string, unknown>;
  confidence: Record<string, number>;
}

/** Takes the fields out of a cluster. A field that finds nothing is null with confidence 0. */
export function enrich(reading: Reading, fields: readonly Enrichment[]): Enriched {
  const found = fields.map((field) => [field.name, EXTRACT[field.type](field, reading)] as const);
  return {
    values: Object.fromEntries(found.map(([name, { value }]) => [name, value])),
    confidence: Object.fromEntries(
      found.map(([name, { confidence }]) => [name, Math.round(confidence * 100) / 100]),
    ),
  };
}

type Asked = [words: string, read: (reading: Reading) => readonly string[]];

/** People whom the articles name, each by the longest form of the name, without titles. */
function peopleOf(reading: Reading): string[] {
  const named = reading.names().people.flatMap((name) => {
    const words = name.split(/\s+/);
    const bare = words.slice(titlesIn(words)).join(' ');
    const kind = kindOfName(bare);
    const isPerson = kind === 'person' || (kind === undefined && /^\p{Lu}\S+(?:\s\p{Lu}\S*)+$/u.test(bare));
    return isPerson ? [bare] : [];
  });
  return named.filter((name) => !named.some((other) => other !== name && other.split(' ').includes(name)));
}

function mentioned(kind: 'percent', reading: Reading): string[] {
  const told = new Set(
    reading.events.length > 0
      ? reading
          .telling()
          .join(' ')
          .match(/\d[\d.,]*/g)
      : [],
  );
  return reading
    .mentions()
    .filter(
      (mention) =>
        mention.kind === kind && (told.size === 0 || told.has(/\d[\d.,]*/.exec(mention.text)?.[0] ?? '')),
    )
    .map(({ text }) => text);
}

/** The sentence with most words of the field, then most words of the title; the title itself counts. */
function bestSentence(field: Enrichment, reading: Reading): Extracted {
  const keywords = keywordsOf(field);
  const title = new Set(stemsOf(reading.title));
  let best = { sentence: '', score: 0, hits: 0 };
  for (const sentence of reading.sentences()) {
    const stems = new Set(stemsOf(sentence));
    const hits = [...keywords].filter((stem) => stems.has(stem)).length;
    const score = hits * 10 + [...title].filter((stem) => stems.has(stem)).length;
    if (score > best.score) best = { sentence, score, hits };
  }
  if (best.score === 0) return NOTHING;
  return { value: best.sentence.trim().slice(0, LONGEST), confidence: best.hits > 0 ? 0.6 : 0.4 };
}

/** The text in place of a placeholder that nothing fills. */
const UNKNOWN = 'unknown';

/**
 * Fills a template such as `[COMPANY] cut [JOBS_CUT] jobs`: a placeholder is the name of a field, in any case and with
 * blanks or underscores; TITLE, DATE, PEOPLE, PLACE, SOURCE and LINK are always there (extraction service, submit).
 */
export function fillTemplate(
  template: string,
  { values, reading }: { values: Readonly<Record<string, unknown>>; reading: Reading },
): string {
  const fields = new Map(Object.entries(values).map(([name, value]) => [plain(name), wordsFor(value)]));
  return template.replaceAll(/\[([^[\]]{1,100})\]/g, (_, name: string) => {
    return fields.get(plain(name)) ?? builtIn(plain(name), reading) ?? UNKNOWN;
  });
}

function plain(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_');
}

function wordsFor(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) return undefined;
  if (typeof value === 'object' && 'source_text' in value) return wordsFor(value.source_text);
  return JSON.stringify(value);
}

function builtIn(name: string, reading: Reading): string | undefined {
  const [first] = reading.articles;
  const { people, places, organizations } = reading.names();
  const known: Readonly<Record<string, string | undefined>> = {
    title: reading.title,
    date: first && dayOf(first.publishedAt),
    people: people.join(', ') || undefined,
    place: places[0],
    name: organizations[0] ?? people[0],
    source: first?.sourceName ?? first?.domain,
    link: first?.link,
  };
  return known[name];
}

/** Tags of a record of an all-news watchlist job (extraction service, record). */
interface Tags {
  /** A path in the taxonomy, or `unclassifiable`. */
  event_type: string;
  /** An industry, or `other_sector`. */
  sector: string;
}

/** Classifies a cluster by the phrases it holds; those in titles count three times. */
export function tagsOf(reading: Reading): Tags {
  const events = EVENT_TYPES.map(({ path, phrases }) => ({ tag: path, weight: weightOf(phrases, reading) }));
  const sectors = Object.entries(SECTORS).map(([tag, phrases]) => ({
    tag,
    weight: weightOf(phrases, reading),
  }));
  return { event_type: heaviest(events) ?? 'unclassifiable', sector: heaviest(sectors) ?? 'other_sector' };
}

function weightOf(phrases: readonly string[], reading: Reading): number {
  const times = (phrase: string) =>
    timesIn(phraseOf(phrase), reading.words()) + 2 * timesIn(phraseOf(phrase), reading.titleWords());
  return phrases.reduce((sum, phrase) => sum + times(phrase), 0);
}

function heaviest(weighed: readonly { tag: string; weight: number }[]): string | undefined {
  const [best] = weighed.filter(({ weight }) => weight > 0).toSorted((a, b) => b.weight - a.weight);
  return best?.tag;
}

/**
 * A record is kept when so much of what a validator names is found: both of two things, two of three. Industries,
 * places and names alone are looser: a report on a shop seldom says in which state the shop is.
 */
const ENOUGH = 0.6;
const ENOUGH_OF_NAMES = 0.5;

/** Says whether a cluster meets every criterion of a job. */
type Judge = (reading: Reading) => boolean;

/**
 * A judge by validators. A validator is read like a question: of the names, places and words in its description (its
 * name where that says nothing), the text must contain more than half. An event must be reported by a title, in its
 * sense, and with a company where it is a company's event. One that names nothing always holds.
 */
export function judgeBy(validators: readonly Validator[]): Judge {
  const criteria = validators
    .map((validator) => ({ concepts: namedBy(validator), isAny: validator.description.includes(ANY_OF) }))
    .filter(({ concepts }) => concepts.length > 0);
  return (reading) => criteria.every((criterion) => holds(criterion, reading));
}

function namedBy({ name, description }: Validator): readonly Concept[] {
  const described = conceptsOf(description, { literal: true });
  return described.length > 0 ? described : conceptsOf(name.replaceAll('_', ' '), { literal: true });
}

interface Criterion {
  concepts: readonly Concept[];
  isAny: boolean;
}

function holds({ concepts, isAny }: Criterion, reading: Reading): boolean {
  const [only] = concepts;
  const isAlone = concepts.length === 1 && !isAny && reading.events.length === 0;
  if (only?.kind === 'sector' && isAlone) return isTitled(only, reading);
  const found = concepts.filter((concept) => isIn(concept, reading)).length;
  const enough = concepts.some(({ kind }) => kind === 'topic') ? ENOUGH : ENOUGH_OF_NAMES;
  return isAny ? found > 0 : found >= Math.ceil(concepts.length * enough);
}

/** An industry that is all a question asks for: news of airlines do not just mention an airport. */
function isTitled({ forms }: Concept, reading: Reading): boolean {
  return forms.some((form) => placeOf(form, reading.titleWords()) !== -1);
}

/**
 * In a title or a first sentence, or repeatedly in the text: what is named once in passing is not what the record is
 * about.
 */
function isIn(concept: Concept, reading: Reading): boolean {
  const event = wholeEvent(concept);
  if (event) return isAbout(event, reading);
  const times = concept.forms.reduce((sum, form) => sum + timesIn(form, reading.words()), 0);
  return times > 1 || concept.forms.some((form) => placeOf(form, reading.leadWords()) !== -1);
}

/** The kind of event that a concept means with all of its phrases; `ransomware` alone means just that word. */
function wholeEvent({ kind, label, forms }: Concept): EventType | undefined {
  const event = kind === 'event' ? EVENT_TYPES.find(({ name }) => name === label) : undefined;
  return event && forms.length >= event.phrases.length ? event : undefined;
}

function isAbout(event: EventType, reading: Reading): boolean {
  if (!reading.headlines().some((title) => tellsOf(event, title))) return false;
  return !senseOf(event.name).company || mainCompany({ ...reading, events: [event] }) !== undefined;
}
