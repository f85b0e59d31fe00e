import { isObject } from '../../../domain/lib/fields.ts';
import { meantSchedule } from '../meant/meant-schedule.ts';
import { nearest } from '../near-miss.ts';
import { keysThere, namesIn, type Path, type Problem, yamlText } from '../problem.ts';
import { placesOf } from './mend-forms.ts';
import {
  ADDRESSES,
  changed,
  keysAt,
  type Mapping,
  type Mending,
  replaced,
  unknownKeysAt,
  valueAt,
  without,
  withValue,
} from './tree.ts';

const SECTIONS = ['watches', 'channels', 'brands', 'watchlists', 'feeds', 'reports'] as const;
type Section = (typeof SECTIONS)[number];

/** Moves what is at a wrong level to where it belongs. Keys that follow each other are one mistake. */
export function mendLevels(given: Mending): Mending {
  const entered = SECTIONS.reduce(mendSection, mendTop(given));
  return namesIn(entered.data, 'watches').reduce(mendWatch, entered);
}

/** Entries at the level of the sections, such as a watch. */
function mendTop(given: Mending): Mending {
  return unknownKeysAt(given.data, []).reduce((now, name) => {
    const value = now.data[name];
    const isSection = meantKey(
      name,
      keysAt({}, []).filter((key) => !Object.hasOwn(now.data, key)),
    );
    const section = isObject(value) && isSection === undefined ? sectionOf(value) : undefined;
    if (section === undefined || Object.hasOwn(mappingAt(now.data, [section]), name)) return now;
    const what = `"${name}" is at the level of the sections`;
    const hint = `indent it and its lines by 2 spaces: it belongs in ${section}`;
    return move(now, { from: [name], to: [section, name], problem: { what, hint } });
  }, given);
}

/** The section that a mapping is an entry of, from its keys. */
function sectionOf(value: Mapping): Section | undefined {
  if (looksLikeWatch(value)) return 'watches';
  return ADDRESSES.some((key) => Object.hasOwn(value, key)) ? 'channels' : undefined;
}

function looksLikeWatch(value: unknown): boolean {
  return isObject(value) && ('kind' in value || ('query' in value && isObject(value['query'])));
}

/** Keys of an entry at the level of the entries, and sections inside of another one. */
function mendSection(given: Mending, section: Section): Mending {
  const names = namesIn(given.data, section);
  // The keys of an entry do not depend on the entry, except those of a kind of watch.
  const keys = keysAt({ [section]: { any: section === 'watches' ? { kind: 'search' } : {} } }, [
    section,
    'any',
  ]);
  let now = given;
  let owner: string | undefined;
  let isRun = false;
  for (const name of names) {
    const value = valueAt(now.data, [section, name]);
    const problem = levelProblem({ name, value, keys, owner, section, data: now.data });
    if (problem === undefined) {
      [owner, isRun] = [name, false];
      if (isMovableSection(name, value, section, now.data)) now = moveUp(now, { section, name });
      continue;
    }
    now = move(now, { from: [section, name], to: [section, owner ?? '', name], ...(!isRun && { problem }) });
    isRun = true;
  }
  return now;
}

function levelProblem(given: {
  name: string;
  value: unknown;
  keys: readonly string[];
  owner: string | undefined;
  section: Section;
  data: unknown;
}): Pick<Problem, 'what' | 'hint'> | undefined {
  const { name, value, keys, owner, section, data } = given;
  if (owner === undefined || !keys.includes(name) || looksLikeWatch(value)) return undefined;
  if (isObject(value) && section === 'channels' && sectionOf(value) === 'channels') return undefined;
  const above = valueAt(data, [section, owner]);
  if (above !== null && !isObject(above)) return undefined;
  if (isObject(above) && Object.hasOwn(above, name)) return undefined;
  const what = `"${name}" is at the level of the ${section}`;
  return { what, hint: `indent it by 4 spaces: it belongs to ${owner}` };
}

function isMovableSection(name: string, value: unknown, section: Section, data: Mapping): boolean {
  if (!keysAt({}, []).includes(name) || Object.hasOwn(data, name)) return false;
  return isObject(value) && !looksLikeWatch(value) && sectionOf(value) !== section;
}

function moveUp(now: Mending, { section, name }: { section: Section; name: string }): Mending {
  const problem = {
    what: `"${name}" is inside of ${section}`,
    hint: 'remove the indentation of it: it is a section of its own',
  };
  return move(now, { from: [section, name], to: [name], problem });
}

