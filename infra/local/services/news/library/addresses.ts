/** The host of an address or of a bare domain: small letters, without `www.`, port and path. */
export function domainOf(address: string): string {
  const [, host = ''] =
    /^(?:[a-z][a-z\d+.-]*:)?(?:\/\/)?(?:[^/?#@]*@)?([^/?#:]*)/i.exec(address.trim()) ?? [];
  return host
    .toLowerCase()
    .replace(/^www\./, '')
    .replace(/\.$/, '');
}

/** An address as addresses are compared: without scheme, `www.`, fragment and slash at the end. */
export function linkKey(address: string): string {
  const [, host = '', rest = ''] = /^(?:[a-z][a-z\d+.-]*:\/\/)?([^/?#]*)([^#]*)/i.exec(address.trim()) ?? [];
  return host.toLowerCase().replace(/^www\./, '') + rest.replace(/(?<!\/)\/+$/, '');
}

/** Whether a host is a domain or lies below it. */
export function isWithin(host: string, domain: string): boolean {
  return host === domain || host.endsWith(`.${domain}`);
}

/** Whether a text is a domain alone, such as `example.com`. */
export function isBareDomain(text: string): boolean {
  return /^(?:[\p{L}\p{N}-]+\.)+[\p{L}\p{N}-]{2,}$/u.test(text.trim());
}
