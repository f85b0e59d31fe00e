/** Keys and positions from the top of the file. */
import { isObject } from '../../domain/lib/fields.ts';

export type Path = readonly (string | number)[];

/** One error or warning about the file. The path says where it is; who reads the text of the file adds the line. */
export interface Problem {
  path: Path;
  /** The problem is the key itself, and not its value. */
  atKey?: true;
  /** The place inside a text, in UTF-16 units from its beginning. */
  offset?: number;
  /** What is wrong: one sentence without its full stop. */
  what: string;
  /** What is possible here, as a phrase. */
  expected?: string;
  /** What the author can do, as a phrase in the imperative. */
  hint?: string;
}

/** `watches.acme-news.query.lang[0]` */
export function printPath(path: Path): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    return text === '' ? part : `${text}.${part}`;
  }, '');
}

/** A sentence as a hint: without its full stop, and in the lower case of a phrase. */
export function hintFrom(sentence: string): string {
  return `${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`.replace(/\.$/, '');
}

/** A mapping with more keys than these does not list them in a message. A watch has 19. */
const MOST_KEYS = 19;

/** The keys of a mapping, as what is expected in it; nothing where there are too many to read. */
export function keysThere(keys: readonly string[]): Pick<Problem, 'expected'> {
  return keys.length <= MOST_KEYS ? { expected: listOf(keys) } : {};
}

/** Names as a person lists them: `a, b or c`. */
export function listOf(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} or ${last}`;
}

/** Texts that YAML reads as something else, or not at all, without quotes. */
const NEEDS_QUOTES =
  /^(?:$|[\s\-?:,[\]{}#&*!|>'"%@`~]|(?:true|false|null)$|[-+.]?\d[\d._eExX+-]*$)|[:#,[\]{}'"\n]|\s$/i;

/** A text as a value in YAML: with quotes where YAML needs them, single ones where possible. */
export function yamlText(text: string): string {
  if (!NEEDS_QUOTES.test(text)) return text;
  if (text.includes('\n')) return JSON.stringify(text);
  return `'${text.replaceAll("'", "''")}'`;
}

/** `write q: 'Acme AND globex'` */
export function writeKey(key: string, text: string): string {
  return `write ${key}: ${yamlText(text)}`;
}

/**
 * The value of a key of a mapping, or an entry of a list; undefined where there is none. Inherited keys do not count.
 */
export function memberOf(value: unknown, key: PropertyKey): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
  return Reflect.get(value, key);
}

/** The names of the entries of a section of the file, such as the names of its channels. */
export function namesIn(file: unknown, section: string): string[] {
  const entries = memberOf(file, section);
  return isObject(entries) ? Object.keys(entries) : [];
}
