import { keysThere, type Path, type Problem } from '../problems/problem.ts';
import { namesIn } from '../document/member-of.ts';
import { meantKey } from '../meant/meant-key.ts';
import { meantSchedule } from '../meant/meant-schedule.ts';
import { yamlText } from '../problems/yaml-text.ts';
import { keysAt, unknownKeysAt, valueAt } from './known-keys.ts';
import { isMapping, type Mapping, type Mending, withValue } from './tree.ts';

/** Gives keys the names that were meant, where a mapping does not have these yet. */
export function mendKeys(given: Mending): Mending {
  const top = mendKeysAt(given, []);
  const sections = ['operators', 'defaults', 'plan', 'exclude'].map((section) => [section]);
  const entries = ['channels', 'brands', 'watches', 'reports'].flatMap((section) =>
    namesIn(top.data, section).map((name) => [section, name]),
  );
  const outer = [...sections, ...entries].reduce(mendKeysAt, top);
  const parts = namesIn(outer.data, 'watches').flatMap((name) =>
    [['query'], ['alert'], ['exclude'], ['query', 'additional_filters']].map((part) => [
      'watches',
      name,
      ...part,
    ]),
  );
  const hours = namesIn(outer.data, 'channels').map((name) => ['channels', name, 'quiet_hours']);
  return [...parts, ...hours].reduce(mendKeysAt, outer);
}

function mendKeysAt(given: Mending, path: Path): Mending {
  return unknownKeysAt(given.data, path).reduce((now, key) => {
    const map = valueAt(now.data, path);
    if (!isMapping(map)) return now;
    const keys = keysAt(now.data, path);
    const free = keys.filter((name) => !Object.hasOwn(map, name));
    // The filters of events have the name of their type before them.
    const target = free.find((name) => name.endsWith(`.${key}`)) ?? meantKey(key, free);
    return target === undefined ? now : rename(now, { path, key, target, keys });
  }, given);
}

function rename(
  { data, problems, moves, renamed: earlier }: Mending,
  { path, key, target, keys }: { path: Path; key: string; target: string; keys: readonly string[] },
): Mending {
  const map = valueAt(data, path);
  const written = isMapping(map) ? map[key] : undefined;
  const value = adapted(target, written);
  const hint = value === written ? `did you mean ${target}?` : `write ${target}: ${shown(value)}`;
  const renamed = isMapping(map) ? renamedKey(map, { key, target, value }) : map;
  const next = withValue(data, path, renamed);
  const problem: Problem = {
    path: [...path, key],
    atKey: true,
    what: `Unknown key "${key}"`,
    ...keysThere(keys),
    hint,
  };
  return {
    data: isMapping(next) ? next : data,
    problems: [...problems, problem],
    moves: [...moves, { from: [...path, key], to: [...path, target] }],
    renamed: isMapping(written) ? earlier : [...earlier, [...path, target]],
  };
}

function renamedKey(
  map: Mapping,
  { key, target, value }: { key: string; target: string; value: unknown },
): Mapping {
  return Object.fromEntries(
    Object.entries(map).map(([name, one]) => (name === key ? [target, value] : [name, one])),
  );
}

const LISTS: ReadonlySet<string> = new Set(['email', 'sms', 'https', 'queue']);

/** A value in the form that its key takes. */
function adapted(target: string, value: unknown): unknown {
  if (['schedule', 'brief'].includes(target)) return meantSchedule(value) ?? value;
  if (LISTS.has(target) && typeof value === 'string') return [value];
  return value;
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((one) => yamlText(String(one))).join(', ')}]`;
  return yamlText(String(value));
}
