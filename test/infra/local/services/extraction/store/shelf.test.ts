import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import {
  inOneChange,
  openCandidates,
} from '../../../../../../infra/local/services/extraction/store/shelf.ts';

const schema = z.object({ name: z.string() });
const open = (database = new DatabaseSync(':memory:')) => ({
  database,
  shelf: openCandidates(database, { name: 'things', schema }),
});
const names = (items: { name: string }[]) => items.map(({ name }) => name).join('');

describe('a shelf', () => {
  it('gives objects back in the order in which they were first put', () => {
    const { shelf } = open();
    for (const name of ['c', 'a', 'b']) shelf.put(name, { name }, 'x');
    shelf.put('c', { name: 'C' });
    expect(names(shelf.list())).toBe('Cab');
    expect(names(shelf.list({ newestFirst: true }))).toBe('baC');
    expect(names(shelf.list({ offset: 1, limit: 1 }))).toBe('a');
  });

  it('keeps owners apart, also when an object is replaced', () => {
    const { shelf } = open();
    shelf.put('1', { name: 'a' }, 'x');
    shelf.put('2', { name: 'b' }, 'y');
    shelf.put('1', { name: 'A' });
    expect(names(shelf.list({ within: 'x' }))).toBe('A');
    expect(shelf.count('y')).toBe(1);
    expect(shelf.count()).toBe(2);
    shelf.clear('x');
    expect(names(shelf.list())).toBe('b');
  });

  it('refuses an object of an older version loudly', () => {
    const { database, shelf } = open();
    shelf.put('1', { name: 'a' });
    database.exec(`UPDATE things SET value = '{"title":"a"}'`);
    expect(() => shelf.get('1')).toThrow(z.ZodError);
  });

  it('undoes a change that throws, and only that', () => {
    const { database, shelf } = open();
    shelf.put('1', { name: 'a' });
    expect(() =>
      inOneChange(database, () => {
        shelf.put('2', { name: 'b' });
        throw new Error('no');
      }),
    ).toThrow('no');
    inOneChange(database, () => inOneChange(database, () => shelf.put('3', { name: 'c' })));
    expect(names(shelf.list())).toBe('ac');
  });
});
