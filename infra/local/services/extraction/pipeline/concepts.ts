import { join } from 'node:path';
import * as z from 'zod';
import { EVENT_KINDS, type Pattern, phraseList } from '../../kit/event-kinds.ts';
import { fitsAt, type Token, tokensOf } from '../../kit/find-pattern.ts';
import { isEnglish } from '../../kit/read-english.ts';
import { readSettingsFile } from '../../kit/settings-file.ts';

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

/** What the service knows by lists, and the forms by which a question names it: its own name is the first. */
interface Known {
  concept: Concept;
  asked: readonly Pattern[];
}

const EVENTS = EVENT_KINDS.map(({ name, phrases, also }): Known => {
  return { concept: { kind: 'event', label: name, forms: [...phrases, ...also] }, asked: phrases };
});

/** Companies show the industry of a text. In a question they are names. */
const INDUSTRIES = Object.entries(read.sectors).map(([label, { phrases, companies }]): Known => {
  const asked = [label.split('_'), ...phrases];
  return { concept: { kind: 'sector', label, forms: [...asked, ...companies] }, asked };
});

/** A question about France is none about Europe: a region counts where it is named itself. */
const REGIONS = Object.entries(read.regions).map(([label, forms]): Known => {
  const own = label.split(' ');
  return { concept: { kind: 'place', label, forms: [own, ...forms] }, asked: [own] };
});

export const SECTORS: readonly Concept[] = INDUSTRIES.map(({ concept }) => concept);

interface Found {
  concept: Concept;
  length: number;
}

/**
 * Takes a question apart from left to right: at each place a known event, industry or region, a name, or a word with a
 * meaning. With `literal` an event or industry is meant only where it is called by its own name: `data breach` is the
 * event, `ransomware` the word.
 */
export function conceptsOf(question: string, { literal = false } = {}): Asked[] {
  const words = tokensOf(question);
  const found: { concept: Concept; from: number; to: number }[] = [];
  for (let at = 0; at < words.length; ) {
    const { concept, length } = conceptAt(words, at, literal) ?? { length: 1 };
    if (concept) found.push({ concept, from: at, to: at + length });
    at += length;
  }
  // What is around an "or", and what is before it in the same list, belongs together: `a, b or c`.
  const groups: Concept[][] = [];
  let isList = false;
  let next = words.length;
  for (const { concept, from, to } of found.toReversed()) {
    const isOr = groups.length > 0 && words.slice(to, next).some(({ word }) => word === 'or');
    isList = isOr || (isList && to === next && words[to - 1]?.ends === true);
    if (!isList) groups.unshift([concept]);
    else if (!groups[0]?.includes(concept)) groups[0]?.unshift(concept);
    next = from;
  }
  return [...new Map(groups.map((group) => [JSON.stringify(group), group])).values()];
}

function conceptAt(words: readonly Token[], at: number, literal: boolean): Found | undefined {
  const known = longest([...EVENTS, ...REGIONS], { words, at, literal });
  if (known) return known;
  const name = nameAt(words, at, literal);
  // `Acme Airlines` is a name, whatever its words mean.
  if (name && name.length > 1) return name;
  const { word = '' } = words[at] ?? {};
  return longest(INDUSTRIES, { words, at, literal }) ?? name ?? (isSaid(word) ? topicOf(word) : undefined);
}

interface Place {
  words: readonly Token[];
  at: number;
  literal: boolean;
}

function longest(all: readonly Known[], { words, at, literal }: Place): Found | undefined {
  const fitting = all.flatMap(({ concept, asked }) => {
    const forms = literal ? asked.slice(0, 1).map(openEnded) : asked;
    return forms.filter((form) => fitsAt(form, words, at)).map(({ length }) => ({ concept, length }));
  });
  return fitting.toSorted((a, b) => b.length - a.length)[0];
}

function openEnded(form: Pattern): Pattern {
  return form.map((word, at) => (at === form.length - 1 ? `${word.replace(/e$/, '')}*` : word));
}

/** A run of words with capitals. The capital of the first word of a question means nothing. */
function nameAt(words: readonly Token[], at: number, literal: boolean): Found | undefined {
  let end = at;
  while (words[end]?.isCapital && isSaid(words[end]?.word ?? '')) {
    if (end > at && longest(EVENTS, { words, at: end, literal })) break;
    end += 1;
    if (words[end - 1]?.ends) break;
  }
  if (end === at || (at === 0 && end === 1)) return undefined;
  const name = words.slice(at, end);
  const label = name.map(({ text }) => text).join(' ');
  const kind = isEnglish(label, '^#Place+$') ? 'place' : 'name';
  return { concept: { kind, label, forms: [name.map(({ word }) => word)] }, length: name.length };
}

/** Whether a word says what is asked for, rather than that something is. */
function isSaid(word: string): boolean {
  return /\p{L}/u.test(word) && !read.frame.some((form) => fitsAt(form, [{ word }], 0));
}

/** `retailers` is looked for as `retailer*`, `bakeries` as `bakery` and `bakeries`. Short words have no open ending. */
function topicOf(word: string): Found {
  const stem = word.replace(/(?:ies|ing|ed|es|s|y)$/, '');
  const other = stem.length >= 4 ? [`${stem}*`] : [word, `${word}s`];
  const forms = /(?:ies|y)$/.test(word) ? [`${stem}y`, `${stem}ies`] : other;
  return { concept: { kind: 'topic', label: word, forms: forms.map((form) => [form]) }, length: 1 };
}
