import { join } from 'node:path';
import * as z from 'zod';
import type { QueryNode } from '../../../../../shared/domain/query/ast.ts';
import { EVENT_KINDS, type Enrichment, type Pattern, phraseList } from '../../kit/event-kinds.ts';
import { lastRead, readEnglish } from '../../kit/read-english.ts';
import { readSettingsFile } from '../../kit/settings-file.ts';

/** A criterion for keeping a record (extraction service, validators and enrichments items). */
export const validatorSchema = z.object({
  name: z.string(),
  description: z.string(),
  type: z.literal('boolean'),
});

export type Validator = z.infer<typeof validatorSchema>;

/** One thing that a question asks about, with every form in which a text may say it. */
export const conceptSchema = z.object({
  kind: z.enum(['event', 'name', 'topic', 'sector', 'place']),
  /** The event's, sector's or place's name, or the words of the question. */
  label: z.string(),
  forms: z.array(z.array(z.string()).readonly()).readonly(),
});

export type Concept = z.infer<typeof conceptSchema>;

/** Things that a question joins by "or": any of them is asked for. */
export type Asked = readonly Concept[];

const read = readSettingsFile(
  join(import.meta.dirname, 'topics.yaml'),
  z.strictObject({
    frame: phraseList,
    sectors: z.record(z.string(), z.strictObject({ phrases: phraseList, companies: phraseList.default([]) })),
    regions: z.record(z.string(), phraseList),
  }),
);

/** Industries by the phrases that name them. */
export const SECTORS: ReadonlyMap<string, readonly Pattern[]> = new Map(
  Object.entries(read.sectors).map(([sector, { phrases, companies }]) => [
    sector,
    [sector.split('_'), ...phrases, ...companies],
  ]),
);

/** Companies show the industry of a text. In a question they are names. */
const COMPANIES = new Set<Pattern>(Object.values(read.sectors).flatMap(({ companies }) => companies));

/** What the service knows by lists, by the kind of concept. The first form of each is its own name. */
const KNOWN: readonly Concept[] = [
  ...EVENT_KINDS.map(({ name, phrases, also }) => ({
    kind: 'event' as const,
    label: name,
    forms: [...phrases, ...also],
  })),
  ...Array.from(SECTORS, ([label, forms]) => ({ kind: 'sector' as const, label, forms })),
  ...Object.entries(read.regions).map(([label, forms]) => ({
    kind: 'place' as const,
    label,
    forms: [label.split(' '), ...forms],
  })),
];

/** A word of a question. */
interface Word {
  text: string;
  word: string;
  root: string;
  isFiller: boolean;
  isCapital: boolean;
  isPlace: boolean;
  /** The signs behind it. */
  mark: string;
}

const FILLERS = [
  'Determiner',
  'Preposition',
  'Conjunction',
  'Pronoun',
  'Auxiliary',
  'Copula',
  'Modal',
  'QuestionWord',
];

function wordsOf(question: string): Word[] {
  const document = readEnglish(question).compute('root').document.flat();
  return document.map((term, at) => {
    const { text, normal, tags = new Set(), post } = term;
    const root = 'root' in term && typeof term.root === 'string' ? term.root : normal;
    const isFiller = FILLERS.some((tag) => tags.has(tag));
    const isCapital = /^\p{Lu}/u.test(text) && (at > 0 || tags.has('ProperNoun'));
    return { text, word: normal, root, isFiller, isCapital, isPlace: tags.has('Place'), mark: post };
  });
}

/**
 * Takes a question apart: known events first, then sectors, places and names, then each word left that has a meaning.
 * With `literal` an event or a sector is meant only where it is called by its own name: `data breach` is the event,
 * `ransomware` the word.
 */
export function conceptsOf(question: string, { literal = false } = {}): readonly Asked[] {
  return literal ? literally(question) : broadly(question);
}

const broadly = lastRead((question) => takeApart(question, false));
const literally = lastRead((question) => takeApart(question, true));

interface Found {
  from: number;
  to: number;
  concept: Concept;
}

