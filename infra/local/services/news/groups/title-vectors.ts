import { nameWordsOf, titleTerms } from '../../../../../shared/domain/stories/article-words.ts';

/** The words of a title by number, each once, with weights whose squares add up to 1. */
export type TitleVector = ReadonlyMap<number, number>;

/** In a set of a few titles every word is frequent: as if so many more titles without any of their words stood beside them. */
const OTHERS = 100;
/**
 * Rare words say more, but far less than in a search: a story in which many titles tell the same has made its own words
 * frequent.
 */
const RARITY = 0.25;
/** From this share of capitals on a word begins to count as a name. A name counts up to two thirds more. */
const HARDLY_A_NAME = 1 / 3;

/** What each title says, by how its words are used in all of them: rare ones and names say most. */
export function titleVectors(titles: readonly string[]): TitleVector[] {
  const terms = titles.map((title) => [...new Set(titleTerms(title).map(({ text }) => text))]);
  const isName = nameShares(titles);
  const counts = new Map<string, number>();
  for (const term of terms.flat()) counts.set(term, (counts.get(term) ?? 0) + 1);
  const numbers = new Map([...counts.keys()].map((term, at) => [term, at]));
  const weightOf = (term: string) => {
    const rarity = Math.log((titles.length + OTHERS) / (counts.get(term) ?? 1)) ** RARITY;
    return rarity * (1 + Math.max(0, isName(term) - HARDLY_A_NAME));
  };
  return terms.map((own) => unitVector(own.map((term) => [numbers.get(term) ?? 0, weightOf(term)])));
}

function unitVector(weights: readonly (readonly [term: number, weight: number])[]): TitleVector {
  const length = Math.hypot(...weights.map(([, weight]) => weight));
  return new Map(weights.map(([term, weight]) => [term, weight / length]));
}

/**
 * How often a word has a capital where that marks a name; one half where nothing does, as in scripts without
 * capitals.
 */
function nameShares(titles: readonly string[]): (term: string) => number {
  const seen = new Map<string, { capital: number; all: number }>();
  for (const { word, isCapital } of titles.flatMap(nameWordsOf)) {
    const { capital, all } = seen.get(word) ?? { capital: 0, all: 0 };
    seen.set(word, { capital: capital + (isCapital ? 1 : 0), all: all + 1 });
  }
  return (term) => {
    const { capital, all } = seen.get(term) ?? { capital: 0, all: 0 };
    return (capital + 1) / (all + 2);
  };
}
