import * as z from 'zod';
import { isObject } from '../../../domain/lib/fields.ts';
import { placeAt } from '../meant/meant-instead.ts';
import { webhookAddress } from '../schema/channel-schema.ts';
import { namesIn, type Path, type Problem, yamlText } from '../problem.ts';
import { watchesFileSchema } from '../schema/file-schema.ts';
import {
  ADDRESSES,
  changed,
  type Mapping,
  type Mending,
  replaced,
  unknownKeysAt,
  valueAt,
  without,
  withValue,
} from './tree.ts';

/** Sections whose entries have names, a name for an example, and the keys that show an entry without one. */
const NAMED = [
  { section: 'watches', noun: 'watch', name: 'acme-news', keys: ['kind', 'alert'] },
  { section: 'channels', noun: 'channel', name: 'press-team', keys: ADDRESSES },
] as const;

/** Gives a name to an entry that is in its section without one, such as `watches: { kind: search }`. */
export function mendNames(given: Mending): Mending {
  return NAMED.reduce((now, { section, noun, name, keys }) => {
    const value = now.data[section];
    if (!isObject(value) || Object.hasOwn(value, name)) return now;
    const own = keys.filter((key) => Object.hasOwn(value, key));
    const [first] = own;
    if (first === undefined || isObject(value['kind']) || Object.values(value).some(isEntry)) return now;
    const what = `The ${noun} has no name`;
    const hint = `write a name such as ${name}: above its keys, and indent them by 2 more spaces`;
    return replaced(now, {
      path: [section],
      value: { [name]: value },
      problem: { path: [section, first], atKey: true, what, hint },
      moves: [{ from: [section], to: [section, name] }],
    });
  }, given);
}

/** A mapping that is a watch or a channel with a name. */
function isEntry(value: unknown): boolean {
  return isObject(value) && ['kind', ...ADDRESSES].some((key) => Object.hasOwn(value, key));
}

/** Takes addresses out of watches and reports: they name a channel, and the channel has the addresses. */
export function mendAddresses(given: Mending): Mending {
  const channels = namesIn(given.data, 'channels');
  const places = namesIn(given.data, 'watches').flatMap((name) => [
    ['watches', name],
    ['watches', name, 'alert'],
  ]);
  const reports = namesIn(given.data, 'reports').map((name) => ['reports', name]);
  return [...places, ...reports].reduce((now, path) => {
    const map = valueAt(now.data, path);
    const key = isObject(map) ? ADDRESSES.find((one) => Object.hasOwn(map, one)) : undefined;
    if (!isObject(map) || key === undefined) return now;
    const channel = channelWith(map[key], { channels, data: now.data, key }) ?? channels[0];
    const left = ADDRESSES.reduce<Record<string, unknown>>(without, map);
    const isWatch = path.length === 2 && path[0] === 'watches';
    const meant = channel === undefined ? left : withChannel(left, { channel, isWatch });
    const what = `"${key}" belongs in a channel`;
    const named = `channel: ${channel ?? 'NAME'}`;
    const place = path[0] === 'reports' ? 'in the report' : 'in the watch';
    const hint = `write it in channels, and ${place} write ${path[0] === 'reports' ? named : `alert: { ${named} }`}`;
    return replaced(now, { path, value: meant, problem: { path: [...path, key], atKey: true, what, hint } });
  }, given);
}

/** The mapping with the channel, unless it has one. */
function withChannel(
  map: Record<string, unknown>,
  { channel, isWatch }: { channel: string; isWatch: boolean },
): Record<string, unknown> {
  const alert = isWatch ? (map['alert'] ?? {}) : map;
  if (!isObject(alert) || Object.hasOwn(alert, 'channel')) return map;
  return isWatch ? { ...map, alert: { ...alert, channel } } : { ...map, channel };
}

/** The channel that has the address already. */
function channelWith(
  address: unknown,
  { channels, data, key }: { channels: readonly string[]; data: unknown; key: string },
): string | undefined {
  const given: unknown[] = Array.isArray(address) ? address : [address];
  return channels.find((name) => {
    const known = valueAt(data, ['channels', name, key]);
    const all: unknown[] = Array.isArray(known) ? known : [known];
    return given.every((one) => all.includes(one));
  });
}

