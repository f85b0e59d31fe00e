import type { WordPattern } from './ast.ts';
import { globTest } from './glob.ts';
import type { Words } from './words.ts';

/**
 * One text of a document with the positions of every pattern of the query, by the pattern's number, in rising order. A phrase or a
 * NEAR never matches across texts.
 */
export interface LocatedField {
  words: Words;
  places: readonly (readonly number[])[];
}

/** A pattern of the query with its number. */
export interface NumberedPattern {
  id: number;
  test: (word: string) => boolean;
}

/** The distinct patterns of one query. One pass over each text finds all of them. */
export class PatternIndex {
  readonly #patterns = new Map<string, NumberedPattern>();
  readonly #globs: NumberedPattern[] = [];
  /**
   * The first units of the patterns without wildcards, by length: most words of a text begin with others, and need not be looked up.
   */
  readonly #starts: Set<number>[] = [];

  add({ text, wildcard }: WordPattern): NumberedPattern {
    const known = this.#patterns.get(text);
    if (known) return known;
    const pattern = {
      id: this.#patterns.size,
      test: wildcard ? globTest(text) : (word: string) => word === text,
    };
    this.#patterns.set(text, pattern);
    if (wildcard) this.#globs.push(pattern);
    else (this.#starts[text.length] ??= new Set()).add(text.charCodeAt(0));
    return pattern;
  }

  locate(words: Words): LocatedField {
    const places = Array.from(this.#patterns, (): number[] => []);
    const hasGlobs = this.#globs.length > 0;
    for (let at = 0; at < words.length; at += 1) {
      if (!hasGlobs && !this.#starts[words.lengthAt(at)]?.has(words.startsWith(at))) continue;
      const word = words.at(at);
      const same = this.#patterns.get(word);
      if (same) places[same.id]?.push(at);
      for (const glob of this.#globs) if (glob.test(word)) places[glob.id]?.push(at);
    }
    return { words, places };
  }
}
