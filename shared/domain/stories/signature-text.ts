import type { Signature } from './similarity.ts';

// Findings and stories store a signature as one short text: its 110 numbers would take three times as much space as
// attributes.

/** Weights have three decimals. */
const GRAIN = 1_000;

/** The signature of an article as text: its parts in order, numbers in base 36. At most 900 bytes. */
export function writeSignature({ words, weights, names, figures, text }: Signature): string {
  const grains = weights.map((weight) => Math.round(weight * GRAIN));
  return [words, grains, names, figures, text]
    .map((part) => part.map((number) => number.toString(36)).join('.'))
    .join('|');
}

/** Reads what `writeSignature` wrote. */
export function readSignature(written: string): Signature {
  const parts = written
    .split('|')
    .map((part) => (part === '' ? [] : part.split('.').map((number) => Number.parseInt(number, 36))));
  const [words = [], grains = [], names = [], figures = [], text = []] = parts;
  return { words, weights: grains.map((grain) => grain / GRAIN), names, figures, text };
}