/** What a text in place of a transport was meant as, and what to write. */
interface Meant {
  value: Mapping;
  hint: string;
}

const READERS: Readonly<Record<string, (text: string) => Meant>> = {
  slack: (text) =>
    isAddress(text)
      ? secret('slack', { key: 'webhook_secret', name: 'SLACK_WEBHOOK', kept: 'the address' })
      : {
          value: { channel: text, token_secret: 'SLACK_TOKEN' },
          hint: `write slack: { channel: ${yamlText(text)}, token_secret: SLACK_TOKEN }`,
        },
  teams: () => secret('teams', { key: 'webhook_secret', name: 'TEAMS_WEBHOOK', kept: 'the address' }),
  pagerduty: () => secret('pagerduty', { key: 'key_secret', name: 'PAGERDUTY_KEY', kept: 'the key' }),
  eventbridge: (text) => ({ value: { bus: text }, hint: `write eventbridge: { bus: ${yamlText(text)} }` }),
  ses: (text) => ({
    value: { from: 'news@acme.example', to: [text] },
    hint: `write ses: { from: SENDER, to: [${yamlText(text)}] }`,
  }),
  webhook: (url) => ({
    value: { url: 'https://hooks.acme.example/news', secret: 'WEBHOOK_SECRET' },
    hint:
      webhookAddress(url) === undefined
        ? `write https: [${yamlText(url)}], or webhook: { url: ${yamlText(url)}, secret: WEBHOOK_SECRET } for signed posts`
        : `write the transport of this address: ${webhookAddress(url)?.replace(/^.*?\. Write /, '')}`,
  }),
};

/** Replaces a text in place of a transport of a channel: the name of a channel of Slack, an address, a bus. */
export function mendTransports(given: Mending): Mending {
  return namesIn(given.data, 'channels').reduce(
    (before, channel) =>
      Object.entries(READERS).reduce((now, [transport, read]) => {
        const path = ['channels', channel, transport];
        const text = valueAt(now.data, path);
        if (typeof text !== 'string' || text.trim() === '') return now;
        const { value, hint } = read(text);
        const what = 'Wrong type of value: a mapping belongs here';
        return replaced(now, { path, value, problem: { path, what, hint } });
      }, before),
    given,
  );
}

function isAddress(text: string): boolean {
  return /^https?:/i.test(text.trim());
}

function secret(transport: string, { key, name, kept }: { key: string; name: string; kept: string }): Meant {
  const hint = `write ${transport}: { ${key}: ${name} }, and put ${kept} into the secret`;
  return { value: { [key]: name }, hint };
}

/** Keys whose value is one text, in which a comma is no end. */
const TEXTS: ReadonlySet<string> = new Set(['q', 'query', 'author_name', 'title', 'source_name']);
/** Keys whose value is an expression with commas between its times. */
const EXPRESSIONS: ReadonlySet<string> = new Set(['schedule', 'brief']);

/**
 * Joins what a comma has cut in braces: `{ lang: en, fr }` is a key `lang` and a key `fr` without a value. A key
 * without a value that the schema does not know is a part of the value before it.
 */
export function mendCommas(given: Mending): Mending {
  const queries = namesIn(given.data, 'watches').map((name) => ['watches', name, 'query']);
  const channels = namesIn(given.data, 'channels').map((name) => ['channels', name]);
  const exclusions = namesIn(given.data, 'watches').map((name) => ['watches', name, 'exclude']);
  return [['operators'], ['exclude'], ...channels, ...queries, ...exclusions].reduce(mendMapping, given);
}

function mendMapping(given: Mending, path: Path): Mending {
  const map = valueAt(given.data, path);
  if (!isObject(map) || !Object.values(map).includes(null)) return given;
  const unknown = new Set(unknownKeysAt(given.data, path));
  const parts = new Map<string, string[]>();
  const kept: [string, unknown][] = [];
  for (const [key, value] of Object.entries(map)) {
    const last = kept.at(-1);
    const before = last?.[1];
    const isPart =
      value === null && unknown.has(key) && (typeof before === 'string' || typeof before === 'number');
    if (last && isPart) parts.set(last[0], [...(parts.get(last[0]) ?? [String(before)]), key]);
    else kept.push([key, value]);
  }
  if (parts.size === 0) return given;
  const entries = kept.map(([key, value]) => {
    const own = parts.get(key);
    return [key, own ? (textOf(key, own) ?? own) : value];
  });
  const problems = Array.from(parts, ([key, own]) => ({
    path: [...path, key],
    what: 'A comma ends a value',
    hint: `write ${key}: ${written(key, own)}`,
  }));
  return {
    ...given,
    data: changed(given.data, path, Object.fromEntries(entries)),
    problems: [...given.problems, ...problems],
    renamed: [...given.renamed, ...problems.map(({ path: own }) => own)],
  };
}

