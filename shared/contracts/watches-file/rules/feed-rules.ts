import { MOST_FEEDS } from '../../../domain/feeds/feed-list.ts';
import { memberOf } from '../document/member-of.ts';
import type { Problem } from '../problems/problem.ts';
import { listsIn } from '../schema/feeds-schema.ts';
import type { PartialWatch } from '../schema/watch-schema.ts';
import { type CheckedFile, checkNamed } from './check-named.ts';

/** Checks the lists of feeds: each has addresses, and all of them together are not too many. */
export function checkFeeds({ raw, valid: { feeds = {} } }: CheckedFile): Problem[] {
  const lists = Object.entries(feeds);
  const written = memberOf(raw, 'feeds');
  const empty = lists
    .filter(([name]) => ['urls', 'file'].every((key) => memberOf(memberOf(written, name), key) === undefined))
    .map(([name]): Problem => {
      const hint = 'add urls: [https://…], or file: feeds.opml';
      return { path: ['feeds', name], atKey: true, what: 'The list has no feeds', hint };
    });
  const count = new Set(lists.flatMap(([, { urls = [] }]) => urls)).size;
  if (count <= MOST_FEEDS) return empty;
  const what = `The file has ${count} feeds, the maximum is ${MOST_FEEDS}`;
  return [...empty, { path: ['feeds'], atKey: true, what, hint: 'leave out the feeds that matter least' }];
}

/** Checks that the lists exist which a watch of kind `feeds` reads. */
export function checkFeedNames(
  { kind, query = {} }: PartialWatch,
  path: readonly string[],
  file: CheckedFile,
): Problem[] {
  if (kind !== 'feeds') return [];
  return listsIn(query['feeds']).flatMap((name) =>
    checkNamed(name, { section: 'feeds', path: [...path, 'query', 'feeds'], file }),
  );
}
