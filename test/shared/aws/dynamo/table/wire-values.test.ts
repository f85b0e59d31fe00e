import { describe, expect, it } from 'vitest';
import { fromWire, toWire } from '../../../../../shared/aws/dynamo/table/wire-values.ts';

const VALUES = {
  text: 'Zürich',
  empty: '',
  number: -12.5,
  large: Number.MAX_SAFE_INTEGER,
  yes: true,
  nothing: null,
  list: [1, 'a', { deep: [] }],
  map: { a: { b: 2 } },
  set: new Set(['a', 'b']),
  bytes: new Uint8Array([0, 1, 255]),
};

describe('values', () => {
  it('are the same after a way over the wire', () => {
    expect(fromWire(JSON.parse(JSON.stringify(toWire(VALUES))))).toEqual(VALUES);
  });

  it('are written as DynamoDB wants them, without those that are undefined', () => {
    const { number, set, bytes } = VALUES;
    expect(
      toWire({ number, set, bytes, gone: undefined, map: { gone: undefined }, list: [undefined] }),
    ).toEqual({
      number: { N: '-12.5' },
      set: { SS: ['a', 'b'] },
      bytes: { B: 'AAH/' },
      map: { M: {} },
      list: { L: [] },
    });
  });

  it('of other programs are read: sets of numbers and of bytes', () => {
    const read = fromWire({ numbers: { NS: ['1', '2'] }, bytes: { BS: ['AAH/'] } });
    expect(read).toEqual({ numbers: new Set([1, 2]), bytes: new Set([VALUES.bytes]) });
  });

  it.each([Number.NaN, Infinity, 2 ** 53, -(2 ** 53), new Set(), new Set([1]), new Date(0), 1n])(
    'that have no form there are refused: %s',
    (value) => {
      expect(() => toWire({ value })).toThrow(TypeError);
    },
  );
});
