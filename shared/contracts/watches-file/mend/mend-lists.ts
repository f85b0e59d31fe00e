import { namesIn } from '../document/member-of.ts';
import { meantByNoun } from '../meant/meant-format.ts';
import type { Path } from '../problems/problem.ts';
import { yamlText } from '../problems/yaml-text.ts';
import { valueAt } from './known-keys.ts';
import { isMapping, type Mapping, type Mending, replaced } from './tree.ts';

const NAMED = ['channels', 'brands', 'watches', 'reports'] as const;

/** Replaces lists and texts where a mapping belongs by the mapping that was meant. */
export function mendLists(given: Mending): Mending {
  const sections = NAMED.reduce((now, section) => mendList(now, [section], byName), given);
  return placesOf(sections.data).reduce((now, path) => mendText(mendList(now, path, joined), path), sections);
}

/** The values that must be mappings with certain keys. */
function placesOf(data: Mapping): Path[] {
  const sections = ['operators', 'defaults', 'plan', 'exclude'].map((section) => [section]);
  const entries = NAMED.flatMap((section) => namesIn(data, section).map((name) => [section, name]));
  const parts = namesIn(data, 'watches').flatMap((name) =>
    [['query'], ['alert'], ['exclude'], ['query', 'additional_filters']].map((part) => [
      'watches',
      name,
      ...part,
    ]),
  );
  const hours = namesIn(data, 'channels').map((name) => ['channels', name, 'quiet_hours']);
  return [...sections, ...entries, ...parts, ...hours];
}

/** What a list was meant as, with the path of each of its parts in the list and in the mapping. */
interface Meant {
  data: Mapping;
  moves: Mending['moves'];
  hint: string;
}

function mendList(
  given: Mending,
  path: Path,
  read: (items: readonly Mapping[]) => Meant | undefined,
): Mending {
  const value = valueAt(given.data, path);
  if (!Array.isArray(value)) return given;
  const items: unknown[] = value;
  const maps = items.filter(isMapping);
  const meant = maps.length === items.length && maps.length > 0 ? read(maps) : undefined;
  if (!meant) return given;
  const moves = meant.moves.map(({ from, to }) => ({ from: [...path, ...from], to: [...path, ...to] }));
  const problem = { path, what: 'This is a list where a mapping belongs', hint: meant.hint };
  return replaced(given, { path, value: meant.data, problem, moves });
}

/** The entries of a list by their names. */
function byName(items: readonly Mapping[]): Meant | undefined {
  const names = items.map(
    (item) =>
      item['name'] ?? item['id'] ?? (Object.keys(item).length === 1 ? Object.keys(item)[0] : undefined),
  );
  const texts = names.filter((name) => typeof name === 'string');
  if (new Set(texts).size !== items.length) return undefined;
  const entries = items.map((item, index): [string, unknown] => {
    const name = texts[index] ?? '';
    const isNested = Object.hasOwn(item, name) && Object.keys(item).length === 1;
    const own = Object.entries(item).filter(
      ([key, value]) => value !== name || (key !== 'name' && key !== 'id'),
    );
    return [name, isNested ? item[name] : Object.fromEntries(own)];
  });
  return {
    data: Object.fromEntries(entries),
    moves: entries.map(([name], index) => ({ from: [index], to: [name] })),
    hint: `remove the dashes, and write each name as a key, such as ${texts[0] ?? ''}:`,
  };
}

/** The entries of all mappings of a list in one mapping. */
function joined(items: readonly Mapping[]): Meant | undefined {
  const entries = items.flatMap((item) => Object.entries(item));
  const data = Object.fromEntries(entries);
  if (Object.keys(data).length !== entries.length) return undefined;
  const moves = items.flatMap((item, index) =>
    Object.keys(item).map((key) => ({ from: [index, key], to: [key] })),
  );
  const before =
    items.length === 1 ? `the dash before ${entries[0]?.[0] ?? 'it'}` : 'the dashes before its keys';
  return { data, moves, hint: `remove ${before}` };
}

/** A text, or a list of texts, in place of a mapping. */
function mendText(given: Mending, path: Path): Mending {
  const value = valueAt(given.data, path);
  const items: unknown[] = Array.isArray(value) ? value : [value];
  const texts = items.filter((item) => typeof item === 'string' && item.trim() !== '');
  if (texts.length === 0 || texts.length < items.length) return given;
  const kind = valueAt(given.data, [...path.slice(0, -1), 'kind']);
  const meant = meantMapping(path, { texts: texts.map(String), kind });
  if (!meant) return given;
  const part = path.at(-1);
  const hint = `write ${part}: { ${meant.map(([key, one]) => `${key}: ${written(one)}`).join(', ')} }`;
  const problem = { path, what: 'Wrong type of value: a mapping belongs here', hint };
  const moves = meant.map(([key]) => ({ from: path, to: [...path, key] }));
  return replaced(given, { path, value: Object.fromEntries(meant), problem, moves });
}

/** The parameter that a text in place of a query is the value of, where it is not `q`. */
const KEY_OF_KIND: Readonly<Record<string, string>> = {
  extraction: 'query',
  authors: 'author_name',
  events: 'event_type',
  links: 'links',
};

type MeantEntry = readonly [key: string, value: string | readonly string[]];

/** The mapping that texts were meant as, by the place where it belongs. */
function meantMapping(
  path: Path,
  { texts, kind }: { texts: readonly string[]; kind: unknown },
): MeantEntry[] | undefined {
  const [text = ''] = texts;
  const [section] = path;
  const part = path.at(-1);
  if (part === 'exclude') return [[texts.every(isDomain) ? 'domains' : 'phrases', texts]];
  if (section === 'brands' && path.length === 2) return [['names', texts]];
  if (section === 'operators' || (section === 'channels' && path.length === 2)) {
    if (texts.every((one) => /^[^\s:@[\]]+@[^\s@]+$/.test(one))) return [['email', texts]];
    return texts.every((one) => /^\+\d/.test(one)) ? [['sms', texts]] : undefined;
  }
  if (texts.length > 1 || path.length < 3) return undefined;
  if (part === 'query') return [[(typeof kind === 'string' && KEY_OF_KIND[kind]) || 'q', text]];
  if (part === 'alert') return [['channel', text]];
  const [, from, to] =
    part === 'quiet_hours' && text.length < 60
      ? (/^(?:from\s+)?([\w:. ]+?)\s*(?:-|–|to|until|till)\s*([\w:. ]+)$/.exec(text.trim()) ?? [])
      : [];
  const times = [from, to].map((time) => meantByNoun('time of day', time)?.replaceAll('"', ''));
  const [start, end] = times;
  return start === undefined || end === undefined
    ? undefined
    : [
        ['from', start],
        ['to', end],
      ];
}

function isDomain(text: string): boolean {
  return /^[\w-]+(?:\.[\w-]+)+$/.test(text);
}

function written(value: string | readonly string[]): string {
  if (typeof value !== 'string') return `[${value.map(yamlText).join(', ')}]`;
  return /^\d\d:\d\d$/.test(value) ? `"${value}"` : yamlText(value);
}
