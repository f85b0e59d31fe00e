import { figureIn, rarityOf, stemsOf } from '../../stories/article-words.ts';

/** Words that are less rare are in most news, whatever it reports. */
const LEAST_RARITY = 4.5;
/** Most news names a day. */
const TIMES: ReadonlySet<string> = new Set(
  [
    'monday tuesday wednesday thursday friday saturday sunday today yesterday tomorrow',
    'january february march april may june july august september october november december',
    'hour hours day days week weeks month months year years',
  ].flatMap(stemsOf),
);

/**
 * Of the words that an article shares with its story, those that say what it reports: neither filler words nor days and months,
 * nor what the watch asks for, which all its articles have.
 *
 * @param words as they are kept with the article, the rarest first.
 * @param matched what of the query the article has.
 */
export function tellingWords(words: readonly string[], matched: readonly string[]): string[] {
  const asked = new Set(matched.flatMap(stemsOf));
  return words.filter((word) => {
    if (figureIn(word)) return true;
    const [stem = ''] = stemsOf(word);
    return rarityOf(stem) >= LEAST_RARITY && !TIMES.has(stem) && !asked.has(stem);
  });
}
