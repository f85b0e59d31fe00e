import { isObject } from '../../../domain/lib/fields.ts';
import { meantByNoun } from '../meant/meant-format.ts';
import { namesIn, type Path, yamlText } from '../problem.ts';
import { type Mapping, type Mending, replaced, valueAt } from './tree.ts';

/** What a value was meant as. `at` is where the problem is, if not at the value itself. */
interface Meant {
  value: Mapping | Mapping[];
  what?: string;
  hint: string;
  at?: Path;
}

type Reader = (value: unknown, now: Mending) => Meant | undefined;

/**
 * Replaces values that have another form than their place takes: a number for a plan, a name for operators, times in
 * a list.
 */
export function mendForms(given: Mending): Mending {
  const channels = namesIn(given.data, 'channels').map((name) => ['channels', name]);
  const hours = channels.map((path) => [...path, 'quiet_hours']);
  const rivals = namesIn(given.data, 'brands').map((name) => ['brands', name, 'competitors']);
  const lists = namesIn(given.data, 'watchlists').map((name) => ['watchlists', name, 'companies']);
  const forms: [readonly Path[], Reader][] = [
    [[['plan']], planOf],
    [[['operators']], operatorsOf],
    [channels, channelOf],
    [hours, quietHoursOf],
    [rivals, competitorsOf],
    [lists, companiesOf],
  ];
  return forms.reduce(
    (now, [paths, read]) => paths.reduce((before, path) => mendAt(before, path, read), now),
    given,
  );
}

function mendAt(now: Mending, path: Path, read: Reader): Mending {
  const meant = read(valueAt(now.data, path), now);
  if (!meant) return now;
  const { value, what = 'Wrong type of value: a mapping belongs here', hint, at } = meant;
  const problem = { path: [...path, ...(at ?? [])], ...(at && { atKey: true as const }), what, hint };
  // The reading of the value is a guess: what is wrong in it follows from its form.
  const renamed = at?.[0] === 'from' ? [...path, 'quiet_hours'] : path;
  return replaced(now, { path, value, problem, renamed });
}

