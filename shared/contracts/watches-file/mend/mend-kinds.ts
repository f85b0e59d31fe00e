import { EVENT_TYPES, eventFilterKeysOf } from '../../../domain/services/event-filters.ts';
import { namesIn } from '../document/member-of.ts';
import { listOf, type Path } from '../problems/problem.ts';
import { yamlText } from '../problems/yaml-text.ts';
import { FILE_KINDS } from '../schema/query-schema.ts';
import { unknownKeysAt, valueAt } from './known-keys.ts';
import { isMapping, type Mapping, type Mending, replaced } from './tree.ts';

/** The parameter without which a query of a kind is nothing. */
const NEEDED: Readonly<Record<string, string>> = {
  search: 'q',
  volume: 'q',
  similar: 'q',
  authors: 'author_name',
  events: 'event_type',
  extraction: 'query',
};
/** The kind that has a parameter, the most telling first. */
const TELLING: readonly (readonly [key: string, kind: string])[] = [
  ['feeds', 'feeds'],
  ['event_type', 'events'],
  ['author_name', 'authors'],
  ['links', 'links'],
  ['query', 'extraction'],
  ['q', 'search'],
];

/** Gives watches the kind of their query, and the filters of events their place. */
export function mendKinds(given: Mending): Mending {
  return namesIn(given.data, 'watches').reduce(
    (now, watch) => mendFilters(mendKind(now, watch), ['watches', watch]),
    given,
  );
}

function mendKind(now: Mending, watch: string): Mending {
  const path = ['watches', watch];
  const map = valueAt(now.data, path);
  const query = isMapping(map) ? map['query'] : undefined;
  if (!isMapping(map) || !isMapping(query)) return now;
  const { kind } = map;
  const [key, meant] = TELLING.find(([one]) => Object.hasOwn(query, one)) ?? [];
  const isKnown = FILE_KINDS.some((one) => one === kind);
  if (key === undefined || meant === undefined || (kind !== undefined && !isKnown)) return now;
  if (kind === undefined) {
    if (Object.keys(map).some((one) => one !== 'kind' && ['type', 'kinds'].includes(one.toLowerCase())))
      return now;
    const problem = { path: [...path, 'kind'], atKey: true as const, what: 'The key "kind" is missing' };
    const own = { ...problem, expected: listOf(FILE_KINDS), hint: `add kind: ${meant}` };
    return replaced(now, { path, value: { kind: meant, ...map }, problem: own, moves: [] });
  }
  // A query below a query is the text of the search.
  if (typeof kind !== 'string' || key === 'query') return now;
  const needed = NEEDED[kind];
  if (needed === undefined || Object.hasOwn(query, needed) || meant === kind) return now;
  return mendNeeded(now, { path, map, query, key, needed, kind, meant });
}

/** A query with the parameter of another kind in place of its own. */
function mendNeeded(
  now: Mending,
  given: {
    path: Path;
    map: Mapping;
    query: Mapping;
    key: string;
    needed: string;
    kind: string;
    meant: string;
  },
): Mending {
  const { path, map, query, key, needed, kind, meant } = given;
  const { [key]: value, ...others } = query;
  const isText = key === 'q' && kind !== 'events' && typeof value === 'string';
  const what = `A watch of kind ${kind} has no "${key}" in its query`;
  const other = isText ? `write ${needed}: ${yamlText(value)}, or ` : '';
  const problem = {
    path: [...path, 'query', key],
    atKey: true as const,
    what,
    hint: `${other}${isText ? '' : 'write '}kind: ${meant}`,
  };
  const meantMap = isText ? { ...map, query: { ...others, [needed]: value } } : { ...map, kind: meant };
  const from = [...path, 'query', key];
  const mended = replaced(now, {
    path,
    value: meantMap,
    problem,
    moves: isText ? [{ from, to: [...path, 'query', needed] }] : [],
  });
  return isText ? mended : { ...mended, renamed: [...mended.renamed, [...path, 'query']] };
}

/** Filters of events that stand in the query or in the watch, in place of `additional_filters`. */
function mendFilters(now: Mending, path: Path): Mending {
  const watch = valueAt(now.data, path);
  const query = isMapping(watch) ? watch['query'] : undefined;
  if (!isMapping(watch) || watch['kind'] !== 'events' || !isMapping(query)) return now;
  const filters = query['additional_filters'] ?? {};
  if (!isMapping(filters)) return now;
  const isFilter = filterTest(query['event_type']);
  const places = [[...path, 'query'], path];
  const found = places.flatMap((at) =>
    unknownKeysAt(now.data, at)
      .filter((key) => isFilter(key) && !Object.hasOwn(filters, key))
      .map((key) => ({ from: [...at, key], key, value: valueAt(now.data, [...at, key]) })),
  );
  const [first] = found;
  if (!first) return now;
  const names = new Set(found.map(({ key }) => key));
  const kept = (map: Mapping) => Object.fromEntries(Object.entries(map).filter(([key]) => !names.has(key)));
  const moved = Object.fromEntries(found.map(({ key, value }) => [key, value]));
  const all = { ...filters, ...moved };
  const value = { ...kept(watch), query: { ...kept(query), additional_filters: all } };
  const quoted = [...names].map((name) => `"${name}"`);
  const what = `${quoted.join(' and ')} belong${names.size === 1 ? 's' : ''} in additional_filters`;
  const written = Object.entries(moved).map(([key, one]) => `${key}: ${shown(one)}`);
  return replaced(now, {
    path,
    value,
    problem: {
      path: first.from,
      atKey: true,
      what,
      hint: `write additional_filters: { ${written.join(', ')} }`,
    },
    moves: found.map(({ from, key }) => ({ from, to: [...path, 'query', 'additional_filters', key] })),
  });
}

/** Whether a key is a filter of a type of event; of any type where the type is unknown. */
function filterTest(type: unknown): (key: string) => boolean {
  const known = EVENT_TYPES.filter((one) => one === type);
  const keys = new Set((known.length > 0 ? known : EVENT_TYPES).flatMap((one) => eventFilterKeysOf(one)));
  return (key) => keys.has(key);
}

function shown(value: unknown): string {
  if (typeof value !== 'string' && typeof value !== 'number') return '…';
  return yamlText(String(value));
}
