import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/**
 * True in `npm run test:full`, which runs the tests that have a full form, in that form: simulated weeks, large
 * volumes, and many more random cases. It takes an hour, on request and once a week.
 */
export const isFull = process.env['TEST_FORM'] === 'full';

/** What a test uses in `npm test` and `npm run test:long`, and in `npm run test:full`. */
export function fullForm<T>(usual: T, full: T): T {
  return isFull ? full : usual;
}

/** How a test or a helper imports what makes it have a full form. */
const HAS_FORM = /import \{[^}]*\b(?:fullForm|isFull)\b[^}]*\} from '[./]+\/full-form\.ts'/;

/** The test files that have a full form, themselves or by a helper, by their paths from the root of the project. */
export function filesWithFullForm(root: string): string[] {
  const texts = globSync('test/**/*.ts', { cwd: root }).map((path) => ({
    path,
    text: readFileSync(join(root, path), 'utf8'),
  }));
  const using = texts.filter(({ text }) => HAS_FORM.test(text));
  const helpers = using.filter(({ path }) => !path.endsWith('.test.ts')).map(({ path }) => basename(path));
  const by = texts.filter(({ text }) => helpers.some((helper) => text.includes(`/${helper}'`)));
  const all = new Set([...using, ...by].map(({ path }) => path));
  return [...all].filter((path) => path.endsWith('.test.ts')).toSorted();
}
