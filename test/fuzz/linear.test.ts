import { expect, it } from 'vitest';
import { steepShapes } from './growth.ts';
import type { Parser } from './parser.ts';
import { PARSERS } from './parsers.ts';

const timed = PARSERS.filter(({ timeless }) => timeless === undefined);

it.each(timed.map(({ name }) => name))('the time of %s grows no faster than its input', async (name) => {
  const parser = timed.find((one) => one.name === name)!;
  expect(await steepShapes(parser)).toEqual([]);
});

it('this test finds what grows faster', async () => {
  const quadratic: Parser = {
    name: 'quadratic',
    form: 'text',
    seeds: ['x'],
    pieces: [' '],
    around: [(long) => long],
    read: (text) => /\s+$/.test(`${text}x`),
  };
  expect(await steepShapes(quadratic)).not.toEqual([]);
});
