import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** True in `npm run test:long`, which runs the full tables of the tests that have a long form. */
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

/** How a test or a helper imports what makes it have a form. */
const FORMS = {
  long: /import \{[^}]*\b(?:longForm|isLong)\b[^}]*\} from '[./]+\/long-form\.ts'/,
  full: /import \{[^}]*\b(?:fullForm|isFull)\b[^}]*\} from '[./]+\/full-form\.ts'/,
};

/** The test files that use a form, themselves or by a helper, by their paths from the root of the project. */
export function filesWithForm(form: keyof typeof FORMS, root: string): string[] {
  const texts = globSync('test/**/*.ts', { cwd: root }).map((path) => ({
    path,
    text: readFileSync(join(root, path), 'utf8'),
  }));
  const using = texts.filter(({ text }) => FORMS[form].test(text));
  const helpers = using.filter(({ path }) => !path.endsWith('.test.ts')).map(({ path }) => basename(path));
  const by = texts.filter(({ text }) => helpers.some((helper) => text.includes(`/${helper}'`)));
  const all = new Set([...using, ...by].map(({ path }) => path));
  return [...all].filter((path) => path.endsWith('.test.ts')).toSorted();
}