/** Keys of a watch inside of its query or alert, and their keys beside them. */
function mendWatch(given: Mending, watch: string): Mending {
  const path = ['watches', watch];
  const outside = [keysInto('query'), keysInto('alert')].reduce((now, mend) => mend(now, path), given);
  const nested = unknownKeysAt(outside.data, path).reduce((now, name) => {
    if (!looksLikeWatch(valueAt(now.data, [...path, name])) || name in mappingAt(now.data, ['watches']))
      return now;
    const what = `"${name}" is inside of the watch "${watch}"`;
    const problem = { what, hint: 'indent it by 2 spaces: it is a watch of its own' };
    return move(now, { from: [...path, name], to: ['watches', name], problem });
  }, outside);
  return ['query', 'alert'].reduce((now, part) => keysOutOf(now, { path, part }), nested);
}

/** Moves keys that belong in a part of a watch from the watch into that part. */
function keysInto(part: 'query' | 'alert') {
  return (given: Mending, path: Path): Mending => {
    const watch = valueAt(given.data, path);
    const inside = isObject(watch) ? watch[part] : undefined;
    if (!isObject(watch) || (inside !== undefined && inside !== null && !isObject(inside))) return given;
    // The policy decides which settings an alert has.
    const own = part === 'alert' && typeof watch['when'] === 'string' ? { when: watch['when'] } : {};
    const whole = withValue(given.data, [...path, part], { ...own, ...inside });
    const keys = keysAt(whole, [...path, part]).filter(
      (key) => !isObject(inside) || !Object.hasOwn(inside, key),
    );
    const known =
      Object.hasOwn(own, 'when') && !Object.hasOwn(inside ?? {}, 'when') ? [...keys, 'when'] : keys;
    const misplaced = unknownKeysAt(given.data, path).filter((key) => known.includes(key));
    return misplaced.reduce((now, key, index) => {
      const what = `"${key}" belongs in ${part}`;
      const text = valueAt(given.data, [...path, key]);
      const example = typeof text === 'string' && text.length < 60 ? `${key}: ${text}` : `${key}: …`;
      const hint = inside ? `indent it by 2 more spaces, below ${part}:` : `write ${part}: { ${example} }`;
      const problem = index === 0 ? { problem: { what, hint } } : {};
      return move(now, { from: [...path, key], to: [...path, part, key], ...problem });
    }, given);
  };
}

/** Moves keys of a watch out of its query or alert. */
function keysOutOf(given: Mending, { path, part }: { path: Path; part: string }): Mending {
  const keys = keysAt(given.data, path).filter(
    (key) => key !== part && !Object.hasOwn(mappingAt(given.data, path), key),
  );
  const misplaced = unknownKeysAt(given.data, [...path, part]).filter((key) => keys.includes(key));
  return misplaced.reduce((now, key, index) => {
    const what = `"${key}" does not belong in ${part}`;
    const problem = { what, hint: 'indent it by 4 spaces: it is a key of the watch' };
    const moved = move(now, {
      from: [...path, part, key],
      to: [...path, key],
      ...(index === 0 && { problem }),
    });
    const isWhole = key !== 'exclude' || isObject(valueAt(given.data, [...path, part, key]));
    return isWhole ? moved : { ...moved, renamed: [...moved.renamed, [...path, key]] };
  }, given);
}

function mappingAt(data: unknown, path: Path): Mapping {
  const value = valueAt(data, path);
  return isObject(value) ? value : {};
}

function move(
  { data, problems, moves, renamed }: Mending,
  { from, to, problem }: { from: Path; to: Path; problem?: Pick<Problem, 'what' | 'hint'> },
): Mending {
  const above = from.slice(0, -1);
  const value = valueAt(data, from);
  const left = changed(data, above, without(mappingAt(data, above), String(from.at(-1))));
  return {
    data: changed(left, to, value),
    problems: problem ? [...problems, { path: from, atKey: true, ...problem }] : problems,
    moves: [...moves, { from, to }],
    renamed,
  };
}

/** Gives keys the names that were meant, where a mapping does not have these yet. */
export function mendKeys(given: Mending): Mending {
  const top = mendKeysAt(given, []);
  return placesOf(top.data).reduce(mendKeysAt, top);
}

function mendKeysAt(given: Mending, path: Path): Mending {
  return unknownKeysAt(given.data, path).reduce((now, key) => {
    const map = valueAt(now.data, path);
    if (!isObject(map)) return now;
    const keys = keysAt(now.data, path);
    const free = keys.filter((name) => !Object.hasOwn(map, name));
    // The filters of events have the name of their type before them.
    const target = free.find((name) => name.endsWith(`.${key}`)) ?? meantKey(key, free);
    return target === undefined ? now : rename(now, { path, map, key, target, keys });
  }, given);
}

function rename(
  now: Mending,
  given: { path: Path; map: Mapping; key: string; target: string; keys: readonly string[] },
): Mending {
  const { path, map, key, target, keys } = given;
  const written = map[key];
  const value = adapted(target, written);
  const hint = value === written ? `did you mean ${target}?` : `write ${target}: ${shown(value)}`;
  const problem: Problem = {
    path: [...path, key],
    atKey: true,
    what: `Unknown key "${key}"`,
    ...keysThere(keys),
    hint,
  };
  const entries = Object.entries(map).map(([name, one]) => (name === key ? [target, value] : [name, one]));
  return replaced(now, {
    path,
    value: Object.fromEntries(entries),
    problem,
    moves: [{ from: [...path, key], to: [...path, target] }],
    ...(!isObject(written) && { renamed: [...path, target] }),
  });
}

