import { type Measures, similarityBy } from '../../../../../shared/domain/stories/similarity.ts';
import {
  endOf,
  FIGURES,
  GRAIN,
  GRAINS,
  isEmpty,
  NAMES,
  type PackedSignature,
  SLOTS,
  startOf,
  WORDS,
} from '../library/packed-signatures.ts';

/**
 * `similarity` of packed signatures, the same to the last digit. Comparing articles is mostly waiting for memory, and the lists of a
 * packed signature are side by side.
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
