import { isObject } from './fields.ts';
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
 * @param known endpoints to replace that have no form of their own, such as https addresses with a secret in their
 *   path.
 */
export function maskAddresses(text: string, known: Iterable<string> = []): string {
  let masked = text;
  for (const endpoint of known) masked = masked.replaceAll(endpoint, shortForm(endpoint));
  return maskEmails(masked).replaceAll(PHONE, (_number, digits: string) => shortForm(`+${digits}`));
}

/**
 * The short form of an endpoint, by which operators recognise it and others do not learn it: `p…@acme.example`,
 * `+33…00`, `https://hooks.acme.example/…3f9a2c`. The ARN of a queue stays: it is no secret.
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

/** Masks addresses and numbers of subscribers: log groups are kept for months and read by many. */
interface LogMask {
  /**
   * Lets these endpoints appear by their short forms only, from now on. Only https addresses need it: nothing else
   * gives them away.
   */
  hide: (endpoints: readonly string[]) => void;
  /** Masks a value of a log line, and the keys of an object in it. JSON.stringify calls it for every value inside. */
  value: (key: string, value: unknown) => unknown;
  /** A copy of plain data with all its texts masked. */
  data: (value: unknown) => unknown;
  /**
   * What a function throws, for the runtime to log. An error without an address is returned as it is. Otherwise a
   * copy with its name, message and stack is: the runtime also logs the other fields, such as the answer of a
   * service.
   */
  error: (error: unknown) => unknown;
}

/** A mask that knows no endpoint yet. */
export function openLogMask(): LogMask {
  const hidden = new Set<string>();
  const mask = (text: string) => maskAddresses(text, hidden);
  const data = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(data);
    if (typeof value === 'string') return mask(value);
    if (typeof value !== 'object' || value === null) return value;
    const entries: [string, unknown][] = Object.entries(value);
    return Object.fromEntries(entries.map(([key, one]) => [mask(key), data(one)]));
  };
  const holdsAddress = (error: Error): boolean => {
    const texts = [error.message, error.stack ?? '', JSON.stringify(Object.entries(error))];
    if (texts.some((text) => mask(text) !== text)) return true;
    return error.cause instanceof Error && holdsAddress(error.cause);
  };
  return {
    data,
    hide(endpoints) {
      for (const endpoint of endpoints) if (endpoint.startsWith('https://')) hidden.add(endpoint);
    },
    value(_key, value) {
      if (typeof value === 'string') return mask(value);
      if (!isObject(value)) return value;
      const entries: [string, unknown][] = Object.entries(value);
      if (!entries.some(([key]) => mask(key) !== key)) return value;
      if (value instanceof Error) {
        const { name, message, stack, cause } = value;
        entries.unshift(...Object.entries({ name, message, stack, cause }));
      }
      return Object.fromEntries(entries.map(([key, one]) => [mask(key), one]));
    },
    error(error) {
      if (typeof error === 'string') return mask(error);
      if (!(error instanceof Error) || !holdsAddress(error)) return error;
      const safe = new Error(mask(error.message));
      safe.name = error.name;
      if (error.stack !== undefined) safe.stack = mask(error.stack);
      return safe;
    },
  };
}