/** A value in the form that its key takes. */
function adapted(target: string, value: unknown): unknown {
  if (['schedule', 'brief'].includes(target)) return meantSchedule(value) ?? value;
  if (ADDRESSES.some((key) => key === target) && typeof value === 'string') return [value];
  return value;
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((one) => yamlText(String(one))).join(', ')}]`;
  return yamlText(String(value));
}

/** Names that people give to keys of the file. A name counts only where its key is possible. */
const SYNONYMS: Readonly<Record<string, readonly string[]>> = invert([
  ['query', 'queries search searches params parameters filters filter'],
  ['query', 'q keywords'],
  ['additional_filters', 'filters filter conditions where match criteria'],
  ['company_name', 'company companies organisation organization company_names'],
  ['count', 'threshold min minimum at_least articles'],
  ['q', 'query queries keyword keywords text search term terms search_query'],
  ['author_name', 'author authors journalist name writer by'],
  ['email', 'emails mail mails e_mail to recipients recipient address addresses'],
  ['sms', 'phone phones phone_number phone_numbers mobile tel telephone number numbers text_message'],
  ['https', 'webhook webhooks http url urls hook hooks endpoint callback slack_webhook'],
  ['queue', 'sqs queues sqs_queue'],
  ['schedule', 'cron interval every frequency run_every rate runs when_to_run period at timer'],
  ['lang', 'language languages langs locale'],
  ['countries', 'country region regions'],
  ['sources', 'source outlets outlet domains sites site publishers'],
  ['not_sources', 'exclude_sources excluded_sources without_sources not_source'],
  ['theme', 'themes topic topics category categories'],
  ['severity', 'level importance urgency alert_level'],
  ['alert', 'alerts notify notification notifications notification_settings action actions'],
  ['channel', 'channels to notify recipient target'],
  ['when', 'policy on trigger condition if'],
  ['kind', 'type kinds sort mode'],
  ['timezone', 'time_zone tz zone'],
  ['lookback', 'look_back history since'],
  ['retention', 'keep_for ttl expire expires'],
  ['quiet_hours', 'quiet silence_hours do_not_disturb dnd mute'],
  ['brief', 'briefs briefing summary digest digests daily'],
  ['now', 'at_once immediate immediately instant'],
  ['raise', 'raises raise_when escalate escalation climb climbs promote'],
  ['to', 'severity level'],
  ['top_rank', 'rank best_rank seo_rank'],
  ['token_secret', 'token bot_token token_name secret'],
  ['webhook_secret', 'webhook webhook_url url secret'],
  ['key_secret', 'key routing_key integration_key service_key secret'],
  ['min_severity', 'minimum_severity severity min_level'],
  ['watches', 'watch searches queries monitors alerts jobs'],
  ['channels', 'channel notifications receivers outputs'],
  ['operators', 'operator ops admins admin oncall on_call'],
  ['defaults', 'default settings global globals'],
  ['brands', 'brand'],
  ['reports', 'report'],
  ['watchlists', 'watchlist watch_lists'],
  ['exclude', 'excludes excluded ignore blacklist blocklist'],
  ['domains', 'domain sources sites'],
  ['phrases', 'phrase words keywords'],
  ['enabled', 'enable active'],
  ['calls_per_month', 'calls monthly_calls quota'],
  ['from', 'start begin after'],
  ['to', 'end until before'],
  ['names', 'name aliases'],
  ['companies', 'company'],
]);

/** The keys that a name can stand for, the likeliest first. */
function invert(rows: readonly [key: string, words: string][]): Record<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const [key, words] of rows)
    for (const word of words.split(' ')) found.set(word, [...(found.get(word) ?? []), key]);
  return Object.fromEntries(found);
}

/** Keys of other tools that resemble a key of the file and mean something else. */
const OTHERS: ReadonlySet<string> = new Set(['include', 'includes', 'import', 'imports', 'extends', 'not']);

/** The key that was probably meant: one that is spelt nearly so, or that has this meaning. */
function meantKey(written: string, keys: readonly string[]): string | undefined {
  if (OTHERS.has(written)) return undefined;
  const name = written
    .trim()
    .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')
    .replaceAll(/["'“”‘’]/g, '');
  const listed = Object.hasOwn(SYNONYMS, name) ? (SYNONYMS[name] ?? []) : [];
  return (
    keys.find((key) => key === name) ?? listed.find((key) => keys.includes(key)) ?? nearest(written, keys)
  );
}
