import { bareHost, isTracking, readable } from '../../../shared/domain/text/page-address.ts';

/** How many days back an article is searched. */
export const LOOKED_BACK = 90;

/** The forms in which an index may hold a page: as it was given, and plain, with and without www, over http and https. */
export function waysToWrite(address: string): string[] {
  const url = URL.parse(address);
  if (!url) return [address];
  const path = url.pathname.replace(/(?<!\/)\/+$/, '');
  const kept = [...url.searchParams].filter(([name]) => !isTracking(name));
  const search = kept.length === 0 ? '' : `?${new URLSearchParams(kept).toString()}`;
  const host = bareHost(url.host);
  const plain = ['https', 'http'].flatMap((scheme) =>
    [host, `www.${host}`].flatMap((one) =>
      [path, `${path}/`].map((end) => `${scheme}://${one}${end}${search}`),
    ),
  );
  return [...new Set([address, ...plain])];
}

/** The host of an address without www: the outlet. */
export function outletIn(address: string): string {
  return bareHost(URL.parse(address)?.hostname ?? '');
}

/** Words of a headline in the last part of a path: `acme-opens-a-plant-4711.html` has three. */
export function headlineWordsIn(address: string): string[] {
  const last =
    URL.parse(address)
      ?.pathname.split('/')
      .findLast((part) => part !== '') ?? '';
  const words = readable(last)
    .replace(/\.\w+$/, '')
    .split(/[^\p{L}\p{M}]+/u);
  return words.filter((word) => word.length >= SHORTEST_WORD).slice(0, MOST_WORDS);
}

const SHORTEST_WORD = 4;
const MOST_WORDS = 4;
