import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { openByteLists } from '../../../../../../infra/local/services/news/library/byte-lists.ts';

it('gives back the bytes of each list in the order in which they were added', () => {
  const appended = fc.tuple(fc.nat(5), fc.uint8Array({ maxLength: 60 }));
  fc.assert(
    fc.property(fc.array(appended, { maxLength: 200 }), (steps) => {
      const lists = openByteLists();
      for (const [list, bytes] of steps) lists.append(list, bytes, bytes.length);
      for (let list = 0; list <= 5; list += 1) {
        const expected = steps.flatMap(([own, bytes]) => (own === list ? [...bytes] : []));
        expect([...lists.read(list)]).toEqual(expected);
      }
    }),
  );
});

it('takes lists longer than a block of memory, and more lists than it began with', () => {
  const lists = openByteLists();
  const bytes = Uint8Array.from({ length: 1_500_000 }, (_, at) => at % 251);
  lists.append(9_000, bytes, bytes.length);
  lists.append(3, bytes, 5);
  lists.append(9_000, bytes, 1);
  expect(Buffer.from(lists.read(9_000)).equals(Buffer.from([...bytes, 0]))).toBe(true);
  expect([...lists.read(3)]).toEqual([0, 1, 2, 3, 4]);
  expect([...lists.read(20_000)]).toEqual([]);
});
