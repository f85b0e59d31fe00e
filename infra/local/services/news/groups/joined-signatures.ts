import { MOST_WORDS } from '../../../../../shared/domain/stories/similarity.ts';
import {
  endOf,
  FIGURES,
  GRAIN,
  GRAINS,
  isEmpty,
  MOST_NUMBERS,
  NAMES,
  type PackedSignature,
  PLACES,
  SLOTS,
  startOf,
  WORDS,
} from '../library/packed-signatures.ts';

/**
 * Answers the signature of a story with one more article: words that many of its titles share weigh most. The text stays that of the
 * first article. The answer is valid until the next one.
 */
export function openJoining(): (story: PackedSignature, article: PackedSignature) => PackedSignature {
  const numbers = new Uint32Array(MOST_NUMBERS);
  const added = {
    words: new Uint32Array(2 * MOST_WORDS),
    weights: new Float64Array(2 * MOST_WORDS),
    count: 0,
  };
  return (story, article) => {
    addWords(added, story, article);
    takeHeaviest(added);
    let end = PLACES;
    numbers[WORDS] = end;
    for (let at = 0; at < added.count; at += 1) numbers[end++] = added.words[at] ?? 0;
    numbers[GRAINS] = end;
    for (let at = 0; at < added.count; at += 1) numbers[end++] = Math.round((added.weights[at] ?? 0) * GRAIN);
    for (const list of [NAMES, FIGURES]) {
      numbers[list] = end;
      for (const hash of latest(story, article, list)) numbers[end++] = hash;
    }
    numbers[SLOTS] = end;
    const text = isEmpty(story, SLOTS) ? article : story;
    for (let at = startOf(text, SLOTS); at < endOf(text, SLOTS); at += 1)
      numbers[end++] = text.numbers[at] ?? 0;
    numbers[SLOTS + 1] = end;
    return { numbers, at: 0 };
  };
}

/** Words, rising, with their weights. */
interface Weighted {
  words: Uint32Array;
  weights: Float64Array;
  count: number;
}

/** Sets the words of both, with the sums of their weights. */
function addWords(added: Weighted, story: PackedSignature, article: PackedSignature): void {
  const [end, last] = [endOf(story, WORDS), endOf(article, WORDS)];
  let at = startOf(story, WORDS);
  let other = startOf(article, WORDS);
  const [grains, otherGrains] = [end - at, last - other];
  for (added.count = 0; at < end || other < last; added.count += 1) {
    const mine = at < end ? (story.numbers[at] ?? 0) : Infinity;
    const theirs = other < last ? (article.numbers[other] ?? 0) : Infinity;
    let weight = 0;
    if (mine <= theirs) weight = (story.numbers[at++ + grains] ?? 0) / GRAIN;
    if (theirs <= mine) weight += (article.numbers[other++ + otherGrains] ?? 0) / GRAIN;
    added.words[added.count] = Math.min(mine, theirs);
    added.weights[added.count] = weight;
  }
}

/** Takes out the lightest words, of equal ones the greatest, until there are few enough. */
function takeHeaviest(added: Weighted): void {
  const { words, weights } = added;
  for (; added.count > MOST_WORDS; added.count -= 1) {
    let lightest = 0;
    for (let at = 1; at < added.count; at += 1) {
      if ((weights[at] ?? 0) <= (weights[lightest] ?? 0)) lightest = at;
    }
    words.copyWithin(lightest, lightest + 1, added.count);
    weights.copyWithin(lightest, lightest + 1, added.count);
  }
}

/** The last hashes of both, each once. */
function latest(story: PackedSignature, article: PackedSignature, list: number): number[] {
  const hashes: number[] = [];
  for (const { numbers, at } of [story, article]) {
    for (let from = at + (numbers[at + list] ?? 0); from < at + (numbers[at + list + 1] ?? 0); from += 1) {
      const hash = numbers[from] ?? 0;
      if (!hashes.includes(hash)) hashes.push(hash);
    }
  }
  return hashes.slice(-MOST_WORDS);
}
