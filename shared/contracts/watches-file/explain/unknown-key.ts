import { isObject } from '../../../domain/lib/fields.ts';
import { POLICIES, policyOf } from '../../../domain/policies/registry.ts';
import { parameterOf } from '../../../domain/services/news-rules.ts';
import { nearest } from '../near-miss.ts';
import { keysThere, listOf, memberOf, type Path, type Problem } from '../problem.ts';
import { channelSchema } from '../schema/channel-schema.ts';
import { expectationOf, keysOf, requiredKeysOf } from '../schema/values.ts';
import { watchOfAnyKind } from '../schema/watch-schema.ts';
import { jobFields } from '../schema/watchlist-schema.ts';
import type { SchemaPlace } from './schema-place.ts';

type Place = SchemaPlace & { path: Path };

/** A key that its mapping does not have: the key that it was probably meant as, or the place where it belongs. */
export function unknownKey(key: string, { schema, value, path }: Place): Problem {
  const keys = keysOf(schema);
  const known = expectationOf(schema).ofKey?.(key);
  const near = meantKey(key, { keys, value });
  const hint =
    known?.hint ??
    (near === undefined ? undefined : `did you mean ${near}?`) ??
    settingHint(key, path) ??
    hintElsewhere(key, { path, value }) ??
    missingHint({ schema, value }) ??
    'remove it';
  const what = known?.what ?? `Unknown key "${key}"`;
  return { path: [...path, key], atKey: true, what, hint, ...(known ? {} : keysThere(keys)) };
}

/** A key of the mapping that is spelt nearly so, or is called so elsewhere, and that the mapping does not have yet. */
function meantKey(
  key: string,
  { keys, value }: { keys: readonly string[]; value: unknown },
): string | undefined {
  const plain = key.toLowerCase().replaceAll('-', '_');
  const free = keys.filter((one) => memberOf(value, one) === undefined);
  return nearest(key, keys) ?? (USUAL[plain] ?? []).find((one) => free.includes(one));
}

/** Names that other tools have for keys of the file. */
const USUAL: Readonly<Record<string, readonly string[]>> = {
  type: ['kind'],
  keywords: ['q'],
  query: ['q'],
  search: ['q'],
  language: ['lang'],
  languages: ['lang'],
  country: ['countries'],
  recipients: ['email'],
  phone: ['sms'],
  notify: ['alert'],
  level: ['severity'],
  digest: ['brief'],
  cron: ['schedule'],
  interval: ['schedule'],
  every: ['schedule'],
};

/** The one required key that the mapping does not have, which the unknown one probably is. */
function missingHint({ schema, value }: SchemaPlace): string | undefined {
  const [missing, ...others] = requiredKeysOf(schema).filter((key) => memberOf(value, key) === undefined);
  return missing === undefined || others.length > 0 ? undefined : `did you mean ${missing}?`;
}

/** What to do about a setting of another policy than the one that `when` names. */
function settingHint(key: string, path: Path): string | undefined {
  if (path.at(-1) !== 'alert') return undefined;
  const policies = POLICIES.filter((name) => policyOf(name).parameters.some((one) => one.name === key));
  if (policies.length === 0) return undefined;
  return `remove it: it is a setting of the policy ${listOf(policies)}, which needs when: ${listOf(policies)}`;
}

/** Where a key belongs that its place does not have, as a hint; undefined for a key that the file has nowhere. */
function hintElsewhere(key: string, { path, value }: { path: Path; value: unknown }): string | undefined {
  const isWatch = path[0] === 'watches' && path.length === 2;
  if (memberOf(memberOf(value, key), 'kind') !== undefined)
    return 'move it to watches, at the level of the other names there';
  if (path[0] === 'watches' && key === 'disabled')
    return 'write enabled: false for a watch that does not run';
  if (key === 'author') return 'use a watch of kind authors, with author_name in its query';
  if (isWatch && Object.hasOwn(jobFields, key)) return 'remove it: only a watch of kind extraction has it';
  if (isWatch && (key === 'channel' || key === 'channels' || key === 'when'))
    return `move it to alert: write alert: { ${key}: … }`;
  if (isWatch && parameterOf(key) !== undefined)
    return 'move it to query: indent it by 2 more spaces, below query:';
  // Some keys are of both, such as `timezone`.
  if (path[0] === 'channels' && CHANNEL.has(key)) return 'move it to the channel, beside email';
  if (WATCH.has(key)) return 'move it to the watches that it is for, beside kind';
  if (CHANNEL.has(key)) return 'move it to a channel, beside email';
  return parameterOf(key) === undefined || path.includes('query')
    ? undefined
    : 'move it to the query of each watch that it is for';
}

const CHANNEL = new Set(keysOf(channelSchema));
const WATCH = new Set(keysOf(watchOfAnyKind));

/**
 * Whether a problem follows from the wrong name of a key: something is missing in the same mapping that the key
 * probably is. `unknown` are the keys that the schema does not know.
 */
export function followsFrom(
  { path, atKey }: Problem,
  { unknown, raw }: { unknown: readonly (Place & { key: string })[]; raw: unknown },
): boolean {
  const above = path.slice(0, -1).reduce<unknown>(memberOf, raw);
  const isMissing = path.reduce<unknown>(memberOf, raw) === undefined;
  if (!atKey || (isMissing && above !== undefined && !isObject(above))) return atKey === true;
  return unknown.some(({ path: at, key, schema, value }) => {
    if (!at.every((part, n) => part === path[n]) || path.length - at.length > 2) return false;
    if (path.length === at.length) return true;
    const meant = meantKey(key, { keys: keysOf(schema), value });
    return isMissing && (meant === undefined || meant === path[at.length]);
  });
}
