import { createRequire } from 'node:module';
import type Compromise from 'compromise';
import { loadedOnce } from '../../../../shared/domain/lib/in-parallel.ts';

/** Hundreds of modules and large tables: most starts end without a question that needs them. */
const library = loadedOnce(() => {
  const compromise: typeof Compromise = createRequire(import.meta.url)('compromise');
  return compromise;
});

/** An English text as compromise reads it: its people, places, verbs and numbers. */
export function readEnglish(text: string): ReturnType<typeof Compromise> {
  return library()(text);
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
