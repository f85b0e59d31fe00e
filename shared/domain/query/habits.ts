import { parseQuery } from './parse.ts';
import { readTokens } from './tokens.ts';

/** A part of a query that the service reads otherwise than most people mean it. `at` counts UTF-16 units from 0. */
interface QueryHabit {
  at: number;
  /** What is wrong: one sentence without its full stop. */
  what: string;
}

/** The habits in a query, and the whole query as it was probably meant. */
interface MeantQuery {
  habits: QueryHabit[];
  /** Every habit corrected, with brackets where AND and OR then stand side by side. */
  corrected: string;
  /** As `corrected`, but each character stays at its place: for faults that remain. */
  inPlace: string;
}

/**
 * Finds what people type and the service reads otherwise (news service, query language, rows "AND, OR, NOT", "..." and
 * NEAR): operators in small letters, typographic quotes and dashes, full-width brackets, a `!` after a name. A habit
 * counts only where correcting it changes what the query finds, or makes a query valid. `langs` are the languages that
 * the watch asks for: in some of them an operator is a common word. Takes time in proportion to the text.
 */
export function meantQuery(q: string, langs: readonly string[] = []): MeantQuery {
  const found: QueryHabit[] = [];
  let inPlace = q;
  for (const { change, what } of HABITS) {
    const next = change(inPlace, langs);
    if (next === inPlace || !changesMeaning(inPlace, next)) continue;
    const at = firstChange(inPlace, next);
    found.push({ at, what: what(inPlace.slice(at)) });
    inPlace = next;
  }
  const names = namesWithNot(inPlace);
  const [name] = names;
  const habits = [...found, ...(name ? [nameHabit(name)] : [])];
  const corrected = habits.length === 0 ? q : tidy(quoted(inPlace, names));
  return { habits: habits.toSorted((a, b) => a.at - b.at), corrected, inPlace };
}

interface Habit {
  /** The query with this habit corrected, of the same length. */
  change: (q: string, langs: readonly string[]) => string;
  /** What is wrong. Receives the text from the first habit on. */
  what: (text: string) => string;
}

/** Operators that are a common word of a language: `or` is gold, `Not` is need, `and` is a duck. */
const COMMON_WORDS: Readonly<Record<string, readonly string[]>> = {
  and: ['da', 'no', 'nb', 'nn'],
  or: ['fr', 'ca', 'oc', 'ro'],
  not: ['de', 'sv', 'pl'],
};

const OPERATOR = /(?<![^\s()])(?:and|or|not)(?![^\s()])/gi;

/** Double quotes that the service does not read as quotes: typographic, angle, full-width. */
const DOUBLE_QUOTES = /[\u201C-\u201F\u00AB\u00BB\u300C-\u300F\u301D-\u301F\uFF02]/;
const EACH_DOUBLE = new RegExp(DOUBLE_QUOTES.source, 'g');

