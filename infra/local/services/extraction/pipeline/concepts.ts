import { join } from 'node:path';
import * as z from 'zod';
import { lastRead } from '../../kit/read-english.ts';
import { readSettingsFile } from '../../kit/settings-file.ts';
import { EVENT_TYPES } from './event-types.ts';
import { formsOf, namesOf, type Phrase, phraseOf, placeOf, type Word, wordsOf } from './language.ts';

/** One thing a question asks about, with every form in which a text may say it. */
export interface Concept {
  kind: 'event' | 'sector' | 'place' | 'name' | 'topic';
  /** The event's, sector's or place's name, or the words of the question. */
  label: string;
  forms: readonly Phrase[];
}

/** Words that say that something is asked, not what. */
const FRAME = new Set(
  `news article articles story stories report reports reported find list show give tell get latest recent recently new
   event events company companies firm firms business businesses corporation maker makers manufacturer manufacturers producer producers about related involving concerning regarding
   last past next week weeks month months year years day days today yesterday current currently worldwide global major big large
   happening happened announced announcement announcements true false record records mention mentions mentioned mentioning
   decision decisions change changes update updates development developments issue issues incident incidents
   activity activities move moves whether must should speak speaks tell tells when which what who name names named value described description all any every each one least focus only mainly especially plan plans`.split(
    /\s+/,
  ),
);

/**
 * Takes a question apart: known events first, then sectors, places and names, then each word left that has a meaning.
 * Text in another language than English gives topics only. With `literal` an event or sector means all of its
 * phrases only where it is called by its own name: `data breach` does, `ransomware` means ransomware.
 */
export function conceptsOf(question: string, { literal = false } = {}): readonly Concept[] {
  return literal ? literally(question) : broadly(question);
}

const list = z.string().transform((phrases) => phrases.split(', '));
const written = z.strictObject({
  sectors: z.record(z.string(), z.strictObject({ phrases: list, companies: list.default([]) })),
  regions: z.record(z.string(), list),
});
const read = readSettingsFile(join(import.meta.dirname, 'sectors.yaml'), written);

/** Industries by the phrases that name them, with their companies; `*` at the end of a word means any ending. */
export const SECTORS: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(read.sectors).map(([sector, { phrases, companies }]) => [
    sector,
    [sector.replaceAll('_', ' '), ...phrases, ...companies.map((name) => name.toLowerCase())],
  ]),
);

/** Larger places by what lies in them, so that a question about Europe finds a text about France. */
const REGIONS: Readonly<Record<string, readonly string[]>> = read.regions;

const broadly = lastRead((question) => takeApart(question, false));
const literally = lastRead((question) => takeApart(question, true));

function takeApart(question: string, literal: boolean): readonly Concept[] {
  const words = wordsOf(question);
  const taken = new Set<number>();
  const reading = { words, taken, literal };
  const concepts = [
    ...known(
      'event',
      EVENT_TYPES.map(({ name, phrases, also }) => ({ label: name, phrases, also })),
      reading,
    ),
    ...known('sector', Object.entries(SECTORS).map(labelled), reading),
    ...known(
      'place',
      Object.entries(REGIONS)
        .map(labelled)
        .filter((region) => isNamed(region.label, words)),
      reading,
    ),
    ...named(question, reading),
  ];
  const topics = words.flatMap((word, index): Concept[] => {
    if (taken.has(index) || word.filler || FRAME.has(word.text) || /^[\d.,]+$/.test(word.text)) return [];
    return [{ kind: 'topic', label: word.text, forms: formsOf(word) }];
  });
  return [...concepts, ...topics];
}

interface Reading {
  words: readonly Word[];
  /** Indexes of words that a concept has used up. */
  taken: Set<number>;
  literal: boolean;
}

function labelled([label, phrases]: [string, readonly string[]]) {
  return { label, phrases };
}

/** A region counts only where it is named itself: a question about France is not one about Europe. */
function isNamed(region: string, words: readonly Word[]): boolean {
  const adjective = region.endsWith('e') ? `${region}*` : region;
  return placeOf(phraseOf(adjective), words) !== -1 || placeOf(phraseOf(`${region}n*`), words) !== -1;
}

function known(
  kind: Concept['kind'],
  entries: readonly { label: string; phrases: readonly string[]; also?: readonly string[] }[],
  { words, taken, literal }: Reading,
): Concept[] {
  return entries.flatMap(({ label, phrases, also = [] }) => {
    const forms = phrases.map(phraseOf);
    const longest = forms.toSorted((a, b) => b.length - a.length);
    const hits = longest.filter((form) => take(form, { words, taken }));
    const own = label.replaceAll('_', ' ');
    const broad = !literal || hits.some((hit) => hit.join(' ').startsWith(own));
    return hits.length > 0 ? [{ kind, label, forms: broad ? [...forms, ...also.map(phraseOf)] : hits }] : [];
  });
}

/** Uses up the first free place of a phrase. */
function take(phrase: Phrase, { words, taken }: Pick<Reading, 'words' | 'taken'>): boolean {
  for (let at = placeOf(phrase, words); at !== -1; at = placeOf(phrase, words, at + 1)) {
    const places = phrase.map((_, offset) => at + offset);
    if (places.some((place) => taken.has(place))) continue;
    for (const place of places) taken.add(place);
    return true;
  }
  return false;
}

function named(question: string, reading: Reading): Concept[] {
  const { people, places, organizations } = namesOf(question);
  const concept =
    (kind: 'place' | 'name') =>
    (label: string): Concept[] => {
      const phrase = wordsOf(label).map(({ text }) => text);
      return phrase.length > 0 && take(phrase, reading) ? [{ kind, label, forms: [phrase] }] : [];
    };
  return [
    ...places.flatMap((place) => place.split(/,\s*/)).flatMap(concept('place')),
    ...[...organizations, ...people, ...capitalised(question)].flatMap(concept('name')),
  ];
}

/** Runs of capitalised words inside a sentence; the first word of the text is capitalised anyway. */
function capitalised(question: string): string[] {
  const runs = question.match(/\p{Lu}(?<=\S\s+\p{Lu})[\p{L}\p{N}&.-]*(?:\s+\p{Lu}[\p{L}\p{N}&.-]*)*/gu);
  return runs ?? [];
}

const COMPANIES = Object.values(read.sectors)
  .flatMap(({ companies }) => companies)
  .map((name) => ({ name, form: new RegExp(`(?<![\\p{L}\\p{N}])${name}(?![\\p{L}\\p{N}])`, 'u') }));

/** Names of well-known companies in a text, by these very letters: Target is one and a target is none. */
export function knownCompaniesIn(text: string): string[] {
  return COMPANIES.flatMap(({ name, form }) => (form.test(text) ? [name] : []));
}
