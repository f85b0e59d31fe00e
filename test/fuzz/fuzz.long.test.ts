import { expect, it } from 'vitest';
import { fuzz } from './fuzz.ts';
import { PARSERS } from './parsers.ts';

it('no parser breaks on changed valid inputs, of which npm run fuzz tries many more', async () => {
  const { done, faults } = await fuzz({ seed: 20_261_122, count: 6_000, parsers: PARSERS });
  expect(faults).toEqual([]);
  expect(done).toBeGreaterThan(5_000);
});

it('each valid input is read: what it refuses proves nothing', async () => {
  for (const { name, seeds, read } of PARSERS.filter(({ refusesSeeds }) => !refusesSeeds)) {
    for (const seed of seeds) {
      const end = await Promise.resolve(seed)
        .then(read)
        .then(
          () => 'read',
          (error: unknown) => String(error),
        );
      expect([name, seed.slice(0, 200), end]).toEqual([name, seed.slice(0, 200), 'read']);
    }
  }
});

it('a fault is found, and its seed makes it again', async () => {
  const parser = {
    name: 'broken',
    form: 'json',
    seeds: ['{"a":{"b":"text"}}'],
    read: (text: string) => {
      if (/__proto__/.test(text)) throw new TypeError('broken');
    },
  } as const;
  const { faults } = await fuzz({ seed: 1, count: 5_000, parsers: [parser] });
  expect(faults).toHaveLength(3);
  const [{ at, seed, input }] = faults as [(typeof faults)[number]];
  const again = await fuzz({ seed, count: 1, parsers: [parser], only: at });
  expect(again.faults).toEqual([expect.objectContaining({ at, input })]);
});
