import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { inOneChange, openCollection } from '../../../../../infra/local/services/extraction/collection.ts';

const schema = z.object({ name: z.string() });
const open = (database = new DatabaseSync(':memory:')) => ({
  database,
  collection: openCollection(database, { name: 'things', schema }),
});
const names = (items: { name: string }[]) => items.map(({ name }) => name).join('');

describe('a collection', () => {
  it('gives objects back in the order in which they were first put', () => {
    const { collection } = open();
    for (const name of ['c', 'a', 'b']) collection.put(name, { name }, 'x');
    collection.put('c', { name: 'C' });
    expect(names(collection.list())).toBe('Cab');
    expect(names(collection.list({ newestFirst: true }))).toBe('baC');
    expect(names(collection.list({ offset: 1, limit: 1 }))).toBe('a');
  });

  it('keeps owners apart, also when an object is replaced', () => {
    const { collection } = open();
    collection.put('1', { name: 'a' }, 'x');
    collection.put('2', { name: 'b' }, 'y');
    collection.put('1', { name: 'A' });
    expect(names(collection.list({ within: 'x' }))).toBe('A');
    expect(collection.count('y')).toBe(1);
    expect(collection.count()).toBe(2);
    collection.clear('x');
    expect(names(collection.list())).toBe('b');
  });

  it('refuses an object of another form loudly', () => {
    const { database, collection } = open();
    collection.put('1', { name: 'a' });
    database.exec(`UPDATE things SET value = '{"title":"a"}'`);
    expect(() => collection.get('1')).toThrow(z.ZodError);
  });

  it('undoes a change that throws, and only that', () => {
    const { database, collection } = open();
    collection.put('1', { name: 'a' });
    expect(() =>
      inOneChange(database, () => {
        collection.put('2', { name: 'b' });
        throw new Error('no');
      }),
    ).toThrow('no');
    inOneChange(database, () => inOneChange(database, () => collection.put('3', { name: 'c' })));
    expect(names(collection.list())).toBe('ac');
  });
});
