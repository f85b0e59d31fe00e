import type { Pattern } from './event-kinds.ts';

/** A word of a text as patterns see it. */
export interface Token {
  text: string;
  /** In small letters, without the `'s` of an owner. */
  word: string;
  isCapital: boolean;
  /** A comma or a stop follows: no name goes on behind it. */
  ends: boolean;
  /** `Acme's`: what follows belongs to Acme. */
  owns: boolean;
}

/** Cuts a text into its words. A dash, a dot or an ampersand within a word belongs to it. */
export function tokensOf(text: string): Token[] {
  const found = text.matchAll(/([\p{L}\p{N}][\p{L}\p{N}.&'’-]*)(\s*[,;:|–—"”)!?]|\.(?=\s|$))?/gu);
  return Array.from(found, ([, raw = '', mark]) => {
    const text = raw.replace(/[.'’-]+$/, '');
    const owned = text.replace(/['’]s$/, '');
    // `Globex-backed Acme` is named Acme.
    const isCapital = /^\p{L}*\p{Lu}|^\d+\p{Lu}/u.test(text) && !/-\p{Ll}+$/u.test(text);
    const owns = owned !== text;
    return { text: owned, word: owned.toLowerCase(), isCapital, owns, ends: owns || mark !== undefined };
  });
}

/** A place where a pattern fits. */
interface Match {
  /** The words that stand for `@`. */
  company?: string;
}

/** Words that `..` may stand for, and words of a name, at most. */
const GAP = 5;
const NAME = 4;

const MOST_KNOWN = 10_000;

/** The first place of a pattern (event-kinds.yaml) among words. */
export function findPattern(pattern: Pattern, tokens: readonly Token[]): Match | undefined {
  // Most patterns fit nowhere, for want of their last word.
  const last = pattern.findLast((step) => step !== '@' && step !== '..');
  if (last !== undefined && !tokens.some((token) => isWord(last, token))) return undefined;
  for (let at = 0; at < tokens.length; at += 1) {
    const match = matchFrom(pattern, tokens, at);
    if (match) return match;
  }
  return undefined;
}

function matchFrom([step, ...rest]: Pattern, tokens: readonly Token[], at: number): Match | undefined {
  if (step === undefined) return {};
  if (step === '@') return matchName(rest, tokens, at);
  const gap = step === '..' ? GAP : 0;
  for (let skipped = 0; skipped <= gap; skipped += 1) {
    const here = step === '..' ? at + skipped : at;
    const fits = step === '..' || isWord(step, tokens[here]);
    const match = fits ? matchFrom(rest, tokens, step === '..' ? here : here + 1) : undefined;
    if (match) return match;
  }
  return undefined;
}

/** A run of words with capitals that begins here and goes on as far as the rest of the pattern lets it. */
function matchName(rest: Pattern, tokens: readonly Token[], at: number): Match | undefined {
  const before = tokens[at - 1];
  if (before?.isCapital && (before.owns || !before.ends)) return undefined;
  const run: Token[] = [];
  for (const token of tokens.slice(at, at + NAME)) {
    if (!token.isCapital) break;
    run.push(token);
    if (token.ends) break;
  }
  for (let length = run.length; length > 0; length -= 1) {
    const name = run.slice(0, length);
    // `Bolt, the payments start-up, has begun …` is still about Bolt.
    if (rest.length > 0 && rest[0] !== '..' && name.at(-1)?.ends) continue;
    if (matchFrom(rest, tokens, at + length)) return { company: name.map(({ text }) => text).join(' ') };
  }
  return undefined;
}

function isWord(step: string, token: Pick<Token, 'word'> | undefined): boolean {
  if (!token) return false;
  const { words, beginnings } = alternativesOf(step);
  if (step === '#') return /^\d/.test(token.word);
  return words.has(token.word) || beginnings.some((beginning) => token.word.startsWith(beginning));
}

const known = new Map<string, { words: ReadonlySet<string>; beginnings: readonly string[] }>();

/** The words of a step such as `data|secur*`. The lists of the services have some hundred steps. */
function alternativesOf(step: string) {
  const made = known.get(step);
  if (made) return made;
  const all = step.split('|');
  const read = {
    words: new Set(all.filter((word) => !word.endsWith('*'))),
    beginnings: all.flatMap((word) => (word.endsWith('*') ? [word.slice(0, -1)] : [])),
  };
  if (known.size < MOST_KNOWN) known.set(step, read);
  return read;
}

/** Whether a phrase is at a place among words. */
export function fitsAt(phrase: Pattern, words: readonly Pick<Token, 'word'>[], at: number): boolean {
  return phrase.every((step, offset) => isWord(step, words[at + offset]));
}

/** How often a phrase occurs among words. */
export function timesIn(phrase: Pattern, tokens: readonly Token[]): number {
  return tokens.filter((_, at) => fitsAt(phrase, tokens, at)).length;
}
