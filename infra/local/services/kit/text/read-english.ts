import { createRequire } from 'node:module';
import type Compromise from 'compromise';
import { loadedOnce } from '../../../../../shared/domain/lib/loaded-once.ts';

/** Hundreds of modules and large tables: most starts end without a question that needs them. */
const library = loadedOnce(() => {
  const compromise: typeof Compromise = createRequire(import.meta.url)('compromise');
  return compromise;
});

/** An English text as compromise reads it: its people, places, verbs and numbers. */
export function readEnglish(text: string): ReturnType<typeof Compromise> {
  return library()(text);
}
