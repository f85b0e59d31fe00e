import {
  type Measures,
  MOST_WORDS,
  NEAR_COPY,
  similarityBy,
} from '../../../../../shared/domain/stories/similarity.ts';
import { DAY, type Instant } from '../../../../../shared/domain/time/instant.ts';
import {
  endOf,
  FIGURES,
  GRAIN,
  GRAINS,
  isEmpty,
  MOST_NUMBERS,
  NAMES,
  type PackedSignature,
  type PackedSignatures,
  PLACES,
  SLOTS,
  startOf,
  WORDS,
} from '../library/packed-signatures.ts';

/** An article that is placed. */
interface Arrival {
  /** That of its signature. */
  number: number;
  visibleAt: Instant;
  /** The numbers of the keys that it may share with its copies. */
  bands: readonly number[];
}

/**
 * Where an article belongs: the numbers of the first article of its story, and of the first one that it is a near
 * copy of.
 */
interface Place {
  story: number;
  copies: number;
}

/** The articles of one story. */
interface Story {
  first: number;
  signature: PackedSignature;
  /** Whether the signature is that of several articles joined, in numbers of its own. */
  isJoined: boolean;
  latest: Instant;
  /** The first article of each group of near copies. */
  copies: number[];
  /** The article that was compared with it last. */
  comparedWith: number;
}

/** From this likeness on an article belongs to a group; few words in common are enough for what is similar. */
const SAME_STORY = 0.4;

/** An article is compared with the articles of this long before it (news service, near copies). */
const LOOK_BACK = 7 * DAY;

/** Of the stories that share a band, and of the copies in a story, only this many of the latest are compared. */
const LOOKED_AT = 32;

/**
 * Groups articles, which come in the order in which they become visible, so that later ones never change the groups
 * of earlier.
 */
export function openPlacing(signatures: PackedSignatures): (arrival: Arrival) => Place {
  const byBand: Story[][] = [];
  const joined = openJoining();
  return (arrival) => {
    const { number, visibleAt, bands } = arrival;
    const signature = signatures.at(number);
    const known = mostLike(candidatesFor(arrival, byBand), { visibleAt, signature });
    const story = known ?? storyOf(arrival, signature);
    story.latest = visibleAt;
    if (known) keep(joined(known.signature, signature), known);
    for (const band of bands) {
      const others = byBand[band];
      if (others) keepLatest(others, story);
      else byBand[band] = [story];
    }
    const isCopy = (other: number) =>
      packedSimilarity(signature, signatures.at(other), NEAR_COPY) >= NEAR_COPY;
    const copied = story.copies.slice(-LOOKED_AT).find(isCopy);
    if (copied === undefined) story.copies.push(number);
    return { story: story.first, copies: copied ?? number };
  };
}

function storyOf({ number, visibleAt }: Arrival, signature: PackedSignature): Story {
  return { first: number, signature, isJoined: false, latest: visibleAt, copies: [], comparedWith: number };
}

/** The stories that share a band with an article, each once. */
function candidatesFor({ number, bands }: Arrival, byBand: readonly Story[][]): Story[] {
  const candidates: Story[] = [];
  for (const band of bands) {
    for (const story of byBand[band] ?? []) {
      if (story.comparedWith === number) continue;
      story.comparedWith = number;
      candidates.push(story);
    }
  }
  return candidates;
}

/** The story that an article is most like; of equal ones the last. */
function mostLike(
  stories: readonly Story[],
  { visibleAt, signature }: { visibleAt: Instant; signature: PackedSignature },
): Story | undefined {
  let best: Story | undefined;
  let most = 0;
  for (const story of stories.toReversed()) {
    if (visibleAt - story.latest > LOOK_BACK) continue;
    const like = packedSimilarity(signature, story.signature, Math.max(most, SAME_STORY));
    if (like >= SAME_STORY && like > most) [best, most] = [story, like];
    if (most === 1) break;
  }
  return best;
}

/** Gives a story its signature, in numbers of its own. */
function keep(signature: PackedSignature, story: Story): void {
  if (!story.isJoined) story.signature = { numbers: new Uint32Array(MOST_NUMBERS), at: 0 };
  story.isJoined = true;
  story.signature.numbers.set(signature.numbers);
}