/** The text that a comma has cut; undefined where the parts are a list. */
function textOf(key: string, parts: readonly string[]): string | undefined {
  if (EXPRESSIONS.has(key)) return parts.join(',');
  return TEXTS.has(key) ? parts.join(', ') : undefined;
}

function written(key: string, parts: readonly string[]): string {
  const text = textOf(key, parts);
  if (text === undefined) return `[${parts.map(yamlText).join(', ')}]`;
  return EXPRESSIONS.has(key) ? JSON.stringify(text) : yamlText(text);
}

/** A number with a dot before three digits, such as `250.000`, which YAML reads as 250. */
export interface DottedNumber {
  path: Path;
  /** As it is written. */
  text: string;
}

/**
 * Reads dots between thousands where a whole number belongs. Where a fraction is possible, a warning says how YAML
 * reads it.
 */
export function mendDots(
  given: unknown,
  dotted: readonly DottedNumber[],
): { data: unknown; problems: Problem[]; warnings: Problem[] } {
  const problems: Problem[] = [];
  const warnings: Problem[] = [];
  let data = given;
  for (const { path, text } of dotted) {
    const { schema } = placeAt(watchesFileSchema(), { value: data, path });
    const whole = Number(text.replaceAll('.', ''));
    if (!(schema instanceof z.ZodNumber)) continue;
    const read = Number(text);
    const isNumber = Number.isFinite(read);
    const what = isNumber
      ? `YAML reads ${text} as ${read}: the dot begins a fraction`
      : 'A number with two dots is a text for YAML';
    if (!schema.isInt && isNumber) {
      const hint = `if you mean a fraction, write ${read}. If the dot separates thousands, write ${whole}`;
      warnings.push({ path, what, hint });
      continue;
    }
    problems.push({ path, what, hint: `write ${whole}, without a dot between thousands` });
    data = withValue(data, path, whole);
  }
  return { data, problems, warnings };
}

/**
 * Joins a number that commas have cut in braces: `{ count: 1,000 }` is a key `count` and a key `000` without a value.
 */
export function mendCutNumbers(given: Mending): Mending {
  const channels = namesIn(given.data, 'channels').map((name) => ['channels', name]);
  const parts = namesIn(given.data, 'watches').flatMap((name) => [
    ['watches', name, 'alert'],
    ['watches', name, 'query'],
    ['watches', name],
  ]);
  return [['plan'], ...channels, ...parts].reduce(joinNumber, given);
}

function joinNumber(now: Mending, path: Path): Mending {
  const map = valueAt(now.data, path);
  if (!isObject(map) || !Object.values(map).includes(null)) return now;
  const unknown = new Set(unknownKeysAt(now.data, path));
  const rest = Object.keys(map).filter((key) => map[key] === null && unknown.has(key) && /^\d{3}$/.test(key));
  const entries = Object.entries(map).filter(([key]) => !rest.includes(key));
  const numbers = entries.filter(([, value]) => typeof value === 'number' && value > 0 && value < 1_000);
  const before = Object.keys(map)[Object.keys(map).indexOf(rest[0] ?? '') - 1];
  const [owner, value] =
    numbers.find(([key]) => key === before) ?? (numbers.length === 1 ? numbers[0] : undefined) ?? [];
  if (rest.length === 0 || owner === undefined) return now;
  const whole = Number(`${String(value)}${rest.join('')}`);
  const problem = { path: [...path, owner], what: 'A comma ends a value', hint: `write ${owner}: ${whole}` };
  const meant = Object.fromEntries(entries.map(([key, one]) => [key, key === owner ? whole : one]));
  return replaced(now, { path, value: meant, problem });
}
