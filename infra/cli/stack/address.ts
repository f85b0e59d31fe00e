/** How many days back an article is searched. */
export const LOOKED_BACK = 90;

/** Parameters that only track readers. */
const TRACKING =
  /^(?:utm_\w+|fbclid|gclid|dclid|msclkid|yclid|igshid|mc_[ce]id|cmpid|ocid|smid|ref|ref_src|_ga)$/i;

/**
 * Whether two addresses mean the same page. These differences do not count: the scheme, a leading www, a last slash, the order
 * of parameters, parameters that only track, and what follows a hash.
 */
export function isSameAddress(one: string, other: string): boolean {
  return addressKey(one) === addressKey(other);
}

function addressKey(address: string): string {
  const url = URL.parse(address);
  if (!url) return address;
  const { host, pathname } = url;
  const kept = [...url.searchParams].filter(([name]) => !TRACKING.test(name)).toSorted(byName);
  return JSON.stringify([bareHost(host), readable(pathname).replace(/(?<!\/)\/+$/, ''), kept]);
}

/** The forms in which an index may hold a page: as it was given, and plain, with and without www, over http and https. */
export function waysToWrite(address: string): string[] {
  const url = URL.parse(address);
  if (!url) return [address];
  const path = url.pathname.replace(/(?<!\/)\/+$/, '');
  const kept = [...url.searchParams].filter(([name]) => !TRACKING.test(name));
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

function bareHost(host: string): string {
  return host.replace(/^www\./, '');
}

/** Decodes percent codes. A text with a wrong code is returned as it is. */
function readable(path: string): string {
  try {
    return decodeURIComponent(path).normalize('NFC');
  } catch {
    return path;
  }
}

function byName([one]: [string, string], [other]: [string, string]): number {
  return one < other ? -1 : Number(one > other);
}
