import type { LanguageDetector } from '../../domain/feeds/take-answer.ts';

/**
 * More characters make the answer no surer, and each takes time: the first round of 300 feeds has thousands of items.
 */
const READ = 200;

let loading: Promise<LanguageDetector> | undefined;

/**
 * The detector of languages, loaded at the first call: 0.2 s and 33 MB, which a round without a new item does not
 * spend. Why this one: docs/decisions/feeds-are-polled-by-us.md.
 */
export function openLanguageDetector(): Promise<LanguageDetector> {
  loading ??= load();
  return loading;
}

async function load(): Promise<LanguageDetector> {
  const { eld } = await import('eld/extrasmall');
  return {
    languages: Object.values(eld.info().Languages),
    detect(text) {
      const found = eld.detect(text.slice(0, READ));
      return found.isReliable() ? found.getScores() : {};
    },
  };
}
