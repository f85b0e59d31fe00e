import { join } from 'node:path';
import * as z from 'zod';
import { nameWordsOf } from './name-words.ts';
import { type EventKind, phraseList } from './event-kinds.ts';
import { findPattern, tokensOf } from './find-pattern.ts';
import { isEnglish, lastRead } from './read-english.ts';
import { readSettingsFile } from './settings-file.ts';

// What an English article reports, where its line of the corpus does not say. A simple reading that rather says
// nothing: only titles and first sentences are read, by the patterns of event-kinds.yaml.

/** The texts of an article. */
export interface Written {
  title: string;
  description?: string | null | undefined;
  content?: string | null | undefined;
  is_opinion?: boolean | null | undefined;
}

const NO_NEWS = readSettingsFile(
  join(import.meta.dirname, 'no-news.yaml'),
  z.strictObject({ titles: phraseList, 'no companies': phraseList }),
);
const NO_COMPANIES = new Set(NO_NEWS['no companies'].flat());

/** Whether an article reports news: opinion, advice and questions do not. */
export function tellsNews({ title, is_opinion: isOpinion }: Written): boolean {
  const tokens = wordsOf(title);
  return (
    isOpinion !== true && !/\?\s*$/.test(title) && !NO_NEWS.titles.some((form) => findPattern(form, tokens))
  );
}

/** So many characters of a text, and of its sentences, say what happened. */
const READ = 600;
const LEAD = 2;
/** A title of fewer words has its capitals for its names. */
const SHORT = 5;

const SENTENCES = new Intl.Segmenter('en', { granularity: 'sentence' });

/** The sentences of a text. */
export const sentencesOf = lastRead((text) =>
  Array.from(SENTENCES.segment(text), ({ segment }) => segment.trim()).filter(Boolean),
);

/** The words of a text, remembered: each kind of event looks for its patterns in the same sentences. */
export const wordsOf = lastRead(tokensOf, 2_000);

/** `Acme opens a shop; Globex sacks workers` reports two things. */
const CLAUSES = /;\s+/;

/** The parts of the title, then the first sentences. */
export function leadOf({ title, description, content }: Written): string[] {
  const texts = [description, content].map((text) => withoutCut((text ?? '').slice(0, READ)));
  const first = texts.flatMap((text) => sentencesOf(text).slice(0, LEAD));
  return [...new Set([...title.split(CLAUSES), ...first])].filter(Boolean);
}

/** An event that an article reports. */
interface ReadEvent {
  company?: string | undefined;
  /** The sentences that tell of it. */
  sentences: readonly string[];
}

/** The event of a kind that an article reports: in a title, and with a company where it is a company's event. */
export function eventOf(article: Written, kind: EventKind): ReadEvent | undefined {
  const titled = article.title.split(CLAUSES).some((part) => companiesIn(part, kind));
  if (!titled || !tellsNews(article)) return undefined;
  const found = leadOf(article).flatMap((sentence) => {
    const companies = companiesIn(sentence, kind);
    return companies ? [{ sentence, companies }] : [];
  });
  const [company] = found.flatMap(({ companies }) => companies);
  if (company === undefined && kind.company) return undefined;
  return { company, sentences: found.map(({ sentence }) => sentence) };
}

/** Companies of the event that a sentence reports; undefined where it reports none, or may mean something else. */
function companiesIn(sentence: string, { says, not }: EventKind): string[] | undefined {
  const tokens = wordsOf(sentence);
  const found = says.flatMap((pattern) => findPattern(pattern, tokens) ?? []);
  if (found.length === 0 || not.some((pattern) => findPattern(pattern, tokens))) return undefined;
  // In A Title Like This capitals show no names.
  const areNames = nameWordsOf(sentence).length > 0 || tokens.length < SHORT;
  return areNames ? found.flatMap(({ company }) => companyFrom(company ?? '') ?? []) : [];
}

/** `Acme` of `Startup Acme`; undefined for a person, a place, a public body, and words that are no name. */
function companyFrom(run: string): string | undefined {
  const words = run.split(' ');
  const described = words.findLastIndex((word) => NO_COMPANIES.has(word.toLowerCase()));
  const name = words.slice(described + 1).join(' ');
  return name.length < 2 || isOther(name) ? undefined : name;
}

const isOther = lastRead(
  (name) =>
    isEnglish(name, '^(#Place|#Demonym|#Date|#Honorific)+$') || isEnglish(name, '^#FirstName #Noun+$'),
  2_000,
);

/** The mark of a text that was cut: `and so on … [+4070 chars]`. */
const CUT = /\s*\[\+\d+ chars\]\s*$/;

/** A text without the mark of a cut, and without the word or number that the cut goes through. */
export function withoutCut(text: string): string {
  const bare = text.replace(CUT, '');
  if (bare === text && !/(?:…|\.{3})\s*$/.test(text)) return text;
  return bare.replace(/\S*(?:…|\.{3})\s*$/, '').trimEnd();
}
