import { compileQuery, type Matcher, type TextRange } from '../query/match.ts';
import { wordsIn, wordTexts } from '../query/words.ts';
import type { ExcludedTopics } from './finding.ts';

/** What a watch never alerts on, as `watches.yaml` says it. */
interface ExclusionRules {
  domains: readonly string[];
  phrases: readonly string[];
  topics?: ExcludedTopics;
}

/** The rules, compiled once for all items of a page. */
export interface Exclusions {
  domains: readonly string[];
  phrases: readonly { phrase: string; matcher: Matcher }[];
  topics?: ExcludedTopics;
}

export function compileExclusions({ domains, phrases, topics }: ExclusionRules): Exclusions {
  return {
    domains,
    ...(topics && { topics }),
    phrases: phrases.flatMap((phrase) => {
      const words = wordTexts(phrase).map((text) => ({ text, wildcard: false }));
      return words.length === 0 ? [] : [{ phrase, matcher: compileQuery({ type: 'phrase', words }) }];
    }),
  };
}

/** The first excluded phrase that occurs in one of these texts. */
export function excludedPhrase({ phrases }: Exclusions, texts: readonly string[]): string | undefined {
  const words = texts.map(wordsIn);
  return phrases.find(({ matcher }) => matcher.matches(words))?.phrase;
}

/** The excluded domain that an outlet belongs to; a domain includes its subdomains. */
export function excludedDomain(domains: readonly string[], outlet: string | undefined): string | undefined {
  const host = outlet?.toLowerCase();
  return domains.find((domain) => host === domain || host?.endsWith(`.${domain}`));
}

/** The length of a snippet, in UTF-16 units. */
export const SNIPPET = 1_500;
/** How much of it lies before the first match. */
const LEAD = 300;
/** How far a cut may move to the next blank. Scripts without blanks are cut between characters. */
const REACH = 40;

/** The part of a text around its first match, in whole words; the beginning of the text when nothing matched. */
export function snippetOf(text: string, matches: readonly Pick<TextRange, 'start'>[]): string {
  if (text.length <= SNIPPET) return text.trim();
  const first = matches[0]?.start ?? 0;
  const room = SNIPPET - 2 * '…'.length;
  const from = Math.min(Math.max(0, first - LEAD), text.length - room);
  const start = from === 0 ? 0 : wordStart(text, from);
  const end = from + room === text.length ? text.length : wordEnd(text, from + room);
  return `${start === 0 ? '' : '…'}${text.slice(start, end).trim()}${end === text.length ? '' : '…'}`;
}

/** The start of the first whole word after `at`, or else of the character. */
function wordStart(text: string, at: number): number {
  const blank = text.slice(at, at + REACH).search(/\s/);
  return blank < 0 ? characterStart(text, at) : at + blank + 1;
}

/** The end of the last whole word before `at`, or else of the character. */
function wordEnd(text: string, at: number): number {
  const blank = text.slice(at - REACH, at).search(/\s\S*$/);
  return blank < 0 ? characterStart(text, at) : at - REACH + blank;
}

/** Moves a position off the middle of a surrogate pair. */
function characterStart(text: string, at: number): number {
  return (text.codePointAt(at - 1) ?? 0) > 0xffff ? at - 1 : at;
}
