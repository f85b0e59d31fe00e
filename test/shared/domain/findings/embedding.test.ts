import { expect, it } from 'vitest';
import {
  embeddingCosine,
  readSketch,
  sketchEmbedding,
  writeSketch,
} from '../../../../shared/domain/findings/embedding.ts';

/** Numbers between -1 and 1, other ones for each seed. */
function vectorOf(seed: number, length = 1_024): number[] {
  let state = seed;
  return Array.from({ length }, () => (state = (state * 48_271) % 0x7fffffff) / 0x3fffffff - 1);
}

/** A vector at about an angle to that of the seed 1. */
const turned = (angle: number, seed: number, length?: number) => {
  const [one, other] = [vectorOf(1, length), vectorOf(seed, length)];
  return one.map((value, at) => Math.cos(angle) * value + Math.sin(angle) * (other[at] ?? 0));
};

function cosineOf(a: readonly number[], b: readonly number[]): number {
  const product = (x: readonly number[], y: readonly number[]) =>
    x.reduce((sum, value, at) => sum + value * (y[at] ?? 0), 0);
  return product(a, b) / Math.sqrt(product(a, a) * product(b, b));
}

const sketched = (values: readonly number[], model = 'qwen') => {
  const sketch = sketchEmbedding(model, values);
  if (!sketch) throw new Error('no sketch');
  return sketch;
};

/** By how much sketches give another cosine than the vectors of some angles. */
function errorsOf(angles: readonly number[], length: number): number[] {
  const [vector, sketch] = [vectorOf(1, length), sketched(vectorOf(1, length))];
  return angles.flatMap((angle) =>
    [2, 3, 4].map((seed) => {
      const other = turned(angle, seed, length);
      const cosine = embeddingCosine(sketch, sketched(other.map((value) => value * 1e-20)));
      return Math.abs((cosine ?? 0) - cosineOf(vector, other));
    }),
  );
}

it.each([64, 768, 1_024])(
  'sketches of %i dimensions give the cosine of their vectors, of any scale',
  (length) => {
    expect(Math.max(...errorsOf([0, 0.2, 0.45, 0.7, 1.2, Math.PI], length))).toBeLessThan(0.12);
    expect(Math.max(...errorsOf([0, 0.2, 0.3, 0.45], length))).toBeLessThan(0.06);
  },
);

it.each([
  ['none', []],
  ['too short', vectorOf(1, 63)],
  ['too long', vectorOf(1, 4_097)],
  ['zeros', vectorOf(1).map(() => 0)],
  ['no number', [Number.NaN, ...vectorOf(1)]],
  ['no number at the end', [...vectorOf(1), Number.NaN]],
  ['infinite', [Number.POSITIVE_INFINITY, ...vectorOf(1)]],
])('what is no embedding has no sketch: %s', (_what, values) => {
  expect(sketchEmbedding('qwen', values)).toBeUndefined();
});

it('embeddings of two models or lengths are not compared', () => {
  const one = sketched(vectorOf(1));
  expect(embeddingCosine(one, sketched(vectorOf(1), 'new'))).toBeUndefined();
  expect(embeddingCosine(one, sketched(vectorOf(1, 1_000)))).toBeUndefined();
});

it('a sketch is stored as a short text, and any other text is none', () => {
  const sketch = sketched(vectorOf(7));
  const text = writeSketch(sketch);
  expect(readSketch(text)).toEqual(sketch);
  expect(text.length).toBeLessThan(150);
  for (const other of ['', 'qwen1024:', text.slice(0, -1), `${text}0`, text.replace(':', ' ')])
    expect(readSketch(other)).toBeUndefined();
});
