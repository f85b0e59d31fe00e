import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

// What is stored, sent, or typed by people outlives the program that wrote it. These files hold it as it is; where a
// test fails, mend the code. `WRITE=1 npx vitest run test/frozen` writes the files again, for what is added.

/** The lines of a file beside this one. With `WRITE=1` they are written first. */
export async function golden(now: readonly string[], file: string): Promise<string[]> {
  if (process.env['WRITE'] === '1') await writeFile(pathOf(file), now.map((line) => `${line}\n`).join(''));
  return linesIn(file);
}

export async function linesIn(file: string): Promise<string[]> {
  return (await readFile(pathOf(file), 'utf8')).split('\n').slice(0, -1);
}

function pathOf(file: string): string {
  return join(import.meta.dirname, file);
}

/** Lines of a golden file that are not there any more. Lines may be added: a new name breaks nothing. */
export async function gone(now: readonly string[], file: string): Promise<string[]> {
  const lines = await golden(
    [...new Set(now)].toSorted((a, b) => (a < b ? -1 : 1)),
    file,
  );
  return lines.filter((line) => !now.includes(line));
}
