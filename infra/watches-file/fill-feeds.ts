import { memberOf, namesIn } from '../../shared/contracts/watches-file/document/member-of.ts';
import type { Problem } from '../../shared/contracts/watches-file/problems/problem.ts';
import type { ReadBeside } from './read-beside.ts';
import { readFeedList } from './read-feed-list.ts';

/**
 * Adds the feeds of the files that lists name to their `urls`, so that these are checked like those of the file itself. Does not
 * change `data`.
 */
export function fillFeeds(data: unknown, readBeside: ReadBeside): { data: unknown; problems: Problem[] } {
  const problems: Problem[] = [];
  const lists = namesIn(data, 'feeds').map((name) => {
    const list = ['feeds', name].reduce<unknown>(memberOf, data);
    const file = memberOf(list, 'file');
    if (typeof file !== 'string') return [name, list] as const;
    const path = ['feeds', name, 'file'];
    const text = /[\\/]/.test(file) ? undefined : readBeside(file);
    const read = text === undefined ? undefined : readFeedList(text, file);
    if (!read) {
      const hint = 'put it into the folder of this file';
      problems.push({ path, what: `The file ${file} cannot be read`, hint });
      return [name, list] as const;
    }
    if ('fault' in read) {
      problems.push({ path, ...read.fault });
      return [name, list] as const;
    }
    const own = memberOf(list, 'urls');
    return [
      name,
      Object.assign({}, list, { urls: [...(Array.isArray(own) ? own : []), ...read.urls] }),
    ] as const;
  });
  if (lists.length === 0) return { data, problems };
  return { data: Object.assign({}, data, { feeds: Object.fromEntries(lists) }), problems };
}
