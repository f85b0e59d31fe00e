/** Parameters that only track readers. */
const TRACKING =
  /^(?:utm_\w+|fbclid|gclid|dclid|msclkid|yclid|igshid|mc_[ce]id|cmpid|ocid|smid|ref|ref_src|_ga)$/i;

/** Whether a parameter of an address only tracks readers. */
export function isTracking(name: string): boolean {
  return TRACKING.test(name);
}

/**
 * Whether two addresses mean the same page. These differences do not count: the scheme, a leading www, a last slash,
 * the order of parameters, parameters that only track, and what follows a hash.
 */
export function isSameAddress(one: string, other: string): boolean {
  return addressKey(one) === addressKey(other);
}

/** A text that is the same for all addresses of a page, as {@link isSameAddress} compares them. */
export function addressKey(address: string): string {
  const url = URL.parse(address);
  if (!url) return address;
  const { host, pathname } = url;
  const kept = [...url.searchParams].filter(([name]) => !isTracking(name)).toSorted(byName);
  return JSON.stringify([bareHost(host), readable(pathname).replace(/(?<!\/)\/+$/, ''), kept]);
}

/** A host without www. */
export function bareHost(host: string): string {
  return host.replace(/^www\./, '');
}

/** Decodes percent codes. A text with a wrong code is returned as it is. */
export function readable(path: string): string {
  try {
    return decodeURIComponent(path).normalize('NFC');
  } catch {
    return path;
  }
}

function byName([one]: [string, string], [other]: [string, string]): number {
  return one < other ? -1 : Number(one > other);
}
