import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** Reads a text file beside another one; undefined when there is none that can be read. */
export type ReadBeside = (name: string) => string | undefined;

/** What lies in the folder of a file. Names hold no path, so that nothing outside of it is read. */
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
