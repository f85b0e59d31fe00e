import { isObject } from '../../../domain/lib/fields.ts';
import { POLICIES, type PolicyName, policyOf } from '../../../domain/policies/registry.ts';
import { EVENT_TYPES, eventFilterKeysOf } from '../../../domain/services/event-filters.ts';
import { listOf, namesIn, type Path, yamlText } from '../problem.ts';
import { FILE_KINDS } from '../schema/query-schema.ts';
import { type Mapping, type Mending, replaced, unknownKeysAt, valueAt } from './tree.ts';

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
  const query = isObject(map) ? map['query'] : undefined;
  if (!isObject(map) || !isObject(query)) return now;
  const { kind } = map;
  const [key, meant] = TELLING.find(([one]) => Object.hasOwn(query, one)) ?? [];
  const isKnown = FILE_KINDS.some((one) => one === kind);
  if (key === undefined || meant === undefined || (kind !== undefined && !isKnown)) return now;
  if (kind === undefined) {
    if (Object.keys(map).some((one) => one !== 'kind' && ['type', 'kinds'].includes(one.toLowerCase())))
      return now;
    const problem = { path: [...path, 'kind'], atKey: true as const, what: 'The key "kind" is missing' };
    const own = { ...problem, expected: listOf(FILE_KINDS), hint: `add kind: ${meant}` };
    return replaced(now, { path, value: { kind: meant, ...map }, problem: own });
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
  const from = [...path, 'query', key];
  const problem = {
    path: from,
    atKey: true as const,
    what,
    hint: `${other}${isText ? '' : 'write '}kind: ${meant}`,
  };
  const meantMap = isText ? { ...map, query: { ...others, [needed]: value } } : { ...map, kind: meant };
  return replaced(now, {
    path,
    value: meantMap,
    problem,
    ...(isText ? { moves: [{ from, to: [...path, 'query', needed] }] } : { renamed: [...path, 'query'] }),
  });
}

/** Filters of events that stand in the query or in the watch, in place of `additional_filters`. */
function mendFilters(now: Mending, path: Path): Mending {
  const watch = valueAt(now.data, path);
  const query = isObject(watch) ? watch['query'] : undefined;
  if (!isObject(watch) || watch['kind'] !== 'events' || !isObject(query)) return now;
  const filters = query['additional_filters'] ?? {};
  if (!isObject(filters)) return now;
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

/**
 * Replaces what other tools write for an alert: `when: { volume: 50 }`, `when: volume > 50`, `alert: true`,
 * `channels` of a watch.
 */
export function mendAlerts(given: Mending): Mending {
  return namesIn(given.data, 'watches').reduce(
    (now, watch) => mendWhen(mendSwitch(mendChannels(now, watch), watch), watch),
    given,
  );
}

/** A list of channels beside the other keys of a watch, or in place of one channel. */
function mendChannels(now: Mending, watch: string): Mending {
  const path = ['watches', watch];
  const map = valueAt(now.data, path);
  if (!isObject(map)) return now;
  const { channels, ...others } = map;
  const alert = map['alert'] ?? {};
  if (!isObject(alert) || Object.hasOwn(alert, 'channels')) return now;
  const isInside = Array.isArray(alert['channel']);
  const names = namesOf(isInside ? alert['channel'] : channels);
  // A list of one name is the value that `channel` takes.
  if (!names || (isInside ? names.length === 1 : Object.hasOwn(alert, 'channel'))) return now;
  const from = isInside ? [...path, 'alert', 'channel'] : [...path, 'channels'];
  const what = isInside ? 'One channel belongs here, and no list' : '"channels" belongs in alert';
  const written = `channels: [${names.map(yamlText).join(', ')}]`;
  const { channel: _one, ...rest } = alert;
  const value = { ...(isInside ? map : others), alert: { ...rest, channels: names } };
  const hint = isInside ? `write ${written}` : `write alert: { ${written} }`;
  const moves = [{ from, to: [...path, 'alert', 'channels'] }];
  return replaced(now, { path, value, problem: { path: from, atKey: true, what, hint }, moves });
}

/** The names in a text or in a list of texts; undefined for anything else. */
function namesOf(written: unknown): string[] | undefined {
  const items: unknown[] = Array.isArray(written) ? written : [written];
  const names = items.filter((item) => typeof item === 'string');
  return names.length > 0 && names.length === items.length ? names : undefined;
}

/** `alert: true` and `alert: false`. */
function mendSwitch(now: Mending, watch: string): Mending {
  const path = ['watches', watch, 'alert'];
  const value = valueAt(now.data, path);
  if (typeof value !== 'boolean') return now;
  const set = valueAt(now.data, ['defaults', 'channel']);
  const [channel = 'NAME'] = namesIn(now.data, 'channels');
  const hint = value
    ? `write alert: { channel: ${channel} }`
    : 'remove it, or write enabled: false for a watch that does not run. Every watch that runs alerts a channel';
  const problem = { path, what: 'Wrong type of value: a mapping belongs here', hint };
  const meant = set === undefined ? { channel } : {};
  return replaced(now, { path, value: meant, problem, renamed: path });
}

/** The settings of a policy inside of `when`. */
function mendWhen(now: Mending, watch: string): Mending {
  const path = ['watches', watch, 'alert'];
  const alert = valueAt(now.data, path);
  const meant = isObject(alert) ? settingsIn(alert['when']) : undefined;
  if (!isObject(alert) || !meant) return now;
  const { when, settings } = meant;
  const { when: _written, ...others } = alert;
  const written = [['when', when], ...Object.entries(settings)].map(
    ([key, value]) => `${key}: ${String(value)}`,
  );
  const problem = {
    path: [...path, 'when'],
    what: 'Wrong value: only the name of a policy belongs here, and its settings beside it',
    hint: `write ${written.join(', ')}`,
  };
  const moves = Object.keys(settings).map((key) => ({ from: [...path, 'when'], to: [...path, key] }));
  return replaced(now, { path, value: { ...settings, ...others, when }, problem, moves });
}

function settingsIn(when: unknown): { when: PolicyName; settings: Mapping } | undefined {
  if (isObject(when)) {
    const [entry, ...others] = Object.entries(when);
    const [key = '', value] = entry ?? [];
    const policy = POLICIES.find((name) => name === key);
    if (policy === undefined || others.length > 0) return undefined;
    if (isObject(value)) return { when: policy, settings: value };
    return typeof value === 'number' ? withNumber(policy, value) : undefined;
  }
  if (typeof when !== 'string' || when.length > LONGEST) return undefined;
  const [, name, digits] = /^([a-z_]+)\s*(?:[<>]=?|=|:|over|above|of)?\s*(\d{1,9})$/.exec(when.trim()) ?? [];
  const policy = POLICIES.find((one) => one === name);
  return policy === undefined ? undefined : withNumber(policy, Number(digits));
}

/** In characters. Longer texts are no name with a number. */
const LONGEST = 60;

/** The number is the first setting of the policy that is a number. */
function withNumber(when: PolicyName, value: number): { when: PolicyName; settings: Mapping } | undefined {
  const setting = policyOf(when).parameters.find(({ form }) => form.type === 'number');
  return setting && { when, settings: { [setting.name]: value } };
}
