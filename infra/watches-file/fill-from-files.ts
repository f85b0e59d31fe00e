import { memberOf, namesIn, type Problem } from '../../shared/contracts/watches-file/problem.ts';
import type { ReadBeside } from './find-file.ts';

/** Why a file cannot be used: what is wrong, and what to do. */
export type FileFault = Omit<Problem, 'path'> & { hint: string };

/** A list of the file of watches that names a file, and the text of that file. */
interface ListWithFile {
  name: string;
  list: unknown;
  file: string;
  text: string;
}

/**
 * Puts the content of the files that the lists of a section name into these lists, so that it is checked like the
 * content of the file of watches itself. `fill` makes the list of it. Does not change `data`.
 */
export function fillFromFiles(
  data: unknown,
  {
    section,
    readBeside,
    fill,
  }: {
    section: string;
    readBeside: ReadBeside;
    fill: (given: ListWithFile) => { list: object } | { fault: FileFault };
  },
): { data: unknown; problems: Problem[] } {
  const problems: Problem[] = [];
  const lists = namesIn(data, section).map((name) => {
    const list = [section, name].reduce<unknown>(memberOf, data);
    const file = memberOf(list, 'file');
    if (typeof file !== 'string') return [name, list] as const;
    const text = /[\\/]/.test(file) ? undefined : readBeside(file);
    const filled = text === undefined ? { fault: unreadable(file) } : fill({ name, list, file, text });
    if ('list' in filled) return [name, filled.list] as const;
    problems.push({ path: [section, name, 'file'], ...filled.fault });
    return [name, list] as const;
  });
  if (lists.length === 0) return { data, problems };
  return { data: Object.assign({}, data, { [section]: Object.fromEntries(lists) }), problems };
}

function unreadable(file: string): FileFault {
  return { what: `The file ${file} cannot be read`, hint: 'put it into the folder of this file' };
}
