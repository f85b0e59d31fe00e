import { describe, expect, it } from 'vitest';
import { examplePages } from '../example-pages.ts';

/** In bytes, before the gateway compresses it. */
const LARGEST = 60_000;

/** Pages that show a stored text whole: a message as it was sent, the query of a watch, the JSON of an item, a lane. */
const WHOLE_TEXTS = /receipt|^\/muted|^\/q\/|messages|watches|^\/[du]\//;

const sizesOf = (isHostile: boolean) =>
  Object.entries(examplePages(isHostile)).map(([path, { body }]) => ({
    path,
    size: Buffer.byteLength(body),
  }));

describe('pageLayout', () => {
  it('no page is larger than 60 KB', () => {
    expect(sizesOf(false).filter(({ size }) => size > LARGEST)).toEqual([]);
  });

  it('no list is larger than 60 KB when each of its texts has 50,000 characters', () => {
    const lists = sizesOf(true).filter(({ path }) => !WHOLE_TEXTS.test(path));
    expect(lists.filter(({ size }) => size > LARGEST)).toEqual([]);
  });
});
