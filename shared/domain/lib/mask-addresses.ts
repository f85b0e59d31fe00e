import { sha256 } from './hash.ts';

/** The end of an e-mail address, from its @ on; also where @ is written as in a URL. */
const AT_HOST = /(?:@|%40)((?:[\p{L}\p{N}-]{1,63}\.)+[\p{L}\p{N}-]{2,63})/gu;
/** What may stand before the @. */
const NAME = /[^\s@<>()[\]\\,;:"]{1,64}$/u;
const LONGEST_NAME = 64;
/** E.164, also where the plus sign is written as in a URL. */
const PHONE = /(?:\+|%2B)([1-9]\d{6,14})(?!\d)/giu;

/**
 * A text without e-mail addresses and phone numbers: each is replaced by its short form, as `shortForm` gives it.
 *
 * @param known endpoints to replace that have no form of their own, such as https addresses with a secret in their path.
 */
export function maskAddresses(text: string, known: Iterable<string> = []): string {
  let masked = text;
  for (const endpoint of known) masked = masked.replaceAll(endpoint, shortForm(endpoint));
  return maskEmails(masked).replaceAll(PHONE, (_number, digits: string) => shortForm(`+${digits}`));
}

/**
 * The short form of an endpoint, by which operators recognise it and others do not learn it: `p…@acme.example`, `+33…00`,
 * `https://hooks.acme.example/…3f9a2c`. The ARN of a queue stays: it is no secret.
 */
export function shortForm(endpoint: string): string {
  if (endpoint.startsWith('https://')) {
    const hash = Buffer.from(sha256(endpoint)).toString('hex').slice(0, 6);
    return `https://${URL.parse(endpoint)?.host ?? ''}/…${hash}`;
  }
  if (/^\+\d{7,15}$/.test(endpoint)) return `${endpoint.slice(0, 3)}…${endpoint.slice(-2)}`;
  return maskEmails(endpoint);
}

/** Looks for the @ first, and then back: the time grows with the length of the text alone. */
function maskEmails(text: string): string {
  const parts: string[] = [];
  let done = 0;
  for (const { 0: end, 1: host = '', index } of text.matchAll(AT_HOST)) {
    const before = text.slice(Math.max(done, index - LONGEST_NAME), index);
    const name = NAME.exec(before)?.[0];
    if (name === undefined) continue;
    const [first = ''] = /^./u.exec(name) ?? [];
    parts.push(text.slice(done, index - name.length), `${first}…@${host}`);
    done = index + end.length;
  }
  return parts.join('') + text.slice(done);
}
