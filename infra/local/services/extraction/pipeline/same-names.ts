import { NAME_WORDS } from '../../kit/names/name-words.ts';
import type { Word } from './language.ts';

/** Titles that name somebody must share so much of the names of the one that has fewer. */
const SHARED = 0.5;

/** The names among words, by their stems. In a title `Retailer Acme` names Acme, not a retailer. */
export function namesAmong(words: readonly Word[]): Set<string> {
  return new Set(words.filter(({ name, text }) => name && !isCommon(text)).map(({ stem }) => stem));
}

const COMMON = [NAME_WORDS.descriptions, NAME_WORDS['no names'], NAME_WORDS.roles];

function isCommon(word: string): boolean {
  return COMMON.some((table) => table.has(word));
}

/** True when both name somebody, and mostly not the same: `Acme cuts jobs` and `Globex cuts jobs` are two events. */
export function nameOthers(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const fewest = Math.min(a.size, b.size);
  const shared = [...a].filter((name) => b.has(name)).length;
  return fewest > 0 && shared / fewest < SHARED;
}
