import { describe, expect, it } from 'vitest';
import { PAGE_SCRIPT } from '../../../../shared/render/pages/page-answer.ts';
import { examplePages } from './example-pages.ts';

/** In bytes, before the gateway compresses it. */
const LARGEST = 60_000;

/** In bytes, of each page. */
const LARGEST_SCRIPT = 6_000;

const sizesOf = (isHostile: boolean) =>
  Object.entries(examplePages(isHostile)).map(([path, { body }]) => ({
    path,
    size: Buffer.byteLength(body),
  }));

describe('pageLayout', () => {
  it('the script of a page is smaller than 6 KB', () => {
    expect(Buffer.byteLength(PAGE_SCRIPT)).toBeLessThan(LARGEST_SCRIPT);
  });

  it('no page is larger than 60 KB', () => {
    expect(sizesOf(false).filter(({ size }) => size > LARGEST)).toEqual([]);
  });

  it('no page is larger than 60 KB when each of its texts has 50,000 characters', () => {
    expect(sizesOf(true).filter(({ size }) => size > LARGEST)).toEqual([]);
  });
});