function planOf(value: unknown): Meant | undefined {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value) : '';
  const calls = Number(text.replaceAll(/[ ,_'’]|\.(?=\d{3}(?!\d))/g, ''));
  if (text === '' || !Number.isInteger(calls) || calls < 1) return undefined;
  return { value: { calls_per_month: calls }, hint: `write plan: { calls_per_month: ${calls} }` };
}

/** The name of a channel, of a person or of a team in place of addresses. */
function operatorsOf(value: unknown, { data }: Mending): Meant | undefined {
  const named =
    isObject(value) && Object.keys(value).length === 1 ? (value['channel'] ?? value['channels']) : value;
  const items: unknown[] = Array.isArray(named) ? named : [named];
  const names = items.filter((item) => typeof item === 'string' && item.trim() !== '');
  if (names.length === 0 || names.length < items.length) return undefined;
  if (names.some((name) => /[@:]|^\+?\d/.test(String(name)))) return undefined;
  const known = names.map((name) => valueAt(data, ['channels', String(name), 'email']));
  const [emails] = known.filter((one) => Array.isArray(one));
  const meant = Array.isArray(emails) ? emails.map(String) : ['oncall@acme.example'];
  const written = `operators: { email: [${meant.join(', ')}] }`;
  const what = 'The operators need addresses, and no name';
  const hint = Array.isArray(emails) ? `write ${written}` : `write their addresses, such as ${written}`;
  return { value: { email: meant }, what, hint };
}

/** `from` and `to` beside the other keys of a channel. */
function channelOf(value: unknown): Meant | undefined {
  if (!isObject(value) || Object.hasOwn(value, 'quiet_hours')) return undefined;
  const { from, to, ...others } = value;
  const [start, end] = [timeText(from), timeText(to)];
  if (start === undefined || end === undefined) return undefined;
  return {
    value: { ...others, quiet_hours: { from: start, to: end } },
    at: ['from'],
    what: '"from" and "to" belong in quiet_hours',
    hint: `write ${hoursText(start, end)}`,
  };
}

function quietHoursOf(value: unknown): Meant | undefined {
  if (value === true) {
    const [from, to] = ['22:00', '07:00'];
    return { value: { from, to }, hint: `write the hours, such as ${hoursText(from, to)}` };
  }
  const items: unknown[] = Array.isArray(value) ? value : [];
  const [from, to] = items.map(timeText);
  if (items.length !== 2 || from === undefined || to === undefined) return undefined;
  return { value: { from, to }, hint: `write ${hoursText(from, to)}` };
}

function timeText(value: unknown): string | undefined {
  if (typeof value === 'string' && /^\d\d:\d\d$/.test(value)) return value;
  return meantByNoun('time of day', value)?.replaceAll('"', '');
}

function hoursText(from: string, to: string): string {
  return `quiet_hours: { from: "${from}", to: "${to}" }`;
}

/** Names of competitors without keys. */
function competitorsOf(value: unknown): Meant | undefined {
  const items: unknown[] = Array.isArray(value) ? value : [value];
  const names = items.filter((item) => typeof item === 'string' && item.trim() !== '').map(String);
  if (names.length === 0 || names.length < items.length) return undefined;
  const entries = names
    .flatMap((name) => (typeof value === 'string' ? name.split(',') : [name]))
    .map((name) => name.trim());
  const written = entries.map((name) => `${keyOf(name)}: [${yamlText(name)}]`).join(', ');
  return {
    value: Object.fromEntries(entries.map((name) => [keyOf(name), [name]])),
    hint: `write competitors: { ${written} }`,
  };
}

function keyOf(name: string): string {
  const key = name
    .slice(0, 60)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-');
  return key.replace(/^-/, '').replace(/-$/, '') || 'competitor';
}

/** Companies as names, as one mapping, or with a dash before each key. */
function companiesOf(value: unknown): Meant | undefined {
  if (isObject(value) && Object.hasOwn(value, 'name'))
    return {
      value: [value],
      what: 'Wrong type of value: a list belongs here',
      hint: 'write a dash before the first key of each company, such as - name: Acme',
    };
  const items: unknown[] = Array.isArray(value) ? value : [];
  if (items.length === 0) return undefined;
  if (items.every((item) => typeof item === 'string')) {
    const names = items.map((name) => `{ name: ${yamlText(name)} }`).slice(0, 3);
    const more = items.length > names.length ? ', …' : '';
    return {
      value: items.map((name) => ({ name })),
      what: 'Wrong type of value: each company is a mapping',
      hint: `write companies: [${names.join(', ')}${more}]`,
    };
  }
  return joinedCompanies(items);
}

function joinedCompanies(items: readonly unknown[]): Meant | undefined {
  const joined: Mapping[] = [];
  let wrong: { key: string; at: number } | undefined;
  for (const [at, item] of items.entries()) {
    if (!isObject(item)) return undefined;
    const last = joined.at(-1);
    const [key = ''] = Object.keys(item);
    const belongs =
      last && !Object.hasOwn(item, 'name') && Object.keys(item).every((one) => !Object.hasOwn(last, one));
    if (belongs) joined.splice(-1, 1, { ...last, ...item });
    else joined.push(item);
    if (belongs) wrong ??= { key, at };
  }
  if (!wrong) return undefined;
  const what = 'A dash before a key begins another company';
  return { value: joined, what, hint: `remove the dash before ${wrong.key}`, at: [wrong.at, wrong.key] };
}

const NAMED = ['channels', 'brands', 'watches', 'reports'] as const;

/** Replaces lists and texts where a mapping belongs by the mapping that was meant. */
export function mendLists(given: Mending): Mending {
  const sections = NAMED.reduce((now, section) => mendList(now, [section], byName), given);
  return placesOf(sections.data).reduce((now, path) => mendText(mendList(now, path, joined), path), sections);
}

/** The values that must be mappings with certain keys, the outer ones first. */
export function placesOf(data: Mapping): Path[] {
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
interface MeantList {
  data: Mapping;
  moves: Mending['moves'];
  hint: string;
}

function mendList(
  given: Mending,
  path: Path,
  read: (items: readonly Mapping[]) => MeantList | undefined,
): Mending {
  const value = valueAt(given.data, path);
  if (!Array.isArray(value)) return given;
  const items: unknown[] = value;
  const maps = items.filter(isObject);
  const meant = maps.length === items.length && maps.length > 0 ? read(maps) : undefined;
  if (!meant) return given;
  const moves = meant.moves.map(({ from, to }) => ({ from: [...path, ...from], to: [...path, ...to] }));
  const problem = { path, what: 'This is a list where a mapping belongs', hint: meant.hint };
  return replaced(given, { path, value: meant.data, problem, moves });
}

/** The entries of a list by their names. */
function byName(items: readonly Mapping[]): MeantList | undefined {
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
function joined(items: readonly Mapping[]): MeantList | undefined {
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
  const [start, end] = [timeText(from), timeText(to)];
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