/** Puts a story at the end of those of a band, and takes out those that no article joins any more. */
function keepLatest(known: Story[], story: Story): void {
  let kept = 0;
  for (const other of known) {
    if (other === story || story.latest - other.latest > LOOK_BACK) continue;
    known[kept] = other;
    kept += 1;
  }
  known[kept] = story;
  known.length = kept + 1;
  if (known.length > LOOKED_AT) known.shift();
}

/**
 * Answers the signature of a story with one more article: words that many of its titles share weigh most. The text
 * stays that of the first article. The answer is valid until the next one.
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

/**
 * `similarity` of packed signatures, the same to the last digit. Comparing articles is mostly waiting for memory, and
 * the lists of a packed signature are side by side.
 */
export function packedSimilarity(a: PackedSignature, b: PackedSignature, least: number): number {
  return similarityBy(MEASURES, a, b, least);
}

const MEASURES: Measures<PackedSignature> = {
  texts: (a, b) => (isEmpty(a, SLOTS) || isEmpty(b, SLOTS) ? undefined : overlapOf(a, b)),
  angle(a, b) {
    const lengths = lengthOf(a) * lengthOf(b);
    return lengths === 0 ? 0 : Math.min(1, productOf(a, b) / lengths);
  },
  namesDiffer: (a, b) =>
    !isEmpty(a, NAMES) &&
    !isEmpty(b, NAMES) &&
    !haveCommon(a, NAMES, b, NAMES) &&
    !haveCommon(a, NAMES, b, WORDS) &&
    !haveCommon(b, NAMES, a, WORDS),
  figuresDiffer: (a, b) =>
    !isEmpty(a, FIGURES) && !isEmpty(b, FIGURES) && !haveCommon(a, FIGURES, b, FIGURES),
};

/** The share of equal slots among those that either text fills. */
function overlapOf(a: PackedSignature, b: PackedSignature): number {
  const end = endOf(a, SLOTS);
  let filled = 0;
  let same = 0;
  let other = startOf(b, SLOTS);
  for (let at = startOf(a, SLOTS); at < end; at += 1, other += 1) {
    const slot = a.numbers[at];
    if (slot === EMPTY_SLOT && b.numbers[other] === EMPTY_SLOT) continue;
    filled += 1;
    if (slot === b.numbers[other]) same += 1;
  }
  return filled === 0 ? 0 : same / filled;
}

const EMPTY_SLOT = 0xffffffff;

/** The length of the vector of the weights. */
function lengthOf(packed: PackedSignature): number {
  const end = endOf(packed, GRAINS);
  let sum = 0;
  for (let at = startOf(packed, GRAINS); at < end; at += 1) {
    const weight = (packed.numbers[at] ?? 0) / GRAIN;
    sum += weight * weight;
  }
  return Math.sqrt(sum);
}

/** The sum of the products of the weights of common words. */
function productOf(a: PackedSignature, b: PackedSignature): number {
  const [end, last] = [endOf(a, WORDS), endOf(b, WORDS)];
  const [step, otherStep] = [end - startOf(a, WORDS), last - startOf(b, WORDS)];
  let sum = 0;
  let other = startOf(b, WORDS);
  for (let at = startOf(a, WORDS); at < end; at += 1) {
    const word = a.numbers[at] ?? 0;
    while (other < last && (b.numbers[other] ?? 0) < word) other += 1;
    if (other === last) break;
    if (b.numbers[other] !== word) continue;
    sum += ((a.numbers[at + step] ?? 0) / GRAIN) * ((b.numbers[other + otherStep] ?? 0) / GRAIN);
  }
  return sum;
}

function haveCommon(a: PackedSignature, list: number, b: PackedSignature, otherList: number): boolean {
  const [end, last] = [endOf(a, list), endOf(b, otherList)];
  for (let at = startOf(a, list); at < end; at += 1) {
    for (let other = startOf(b, otherList); other < last; other += 1) {
      if (a.numbers[at] === b.numbers[other]) return true;
    }
  }
  return false;
}
