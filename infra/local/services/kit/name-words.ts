import { foldText } from '../../../../shared/domain/query/fold.ts';

/** A word of a title in which capitals show names. */
interface NameWord {
  /** Normalized, as the query language compares words. */
  word: string;
  isCapital: boolean;
}

/** Below this share of lower-case words, a title is In Title Case, and capitals show no names. */
const SMALL_SHARE = 0.34;

/** The words of a title after the first, whose capital means nothing. None for a title in title case. */
export function nameWordsOf(title: string): NameWord[] {
  const [, ...words] = title.normalize('NFC').match(/[\p{L}\p{Nd}_][\p{L}\p{M}\p{Nd}_]*/gu) ?? [];
  const long = words.filter((word) => word.length > 3 && /^\p{L}/u.test(word));
  const small = long.filter((word) => /^\p{Ll}/u.test(word)).length;
  if (small < Math.max(1, long.length * SMALL_SHARE)) return [];
  return words.map((word) => ({
    word: foldText(word),
    isCapital: word.length > 1 && /\p{Lu}/u.test(word),
  }));
}
