import { createRequire } from 'node:module';
import type Compromise from 'compromise';
import { loadedOnce } from '../../../../shared/domain/lib/in-parallel.ts';

/** Hundreds of modules and large tables: most starts end without a question that needs them. */
const library = loadedOnce(() => {
  const compromise: typeof Compromise = createRequire(import.meta.url)('compromise');
  return compromise;
});

/** Whether an English text fits a pattern of compromise, such as `^#Place+$`. */
export function isEnglish(text: string, pattern: string): boolean {
  return library()(text).has(pattern);
}

/** Who and what a text names. */
export type Names = Readonly<Record<'people' | 'places' | 'organizations', readonly string[]>>;

/** Each mention of a name in an English text. What is a name of no kind for sure is left out. */
export function namesIn(text: string): Names {
  const read = library()(text);
  return {
    people: namesOf(read.people().out('array')),
    places: namesOf(read.places().out('array')),
    organizations: namesOf(read.organizations().out('array')),
  };
}

/** The library leaves marks at the ends of names, and lists of names in one. */
function namesOf(found: unknown): string[] {
  const texts = Array.isArray(found) ? found.flatMap((text: unknown) => String(text).split(',')) : [];
  const names = texts.map((text) => text.replace(/(?:['’]s)?[^\p{L}\p{N}]*$/u, '').trim());
  return names.filter((name) => /\p{Lu}/u.test(name));
}

/**
 * `read` with a memory of the last `most` results, by default as many as the steps of a job read again. Reading is
 * slow and always gives the same result.
 */
export function lastRead<Made>(read: (text: string) => Made, most = 256): (text: string) => Made {
  const made = new Map<string, { value: Made }>();
  return (text) => {
    const known = made.get(text) ?? { value: read(text) };
    // Moves the text to the end: the first one is forgotten next.
    made.delete(text);
    made.set(text, known);
    const [oldest] = made.keys();
    if (made.size > most && oldest !== undefined) made.delete(oldest);
    return known.value;
  };
}
