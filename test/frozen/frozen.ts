import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * What stands in the file beside a test in which a value was frozen. Such a value is stored, sent or typed outside of this
 * program, so the file stays as it is when the code is renamed. Where a test fails, mend the code; or write the way from the
 * old value to the new one, with a test of its own.
 *
 * `FREEZE=1 npx vitest run test/frozen/NAME.test.ts` writes the file anew, for what is added. Then run
 * `npx biome format --write test/frozen`, and look that `git diff` shows new lines alone.
 *
 * @param now what the program makes of it now.
 * @param file of `.json`; or of `.txt`, for a list of lines.
 */
export async function frozen(
  now: unknown,
  { folder, file }: { folder: string; file: string },
): Promise<unknown> {
  const path = join(folder, file);
  const isText = file.endsWith('.txt');
  if (process.env['FREEZE'] === '1')
    await writeFile(
      path,
      isText ? (now as string[]).map((line) => `${line}\n`) : JSON.stringify(now, null, 2),
    );
  const text = await readFile(path, 'utf8');
  return isText ? text.split('\n').slice(0, -1) : JSON.parse(text);
}

/** Lines that were frozen and are not there any more. Lines may be added: a name that is new breaks nothing. */
export async function gone(now: readonly string[], at: { folder: string; file: string }): Promise<string[]> {
  const lines = (await frozen(now.toSorted(byText), at)) as string[];
  return lines.filter((line) => !now.includes(line));
}

function byText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