function takeApart(question: string, literal: boolean): Asked[] {
  const words = wordsOf(question);
  const taken = new Set<number>();
  const found: Found[] = [];
  const add = (concept: Concept, from: number, length: number) => {
    for (let at = from; at < from + length; at += 1) taken.add(at);
    found.push({ from, to: from + length, concept });
  };
  const addKnown = (concept: Concept) => {
    // A question about France is none about Europe: a region counts where it is named itself.
    const isNamed = literal || concept.kind === 'place';
    const forms = isNamed
      ? concept.forms.slice(0, 1).map(openEnded)
      : concept.forms.filter((form) => !COMPANIES.has(form));
    const places = forms.flatMap((form) =>
      placesOf(form, words).map((from) => ({ from, length: form.length })),
    );
    for (const { from, length } of places.toSorted((a, b) => b.length - a.length)) {
      const isFree = !Array.from({ length }, (_, offset) => from + offset).some((at) => taken.has(at));
      if (isFree) add(concept, from, length);
    }
  };
  const isName = (at: number) => !taken.has(at) && words[at]?.isCapital && !isFrame(words[at]);
  const addNames = (least: number) => {
    for (const at of words.keys()) {
      let length = 0;
      while (isName(at + length) && (length === 0 || words[at + length - 1]?.mark.trim() === '')) length += 1;
      if (length >= least) add(nameOf(words.slice(at, at + length)), at, length);
    }
  };
  for (const concept of KNOWN) if (concept.kind !== 'sector') addKnown(concept);
  // `Acme Airlines` is a name, whatever its words mean.
  addNames(2);
  for (const concept of KNOWN) if (concept.kind === 'sector') addKnown(concept);
  addNames(1);
  for (const [at, word] of words.entries()) {
    // `ransomware attacks`: the word behind an event says the same once more.
    const isRepeated = found.some(({ to, concept }) => to === at && concept.kind === 'event');
    const isEmpty = word.isFiller || isFrame(word) || !/\p{L}/u.test(word.word) || isRepeated;
    if (!taken.has(at) && !isEmpty) add({ kind: 'topic', label: word.word, forms: formsOf(word) }, at, 1);
  }
  return joined(
    found.toSorted((a, b) => a.from - b.from),
    words,
  );
}

function openEnded(form: Pattern): Pattern {
  return form.map((word, at) => (at === form.length - 1 ? `${word.replace(/e$/, '')}*` : word));
}

function placesOf(form: Pattern, words: readonly Word[]): number[] {
  return [...words.keys()].filter((from) => form.every((step, offset) => fits(step, words[from + offset])));
}

function fits(step: string, word: Word | undefined): boolean {
  if (!word) return false;
  return step.endsWith('*') ? word.word.startsWith(step.slice(0, -1)) : word.word === step;
}

function isFrame(word: Word | undefined): boolean {
  return read.frame.some(([step = '']) => fits(step, word));
}

