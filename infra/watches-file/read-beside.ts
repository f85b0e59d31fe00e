import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** Reads a text file beside another one. Undefined when there is none, or when it cannot be read. */
export type ReadBeside = (name: string) => string | undefined;

/** Reads files in the folder of a file. Names hold no path, so nothing outside of the folder is read. */
export function besideOf(file: string): ReadBeside {
  const folder = dirname(resolve(file));
  return (name) => {
    try {
      return readFileSync(join(folder, name), 'utf8');
    } catch {
      return undefined;
    }
  };
}
