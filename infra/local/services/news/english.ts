import { createRequire } from 'node:module';
import type Compromise from 'compromise/two';
import type model from 'wink-eng-lite-web-model';
import type WinkNLP from 'wink-nlp';
import { loadedOnce } from '../../../../shared/domain/lib/in-parallel.ts';
import { isPersonName, kindOfName, NAME_WORDS, type NameKind, titlesIn } from '../kit/names/name-kind.ts';

/** The kinds of named entities (news service, nlp object). */
export const ENTITY_KINDS = ['PER', 'ORG', 'LOC', 'MISC'] as const;
export type EntityKind = (typeof ENTITY_KINDS)[number];

/** The libraries, loaded at the first question: together they take as long as everything else at the start. */
const tools = loadedOnce(() => {
  const require = createRequire(import.meta.url);
  const compromise: typeof Compromise = require('compromise/two');
  const winkNLP: typeof WinkNLP = require('wink-nlp');
  const english: typeof model = require('wink-eng-lite-web-model');
  const wink = winkNLP(english, ['sbd', 'negation', 'sentiment', 'pos']);
  // The library takes these functions as names of what it is to give.
  // oxlint-disable-next-line typescript/unbound-method
  const { sentiment, value, pos } = wink.its;
  return { compromise, wink, sentiment, value, pos };
});

/** How a text in English reads, from -1 to 1. */
export function sentimentOf(text: string): number {
  const { wink, sentiment } = tools();
  const score: unknown = wink.readDoc(text).out(sentiment);
  return typeof score === 'number' ? Math.round(score * 10_000) / 10_000 : 0;
}

/** The names in an English text: runs of words that are proper nouns, each as often as it occurs there. */
export function namesIn(text: string): string[] {
  const { wink, value, pos } = tools();
  const tokens = wink.readDoc(text).tokens();
  const words: readonly unknown[] = tokens.out(value);
  const kinds: readonly unknown[] = tokens.out(pos);
  const runs: string[][] = [[]];
  for (const [at, word] of words.entries()) {
    if (kinds[at] === 'PROPN' && typeof word === 'string') runs.at(-1)?.push(word);
    else if (runs.at(-1)?.length) runs.push([]);
  }
  return runs.map(withoutTitles).filter((name) => /\p{Lu}/u.test(name) && name.length > 1);
}

/** `Prime Minister Jane Doe` and `Acme CEO Jane Doe` are named Jane Doe; a title alone stays. */
function withoutTitles(run: readonly string[]): string {
  const last = run.findLastIndex((word) => titlesIn([word, '']) > 0);
  const behind = run.slice(last + 1);
  return (isPersonName(behind) ? behind : run.slice(titlesIn(run))).join(' ');
}

const known = new Map<string, EntityKind | undefined>();
const MOST_KNOWN = 50_000;

/** What a name is the name of, by what it looks like; undefined for days, months and bare titles. */
export function kindOf(name: string): EntityKind | undefined {
  if (known.has(name)) return known.get(name);
  if (known.size >= MOST_KNOWN) known.clear();
  const kind = judgeName(name);
  known.set(name, kind);
  return kind;
}

const KINDS: Readonly<Record<NameKind, EntityKind>> = {
  company: 'ORG',
  body: 'ORG',
  outlet: 'ORG',
  place: 'LOC',
  person: 'PER',
};

/** `Reserve Bank` and `High Court` are organizations, `Bitcoin` is none. */
function hasPublicWord(name: string): boolean {
  const words = name.toLowerCase().split(' ');
  return words.some((word) => word === 'bank' || NAME_WORDS['public bodies'].has(word));
}

/**
 * The lists of names decide first. The library knows common first names, and takes what ends like a surname for one.
 */
function judgeName(name: string): EntityKind | undefined {
  const read = tools().compromise(name);
  if (read.has('#Date') || read.has('#Honorific$')) return undefined;
  if (read.has('^#Demonym+$') || (NAME_WORDS['public names'].has(name) && !hasPublicWord(name)))
    return 'MISC';
  const listed = kindOfName(name);
  if (listed !== undefined) return KINDS[listed];
  if (read.has('#Organization')) return 'ORG';
  if (read.has('#Place')) return 'LOC';
  return read.has('#Person') ? 'PER' : 'MISC';
}