function nameOf(words: readonly Word[]): Concept {
  const form = words.map(({ word }) => word.replace(/['’]s$/, ''));
  return {
    kind: words.every(({ isPlace }) => isPlace) ? 'place' : 'name',
    label: words.map(({ text }) => text).join(' '),
    forms: [form],
  };
}

/**
 * The forms in which a word may occur in a text: `retailers` as `retailer*`, `bakeries` as `bakery` and `bakeries`,
 * `stolen` as `stolen` and `steal`. Short words get no open ending.
 */
function formsOf({ word, root }: Word): Pattern[] {
  let shared = 0;
  while (shared < word.length && word[shared] === root[shared]) shared += 1;
  if (shared >= 4 && shared >= root.length - 1 && !root.endsWith('y')) return [[`${root.slice(0, shared)}*`]];
  const plural = root.endsWith('y') ? `${root.slice(0, -1)}ies` : `${root}s`;
  return [...new Set([word, root, plural])].map((form) => [form]);
}

/** Joins what is around an "or", and what is before it in the same list: `a, b or c`. */
function joined(found: readonly Found[], words: readonly Word[]): Asked[] {
  const groups: Concept[][] = [];
  let isList = false;
  for (const [at, { to, concept }] of [...found.entries()].toReversed()) {
    const next = found[at + 1];
    const between = words.slice(to, next?.from);
    const isOr = next !== undefined && between.some(({ word }) => word === 'or');
    const goesOn: boolean = isList && between.length === 0 && words[to - 1]?.mark.trim() === ',';
    isList = isOr || goesOn;
    if (isList && groups[0]?.includes(concept)) continue;
    if (isList) groups[0]?.unshift(concept);
    else groups.unshift([concept]);
  }
  const once = new Map(groups.map((group) => [JSON.stringify(group), group]));
  return [...once.values()];
}

/** What the service makes of a question before it searches. */
interface Analysis {
  /** What to search for. Empty for a question about everything. */
  concepts: Asked[];
  validators: Validator[];
  enrichments: Enrichment[];
}

/** Fields that any event has; proposed after those of the event. */
const COMMON: readonly Enrichment[] = [
  { name: 'event_date', type: 'date', description: 'Day on which the event happened' },
  { name: 'summary', type: 'text', description: 'What happened, in the sentence that says most' },
];

/** Fields for a question in which no event was recognised. */
const GENERAL: readonly Enrichment[] = [
  { name: 'company', type: 'company', description: 'Company that is named most' },
  { name: 'people', type: 'text', description: 'People who are named' },
  { name: 'place', type: 'text', description: 'Place that is named' },
];

/**
 * Works out what a question asks for, and proposes validators and enrichments for it. The context adds a validator of
 * its own, which one of its industries, places or names meets: its other words say why somebody asks, not what.
 */
export function analyze({ query, context = '' }: { query: string; context?: string | undefined }): Analysis {
  const concepts = [...conceptsOf(query)];
  const labels = new Set(concepts.flat().map(({ label }) => label));
  const limits = limitsIn(context).filter(({ label }) => !labels.has(label));
  const isEvent = (asked: Asked) => asked.some(({ kind }) => kind === 'event');
  const others = concepts.filter((asked) => !isEvent(asked)).map(inWords);
  const kinds = EVENT_KINDS.filter(({ name }) => labels.has(name));
  const own = kinds.length > 0 ? kinds.flatMap(({ fields }) => fields) : GENERAL;
  return {
    concepts,
    validators: [
      ...concepts
        .filter(isEvent)
        .map((asked) => criterion(`is_about_${asked[0]?.label ?? ''}`, `tell of: ${inWords(asked)}`)),
      ...(others.length > 0 ? [criterion('matches_question', `speak of: ${others.join('; ')}`)] : []),
      ...(limits.length > 0 ? [criterion('fits_context', `speak of: ${inWords(limits)}`)] : []),
    ],
    enrichments: [...new Map([...own, ...COMMON].map((field) => [field.name, field])).values()],
  };
}

function criterion(name: string, what: string): Validator {
  return { name, description: `True when the articles ${what}`, type: 'boolean' };
}

function inWords(asked: Asked): string {
  return [...new Set(asked.map(({ label }) => label.replaceAll('_', ' ')))].join(' or ');
}

/** The industries, places and names in the parts of a context that say neither what is not wanted nor who asks. */
function limitsIn(context: string): Concept[] {
  return context
    .split(/[.;!?\n]+/)
    .filter((part) => {
      const read = readEnglish(part);
      const isOfAsker = read.has('^(we|i|our|my)') && !read.has('(only|focus|interested|want|looking)');
      return (
        !isOfAsker &&
        !read.has('#Negative') &&
        !read.has('(except|exclude|excluding|ignore|without|avoid|skip)')
      );
    })
    .flatMap((part) => conceptsOf(part).flat())
    .filter(({ kind }) => kind === 'sector' || kind === 'place' || kind === 'name');
}

const ORDER = conceptSchema.shape.kind.options;

/**
 * The searches of a job, one for each turn, each broader than the one before: all that was asked; the event (or first
 * thing) with any one of the rest; the event alone; any one thing at all. Turns that would ask the same again are left
 * out; a question without a meaning searches everything, once.
 */
export function searchesOf(concepts: readonly Asked[]): QueryNode[] {
  const weight = (asked: Asked) => Math.min(...asked.map(({ kind }) => ORDER.indexOf(kind)));
  const [lead, ...rest] = concepts.toSorted((a, b) => weight(a) - weight(b)).map(nodeOf);
  if (!lead) return [{ type: 'everything' }];
  const searches: QueryNode[] = [
    joinNodes('all', [lead, ...rest]),
    rest.length > 0 ? joinNodes('all', [lead, joinNodes('any', rest)]) : lead,
    lead,
    joinNodes('any', [lead, ...rest]),
  ];
  return [...new Map(searches.map((search) => [JSON.stringify(search), search])).values()];
}

/** The search for one company of a watchlist: one of its names, and the subject when there is one. */
export function companySearch(names: Concept, subject: QueryNode): QueryNode {
  const company = nodeOf([names]);
  return subject.type === 'everything' ? company : joinNodes('all', [company, subject]);
}

function nodeOf(asked: Asked): QueryNode {
  return joinNodes(
    'any',
    asked
      .flatMap(({ forms }) => forms)
      .map((form): QueryNode => {
        const words = form.flatMap(patternsOf);
        const [only] = words;
        return words.length === 1 && only ? { type: 'term', word: only } : { type: 'phrase', words };
      }),
  );
}

/** The index cuts at every sign that is neither letter nor digit: `e-commerce` is two of its words. */
function patternsOf(step: string) {
  const parts = step.split(/[^\p{L}\p{M}\p{N}_]+/u).filter(Boolean);
  return parts.map((part, index) =>
    step.endsWith('*') && index === parts.length - 1
      ? { text: `${part}*`, wildcard: true }
      : { text: part, wildcard: false },
  );
}

function joinNodes(type: 'all' | 'any', parts: QueryNode[]): QueryNode {
  const [only] = parts;
  return parts.length === 1 && only ? only : { type, parts };
}
