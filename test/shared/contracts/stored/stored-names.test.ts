import * as z from 'zod';
import { describe, expect, it } from 'vitest';
import { storedNames } from '../../../../shared/contracts/stored/stored-names.ts';

describe('names of stored attributes', () => {
  const { reading, stored } = storedNames({ notified: 'told' });
  const schema = reading(z.object({ notified: z.string(), at: z.number().optional() }));

  it('are read by the names in code, and written back the same', () => {
    const item = { told: 'alert-1', at: 5 };
    const value = schema.parse(item);
    expect(value).toStrictEqual({ notified: 'alert-1', at: 5 });
    expect(stored(value)).toStrictEqual(item);
  });

  it('of a part are written too, and what is undefined stays so: an update removes it', () => {
    expect(stored({ notified: undefined, constructor: 1 })).toStrictEqual({
      told: undefined,
      constructor: 1,
    });
    expect(stored({})).toStrictEqual({});
  });

  it('are those of the object itself, not of the objects in it', () => {
    expect(stored({ notified: { notified: 'x' } })).toStrictEqual({ told: { notified: 'x' } });
  });

  it('leave what is no object to the schema', () => {
    expect(schema.safeParse('told').success).toBe(false);
    expect(schema.safeParse(null).success).toBe(false);
    expect(reading(z.object({ notified: z.string() }).optional()).parse(undefined)).toBeUndefined();
  });
});
