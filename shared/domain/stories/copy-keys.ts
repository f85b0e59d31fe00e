import { hashText, mix } from '../lib/hash.ts';
import { wordsIn } from '../query/words.ts';
import { rarityOf, termsOf } from './terms.ts';

// Copies of an article are found by keys that they share: of the title, and of parts of the text.

const OF_TITLE = 'x';

/** Whether a key is of a title, which an outlet may print each day, and not of a text. */
export const isOfTitle = (key: string): boolean => key.startsWith(OF_TITLE);

const UNSAID = 'u';

/** The key by which copies are looked for. */
export const soughtBy = (key: string): string => (isUnsaid(key) ? key.slice(UNSAID.length) : key);

/** Whether a key is of a text that does not say its title. Copies are looked for by it, and never found by it. */
export const isUnsaid = (key: string): boolean => key.startsWith(UNSAID);

/** A title with fewer terms is no proof of a copy. */
const LEAST_TERMS = 3;

/** At most 3 keys that copies of an article share. */
export function copyKeysOf(title: string, text = ''): string[] {
  const terms = termsOf(title);
  const ofTitle =
    terms.length < LEAST_TERMS ? [] : [`${OF_TITLE}${hashText(terms.toSorted().join()).toString(36)}`];
  const ofText = textKeysOf(text);
  return [...ofTitle, ...(saysTitle(text, terms) ? ofText : ofText.map((key) => UNSAID + key))];
}

/** A text says so many of the telling terms of its title, and this part of them. */
const SAID = { terms: 2, part: 0.25 };
const TELLING = 3;

/** Whether a text says what a title says. A notice that a publisher puts in place of all its articles does not. */
function saysTitle(text: string, title: readonly string[]): boolean {
  const said = new Set(termsOf(text));
  const telling = title.filter((term) => rarityOf(term) >= TELLING);
  const count = telling.filter((term) => said.has(term)).length;
  return count >= SAID.terms && count >= telling.length * SAID.part;
}

/** How many words of a text are read, and how many it needs to be compared. */
const WORDS_READ = 300;
const WORDS_NEEDED = 30;
/** How many characters are read per word. */
const CHARACTERS_PER_WORD = 10;
const RUN = 3;
const SLOTS = 32;
const SLOTS_PER_KEY = 4;
const TEXT_KEYS = 2;

/**
 * Keys of the beginning of a text: the least hash of its three-word runs in each of some slots (minwise hashing with
 * one permutation). Two texts of which nine tenths are equal share one of them in nine of ten cases.
 */
function textKeysOf(text: string): string[] {
  const words = wordsIn(text.slice(0, WORDS_READ * CHARACTERS_PER_WORD));
  const length = Math.min(words.length, WORDS_READ);
  if (length < WORDS_NEEDED) return [];
  const slots = new Uint32Array(SLOTS).fill(0xffffffff);
  for (let at = 0; at + RUN <= length; at += 1) {
    let run = 0;
    for (let step = 0; step < RUN; step += 1) run = mix(run ^ words.hashAt(at + step));
    const slot = run & (SLOTS - 1);
    slots[slot] = Math.min(slots[slot] ?? 0, run >>> 5);
  }
  return Array.from({ length: TEXT_KEYS }, (_, key) => {
    const part = slots.slice(key * SLOTS_PER_KEY, (key + 1) * SLOTS_PER_KEY);
    return `t${key}${hashText(part.join()).toString(36)}`;
  });
}
