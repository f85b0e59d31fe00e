import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyCharacter } from './any-character.ts';
import { fullForm } from './full-form.ts';

it.runIf(fullForm(false, true))('gives what the unit of fast-check gives', () => {
  const given = { seed: 1, numRuns: 2_000 };
  const own = fc.sample(fc.string({ unit: anyCharacter }), given);
  expect(own).toEqual(fc.sample(fc.string({ unit: 'binary' }), given));
  expect(own.join('')).toMatch(/\p{Co}/u);
});
