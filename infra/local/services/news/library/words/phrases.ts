import type { QueryNode, WordPattern } from '../../../../../../shared/domain/query/ast.ts';
import { globTest } from '../../../../../../shared/domain/query/glob.ts';
import { nearRuns, type WordRun } from '../../../../../../shared/domain/query/occurrences.ts';
import { followed, type Occurrences } from './occurrences.ts';
import type { TextIndex } from './text-index.ts';

/** Whether any word of some phrases has a wildcard. */
export function hasWildcard(phrases: readonly (readonly WordPattern[])[]): boolean {
  return phrases.some((phrase) => phrase.some(({ wildcard }) => wildcard));
}

/** The words of the index that a pattern matches. A sigma at the end of what is before the wildcard may have either of its forms. */
export function wordsLike({ text }: WordPattern, { words }: TextIndex): string[] {
  const start = /^[^*?σς]*/u.exec(text)?.[0] ?? '';
  const test = globTest(text);
  return words.filter((word) => word.startsWith(start) && test(word));
}

/** Where a phrase without wildcards begins. */
export function phraseOccurrences([first, ...others]: readonly WordPattern[], index: TextIndex): Occurrences {
  return others.reduce(
    (found, { text }, at) => followed(found, { next: index.occurrencesOf(text), after: at + 1 }),
    index.occurrencesOf(first?.text ?? ''),
  );
}

/** The keys of the columns in which phrases without wildcards are near each other. */
export function nearKeys(near: QueryNode & { type: 'near' }, index: TextIndex): number[] {
  const phrases = near.phrases.map((phrase) => ({
    length: phrase.length,
    found: phraseOccurrences(phrase, index),
    at: 0,
  }));
  const keys: number[] = [];
  for (const key of phrases[0]?.found.keys ?? []) {
    for (const phrase of phrases) while ((phrase.found.keys[phrase.at] ?? Infinity) < key) phrase.at += 1;
    if (phrases.some(({ found, at }) => found.keys[at] !== key)) continue;
    if (nearRuns(phrases.map(runsAt), near).length > 0) keys.push(key);
  }
  return keys;
}

function runsAt({ found, at, length }: { found: Occurrences; at: number; length: number }): WordRun[] {
  const places = found.places.subarray(found.starts[at], found.starts[at + 1]);
  return Array.from(places, (first) => ({ first, end: first + length }));
}
