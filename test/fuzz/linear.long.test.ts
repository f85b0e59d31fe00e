import { expect, it } from 'vitest';
import { fullForm } from '../full-form.ts';
import { steepShapes } from './growth.ts';
import type { Parser } from './parser.ts';
import { PARSERS } from './parsers.ts';
import { expressionParsers } from './parsers/expressions.ts';

const timed = [...PARSERS.filter(({ timeless }) => timeless === undefined), ...expressionParsers];

it.each(timed.map(({ name }) => name))('the time of %s grows no faster than its input', async (name) => {
  const turn = timed.findIndex((one) => one.name === name);
  expect(await steepShapes(timed[turn]!, { share: fullForm(25, 1), turn })).toEqual([]);
});

it('this test finds what grows faster', async () => {
  const quadratic: Parser = {
    name: 'quadratic',
    form: 'text',
    seeds: ['x'],
    pieces: [' '],
    // Longer than others: a fast machine reads 10,000 characters in less time than counts as slow.
    around: [(long) => long + long.slice(long.length / 2)],
    read: (text) => /\s+$/.test(`${text}x`),
  };
  expect(await steepShapes(quadratic)).not.toEqual([]);
});
