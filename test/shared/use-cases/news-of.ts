import type { Finding } from '../../../shared/domain/findings/finding.ts';
import type { Instant } from '../../../shared/domain/time/instant.ts';
import type { Publication } from '../../ports/memory-services.ts';
import { aFinding } from '../../ports/examples.ts';

const SYLLABLES = Array.from('bcdfghjklmnprstvwz').flatMap((consonant) =>
  Array.from('aeiou').map((vowel) => consonant + vowel),
);

/** Numbers that look random and are the same in each run of a test. */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/**
 * Words that are made up: of so many that two articles hardly ever have one in common, also where words are cut to six
 * letters.
 */
function madeUp(random: () => number, count: number): string {
  const pick = () => SYLLABLES[Math.floor(random() * SYLLABLES.length)] ?? '';
  return Array.from({ length: count }, () => pick() + pick() + pick()).join(' ');
}

/** Words that no other id has: what is reported under two ids is two stories. */
export function wordsOf(id: string, count: number): string {
  const seed = id.split('').reduce((sum, char) => (Math.imul(sum, 31) + char.charCodeAt(0)) >>> 0, 7);
  return madeUp(randomFrom(seed), count);
}

/** Articles for a test: each reports something of its own, unless it is a copy. */
export function newsOf(seed = 1) {
  const random = randomFrom(seed);
  let made = 0;
  const text = (words: number) => madeUp(random, words);
  const article = (indexedAt: Instant, changes: Partial<Finding> = {}): Publication => {
    made += 1;
    const domain = `outlet-${made}.example`;
    const outlet = { domain, name: domain, country: 'US', rank: 10_000 + made };
    const own = { title: `Acme ${text(8)}`, snippet: text(40), outlet };
    return { finding: aFinding(made, { indexedAt, publishedAt: indexedAt, ...own, ...changes }) };
  };
  return {
    random,
    article,
    /** One report in several outlets, a while apart. */
    copies(count: number, { from, apart }: { from: Instant; apart: number }): Publication[] {
      const { finding } = article(from);
      const { title, snippet } = finding;
      return Array.from({ length: count }, (_, n) => article(from + n * apart, { title, snippet }));
    },
  };
}
