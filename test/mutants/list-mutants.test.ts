import { describe, expect, it } from 'vitest';
import { mutantsOf } from './list-mutants.ts';
import { reachingTests } from './reaching-tests.ts';

/** A source with each of its mutants. */
function changed(source: string): string[] {
  return mutantsOf('x.ts', source).map(
    ({ start, end, text }) => source.slice(0, start) + text + source.slice(end),
  );
}

describe('mutants', () => {
  it.each([
    ['if (a) b;', ['if (!(a)) b;']],
    ['x = a < b;', ['x = a <= b;']],
    ['x = a && b;', ['x = a || b;']],
    ['x = a - b;', ['x = a + b;']],
    ["x = 'a' + b;", []],
    ["x = a === 'b';", ["x = a !== 'b';"]],
    ['await put(a);', [';']],
    ['x = 5;', ['x = (6);', 'x = (4);']],
    ['x = true;', ['x = false;']],
    ['x = [a, ...b];', ['x = [ ...b];', 'x = [a, ];']],
    ['x = { a, ...b };', ['x = { a,  };']],
    ['x = a.filter(b);', ['x = a;']],
    ['x = a.some(b);', ['x = a.every(b);']],
    ['function x() { return [a]; }', ['function x() { return []; }', 'function x() { return []; }']],
    ['x = (a: Set<string>): A => a as A;', ['x = (a: Set<string>): A => (undefined) as A;']],
  ])('of %s change one thing, and no type', (source, expected) => {
    expect(changed(source)).toEqual(expected);
  });

  it('know the line of their change', () => {
    expect(mutantsOf('x.ts', 'a;\n\nb();\n')).toEqual([
      { file: 'x.ts', line: 3, start: 4, end: 8, was: 'b();', text: ';' },
    ]);
  });
});

it('the tests that reach a file begin with its own, and hold those that reach it over others', () => {
  const reaching = reachingTests()('shared/domain/time/schedule.ts');
  expect(reaching[0]).toBe('test/shared/domain/time/schedule.test.ts');
  expect(reaching).toContain('test/shared/contracts/watches-file/watches-json-schema.test.ts');
});
