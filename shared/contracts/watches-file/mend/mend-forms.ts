import { namesIn } from '../document/member-of.ts';
import { meantByNoun } from '../meant/meant-format.ts';
import type { Path } from '../problems/problem.ts';
import { yamlText } from '../problems/yaml-text.ts';
import { valueAt } from './known-keys.ts';
import { isMapping, type Mapping, type Mending, replaced } from './tree.ts';

/** What a value was meant as. `at` is where the problem is, if not at the value itself. */
interface Meant {
  value: Mapping | Mapping[];
  what?: string;
  hint: string;
  at?: Path;
}

type Reader = (value: unknown, now: Mending) => Meant | undefined;

/** Replaces values that have another form than their place takes: a number for a plan, a name for operators, times in a list. */
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
  const mended = replaced(now, { path, value, problem, moves: [] });
  // The reading of the value is a guess: what is wrong in it follows from its form.
  return { ...mended, renamed: [...mended.renamed, at?.[0] === 'from' ? [...path, 'quiet_hours'] : path] };
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
    isMapping(value) && Object.keys(value).length === 1 ? (value['channel'] ?? value['channels']) : value;
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
  if (!isMapping(value) || Object.hasOwn(value, 'quiet_hours')) return undefined;
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
  if (isMapping(value) && Object.hasOwn(value, 'name'))
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
    if (!isMapping(item)) return undefined;
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
