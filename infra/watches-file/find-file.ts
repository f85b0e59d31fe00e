import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { nearest } from '../../shared/contracts/watches-file/near-miss.ts';
import { decodeDocument } from '../../shared/domain/text/decode-document.ts';

/** The watches file of this project: the one that `BELLWETHER_WATCHES` names, or `watches.yaml`. */
export function watchesFileOf(environment: Readonly<Record<string, string | undefined>>): string {
  const own = environment['BELLWETHER_WATCHES'];
  return own === undefined || own === '' ? 'watches.yaml' : own;
}

/** Endings that editors and habits put in place of `.yaml`, or behind it. */
const ENDING = /(?:\.ya?ml)?(?:\.(?:ya?ml|txt|json|bak|example|sample))?$/i;

/** Files of a folder that are looked at. */
const MOST_FILES = 5_000;

/**
 * The file that was probably meant by a name that does not exist: one beside it whose name differs in its ending
 * only, such as `watches.yml` or `watches.yaml.txt` for `watches.yaml`, or is spelt nearly so. Undefined where there
 * is none.
 */
function otherNameOf({ file, folder }: { file: string; folder: string }): string | undefined {
  const wanted = basename(file);
  const stem = (name: string) => name.replace(ENDING, '').toLowerCase();
  const names = namesIn(dirname(resolve(folder, file))).filter((name) => /\.(?:ya?ml|txt|json)$/i.test(name));
  return names.find((name) => stem(name) === stem(wanted)) ?? nearest(wanted, names);
}

/** What to do about a file that does not exist in a folder, if another one was probably meant. */
export function adviseOnName(given: { file: string; folder: string }): string | undefined {
  const { file } = given;
  const other = otherNameOf(given);
  if (other === undefined) return undefined;
  const wanted = basename(file);
  return `the folder has ${other}: rename it to ${wanted}, or name it with --watches ${file.slice(0, -wanted.length)}${other}`;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).slice(0, MOST_FILES);
  } catch {
    return [];
  }
}

/** Reads a text file beside another one. Undefined when there is none, or when it cannot be read. */
export type ReadBeside = (name: string) => string | undefined;

/**
 * Reads files in the folder of a file, in whatever encoding a program has written them. Names hold no path, so nothing
 * outside of the folder is read.
 */
export function besideOf(file: string): ReadBeside {
  const folder = dirname(resolve(file));
  return (name) => {
    try {
      return decodeDocument(readFileSync(join(folder, name)));
    } catch {
      return undefined;
    }
  };
}