/** A single quote before or after a word. Inside a word it is an apostrophe. */
const OPENING = /(?<![\p{L}\p{M}\p{N}"])['\u2018-\u201B\u2039\u203A\uFF07](?=\s?[\p{L}\p{N}])/u;
const CLOSING = /(?<=[\p{L}\p{M}\p{N}.!?]\s?)['\u2018-\u201B\u2039\u203A\uFF07](?![\p{L}\p{N}"])/u;
const EACH_SINGLE = new RegExp(`${OPENING.source}|${CLOSING.source}`, 'gu');

const HABITS: readonly Habit[] = [
  {
    change: withPlainQuotes,
    what: (text) => `${text.charAt(0)} is not a quote for the service: it searches for the words one by one`,
  },
  {
    change: (q) => outsidePhrases(q, (part) => part.replaceAll('（', '(').replaceAll('）', ')')),
    what: () => 'The service does not read a full-width bracket as a bracket',
  },
  {
    change: (q) =>
      outsidePhrases(q, (part) => part.replaceAll(/(?<![^\s(])[‐‑‒–—−](?=[\p{L}\p{N}"(])/gu, '-')),
    what: (text) =>
      `${text.charAt(0)} is a dash and not a minus sign: the service requires the word after it`,
  },
  {
    change: (q) => outsidePhrases(q, (part) => part.replaceAll(/(?<![^\s(])near(?=\s?\()/gi, 'NEAR')),
    what: () => 'The service reads NEAR only in capitals',
  },
  {
    change: withCapitals,
    what: (text) => {
      const word = /^\p{L}+/u.exec(text)?.[0] ?? '';
      return `The service searches for the word "${word}": it reads ${word.toUpperCase()} only in capitals`;
    },
  },
];

/**
 * Writes `and`, `or` and `not` between two parts in capitals. With languages in which the word is common and without
 * English it stays; with both, it stays where it begins with a capital, as a German noun does.
 */
function withCapitals(q: string, langs: readonly string[]): string {
  const common = (word: string) => langs.some((lang) => COMMON_WORDS[word.toLowerCase()]?.includes(lang));
  const isMeant = (word: string) => !common(word) || (langs.includes('en') && word.toLowerCase() === word);
  return outsidePhrases(q, (part, { first, last }) => {
    const [start, end] = [part.search(/\S/), part.trimEnd().length];
    return part.replaceAll(OPERATOR, (word: string, at: number) => {
      const starts = first && at === start;
      const ends = last && at + word.length === end;
      return starts || ends || !isMeant(word) ? word : word.toUpperCase();
    });
  });
}

/**
 * Changes the parts of a query that are not between two straight double quotes. With an odd number there are no
 * phrases.
 */
function outsidePhrases(
  q: string,
  change: (part: string, place: { first: boolean; last: boolean }) => string,
): string {
  const parts = q.split('"');
  if (parts.length % 2 === 0) return change(q, { first: true, last: true });
  const last = parts.length - 1;
  return parts
    .map((part, index) =>
      index % 2 === 0 ? change(part, { first: index === 0, last: index === last }) : part,
    )
    .join('"');
}

function changesMeaning(before: string, after: string): boolean {
  const [old, now] = [parseQuery(before), parseQuery(after)];
  if (!old.ok) return now.ok || now.faults.length < old.faults.length;
  return JSON.stringify(old) !== JSON.stringify(now);
}

/** The first changed character, or the beginning of the word that contains it. */
function firstChange(before: string, after: string): number {
  let at = 0;
  while (before.charAt(at) === after.charAt(at)) at += 1;
  while (/^\p{L}\p{L}$/u.test(before.slice(Math.max(0, at - 1), at + 1))) at -= 1;
  return at;
}

interface NameWithNot {
  at: number;
  end: number;
  text: string;
}

/** Names such as `Yahoo!`: outside quotes the service reads the sign as NOT. */
function namesWithNot(q: string): NameWithNot[] {
  const found: NameWithNot[] = [];
  let before = 0;
  for (const [index, part] of q.split('"').entries()) {
    const names = index % 2 === 0 ? part.matchAll(/(?<=^|[\s(])[\p{L}\p{N}]+!(?!\S)/gu) : [];
    for (const { 0: text, index: at } of names)
      found.push({ at: before + at, end: before + at + text.length, text });
    before += part.length + 1;
  }
  return found;
}

function nameHabit({ at, text }: NameWithNot): QueryHabit {
  return { at: at + text.length - 1, what: 'The service reads this ! as NOT' };
}

function quoted(q: string, names: readonly NameWithNot[]): string {
  let end = 0;
  const parts = names.map(({ at, end: next, text }) => {
    const before = q.slice(end, at);
    end = next;
    return `${before}"${text}"`;
  });
  return [...parts, q.slice(end)].join('');
}

/** Removes blanks inside quotes, as French quotes have them, and adds the brackets that are missing. */
function tidy(q: string): string {
  const parts = q.split('"');
  const trimmed = parts.map((part, index) => (index % 2 === 1 ? part.trim() : part)).join('"');
  return withBrackets(parts.length % 2 === 1 ? trimmed : q);
}

/**
 * A query with straight double quotes in place of typographic ones, of the same length. Single quotes count only as
 * pairs around words. Quotes inside a phrase stay.
 */
export function withPlainQuotes(q: string): string {
  const parts = q.split('"');
  // An odd number: one half of a pair is straight, the other one is not.
  if (parts.length % 2 === 0) return parts.map(plainDouble).join('"');
  return parts.map((part, index) => (index % 2 === 0 ? plainSingle(plainDouble(part)) : part)).join('"');
}

function plainDouble(text: string): string {
  return text.replaceAll(EACH_DOUBLE, '"');
}

function plainSingle(text: string): string {
  const places = Array.from(text.matchAll(EACH_SINGLE), ({ index }) => index);
  const characters = text.split('');
  for (let pair = 0; pair + 1 < places.length; pair += 2) {
    const [from = 0, to = 0] = places.slice(pair, pair + 2);
    if (!/\s/.test(text.slice(from, to).trim()) || text.slice(from, to).includes('"')) continue;
    characters[from] = '"';
    characters[to] = '"';
  }
  return characters.join('');
}

/** Parts of a query between two ORs. `from` and `to` count UTF-16 units. */
interface Run {
  from: number;
  to: number;
  parts: number;
}

/**
 * Puts brackets around parts joined by AND, or by a space, where OR is beside them: `a OR b c` becomes `a OR (b c)`.
 * AND binds closer, as in most languages with both.
 */
function withBrackets(q: string): string {
  const tokens = readTokens(q, []);
  const outer: Run[][] = [];
  const wrapped: Run[] = [];
  let level: Run[] = [newRun(0)];
  for (const [index, { type, at }] of tokens.entries()) {
    const next = tokens[index + 1]?.at ?? q.length;
    if (type === 'open') {
      outer.push(level);
      level = [newRun(next)];
    } else if (type === 'close') {
      wrapped.push(...endLevel(level, at));
      level = outer.pop() ?? [newRun(next)];
      addPart(level);
    } else if (type === 'or') {
      endRun(level, at);
      level.push(newRun(next));
    } else if (type === 'operand') addPart(level);
  }
  return insertBrackets(q, [...wrapped, ...endLevel(level, q.length)]);
}

function newRun(from: number): Run {
  return { from, to: from, parts: 0 };
}

function addPart(level: readonly Run[]): void {
  const run = level.at(-1);
  if (run) run.parts += 1;
}

function endRun(level: readonly Run[], to: number): void {
  const run = level.at(-1);
  if (run) run.to = to;
}

/** The runs of a level that need brackets. */
function endLevel(level: readonly Run[], to: number): Run[] {
  endRun(level, to);
  return level.length > 1 ? level.filter(({ parts }) => parts > 1) : [];
}

function insertBrackets(q: string, runs: readonly Run[]): string {
  const marks = runs.flatMap(({ from, to }) => [
    { at: from, text: '(' },
    { at: from + q.slice(from, to).trimEnd().length, text: ')' },
  ]);
  let end = 0;
  const parts = marks
    .toSorted((a, b) => a.at - b.at)
    .map(({ at, text }) => {
      const before = q.slice(end, at);
      end = at;
      return `${before}${text}`;
    });
  return [...parts, q.slice(end)].join('');
}

/** Characters that the service refuses in a query, also inside quotes (news service, query language). */
const FORBIDDEN = /[[\]/\\:^]/g;

/** A query with a blank in place of each forbidden character, and no two blanks side by side for one. */
export function withoutForbidden(q: string): string {
  return q.replaceAll(FORBIDDEN, ' ').replaceAll(/ {2,}/g, ' ').trim();
}
