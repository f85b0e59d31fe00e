// The embeddings that the plan of the news service can give are 1,000 numbers an article. A sketch of 512 bits is
// kept.

/**
 * A sketch of an embedding: the model that made it, with the number of its dimensions, and its bits, 32 in each
 * number.
 */
export interface EmbeddingSketch {
  model: string;
  bits: readonly number[];
}

/** The bits of a sketch. The cosine that two sketches give is off by 0.02 near 0.9, as the deviation of many pairs. */
const BITS = 512;
const EACH = 32;
/** Vectors of other lengths are no embeddings. */
const LENGTHS = { least: 64, most: 4_096 };
/** After this many turns the weight of a vector is spread over all its values. */
const TURNS = 2;

/**
 * The sketch of an embedding: the signs of 512 values after turns that are the same for all vectors of a length, so
 * that two sketches differ in as many bits as the angle says. Undefined for what is no direction: other lengths, zeros
 * alone, values that are no numbers.
 */
export function sketchEmbedding(model: string, embedding: readonly number[]): EmbeddingSketch | undefined {
  const { length } = embedding;
  const largest = embedding.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  if (length < LENGTHS.least || length > LENGTHS.most || !Number.isFinite(largest) || largest === 0)
    return undefined;
  const size = Math.max(BITS, 2 ** Math.ceil(Math.log2(length)));
  const values = Array.from({ length: size }, (_, at) => (embedding[at] ?? 0) / largest);
  for (let turn = 0; turn < TURNS; turn += 1) {
    flipSigns(values, turn + 1);
    mixValues(values);
  }
  const bits = Array.from({ length: BITS / EACH }, (_, at) => {
    let word = 0;
    for (let bit = 0; bit < EACH; bit += 1) if ((values[at * EACH + bit] ?? 0) > 0) word |= 1 << bit;
    return word >>> 0;
  });
  return { model: `${model}${length}`, bits };
}

/** Flips the signs of values that a fixed sequence chooses. */
function flipSigns(values: number[], seed: number): void {
  let state = seed;
  for (const [at, value] of values.entries()) {
    state = (state * 48_271) % 0x7fffffff;
    if (state & 1) values[at] = -value;
  }
}

/** The Walsh-Hadamard transform, scaled so that the length of the vector stays the same. */
function mixValues(values: number[]): void {
  const scale = Math.SQRT1_2;
  for (let step = 1; step < values.length; step *= 2) {
    for (let at = 0; at < values.length; at += 1) {
      if (at & step) continue;
      const [a, b] = [values[at] ?? 0, values[at + step] ?? 0];
      values[at] = (a + b) * scale;
      values[at + step] = (a - b) * scale;
    }
  }
}

/**
 * The cosine of the angle between two embeddings, about; undefined for those of two models, which say nothing of each
 * other.
 */
export function embeddingCosine(one: EmbeddingSketch, other: EmbeddingSketch): number | undefined {
  if (one.model !== other.model) return undefined;
  let differing = 0;
  for (const [at, word] of one.bits.entries()) differing += onesIn(word ^ (other.bits[at] ?? 0));
  return Math.cos((Math.PI * differing) / BITS);
}

function onesIn(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

const TEXT = /^([a-z]+[0-9]+):([0-9a-f]{128})$/;

/** A sketch as a short text, as it is stored: below 150 characters. */
export function writeSketch({ model, bits }: EmbeddingSketch): string {
  return `${model}:${bits.map((word) => word.toString(16).padStart(EACH / 4, '0')).join('')}`;
}

/** A stored sketch; undefined for any other text. */
export function readSketch(text: string): EmbeddingSketch | undefined {
  const [, model, words] = TEXT.exec(text) ?? [];
  if (model === undefined || words === undefined) return undefined;
  const bits = Array.from({ length: BITS / EACH }, (_, at) =>
    Number.parseInt(words.slice((at * EACH) / 4, ((at + 1) * EACH) / 4), 16),
  );
  return { model, bits };
}
