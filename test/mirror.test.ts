import { existsSync, globSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Tests that are named for no source yet. The list only gets shorter: give a test the path of what it proves. */
const EXCEPTIONS: readonly string[] = [
  'test/infra/functions.long.test.ts',
  'test/infra/snapshot.test.ts',
  'test/shared/domain/policies/counting.test.ts',
  'test/shared/domain/policies/items.test.ts',
];

const tests = globSync('test/{shared,functions,infra}/**/*.test.ts');

/**
 * What a test is named for: `test/a/x.test.ts`, `test/a/x.ASPECT.test.ts` and `test/a/x.long.test.ts` prove `a/x.ts`, or
 * the folder `a/x`.
 */
function sourceOf(test: string): string {
  const path = test.replace(/^test\//, '').replace(/(\.[\w-]+)?(\.long)?\.test\.ts$/, '');
  return [path, `${path}.mjs`].find((source) => existsSync(source)) ?? `${path}.ts`;
}

const strays = tests.filter((test) => !existsSync(sourceOf(test))).toSorted();

it('every test of a source is named for it, at the same path', () => {
  expect(strays.filter((test) => !EXCEPTIONS.includes(test))).toEqual([]);
});

it('every exception is still one', () => {
  expect(EXCEPTIONS.filter((test) => !strays.includes(test))).toEqual([]);
});

it('this test finds the tests, and the source of a property test', () => {
  expect(tests.length).toBeGreaterThan(100);
  expect(sourceOf('test/shared/domain/a.property.test.ts')).toBe('shared/domain/a.ts');
});
