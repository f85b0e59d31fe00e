import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** True in `npm run test:long`, which runs the full tables and all random cases of the tests that have a long form. */
export const isLong = process.env['TEST_FORM'] === 'long';

/**
 * What a test uses in `npm test`, and in `npm run test:long`. The short form touches each class of cases; the long
 * form is the full table.
 */
export function longForm<T>(short: T, long: T): T {
  return isLong ? long : short;
}

/** Every `share`th entry of a table, from a place that moves with `turn`: over `share` turns each entry comes once. */
export function shareOf<T>(table: readonly T[], { share, turn }: { share: number; turn: number }): T[] {
  return table.filter((_, n) => (n + turn) % share === 0);
}

/**
 * The test files with a long form, by their paths from the root of the project: those that import this file, or a
 * helper that imports it.
 */
export function filesWithLongForm(root: string): string[] {
  const texts = globSync('test/**/*.ts', { cwd: root }).map((path) => ({
    path,
    text: readFileSync(join(root, path), 'utf8'),
  }));
  const importing = (name: string) => texts.filter(({ text }) => text.includes(`/${name}'`));
  const own = importing('long-form.ts');
  const helpers = own.filter(({ path }) => !path.endsWith('.test.ts'));
  const all = [...own, ...helpers.flatMap(({ path }) => importing(basename(path)))];
  return [...new Set(all.map(({ path }) => path))].filter((path) => path.endsWith('.test.ts')).toSorted();
}
