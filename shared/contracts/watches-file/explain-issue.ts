import type * as z from 'zod';
import { EVENT_TYPES } from '../../domain/services/event-filters.ts';
import { POLICIES } from '../../domain/policies/registry.ts';
import { expectationOf, keysOf, memberOf, placeAt, type Expectation, type Place } from './expectations.ts';
import { didYouMean, nearest } from './near-miss.ts';
import { listOf, type Path, type Problem } from './problem.ts';
import { FILE_KINDS } from './query-schema.ts';

type Issue = z.core.$ZodIssue;

/** More keys than these are looked up in the reference, not listed. */
const MOST_KEYS = 16;

/** What an issue of the schema means to the person who wrote the file. */
export function* explainIssue(
  issue: Issue,
  file: { schema: z.core.$ZodType; raw: unknown },
): Generator<Problem> {
  const path = issue.path.filter((part) => typeof part !== 'symbol');
  const place = placeAt(file.schema, { value: file.raw, path });
  const inner = branchOf(issue, place.value);
  if (issue.code === 'unrecognized_keys') {
    for (const key of issue.keys) yield unknownKey(key, { path, place });
  } else if (inner) {
    for (const below of inner) yield* explainIssue(below, file);
  } else if (place.value === undefined) {
    yield missing(path, place);
  } else {
    const { expected } = expectationOf(place.schema);
    yield { path, ...(expected !== undefined && { expected }), ...faultOf(issue, place) };
  }
}

/** A list may be written as one text, a mapping as false: what is wrong is said of the form that was chosen. */
function branchOf(issue: Issue, value: unknown): Issue[] | undefined {
  if (issue.code !== 'invalid_union' || issue.discriminator !== undefined || value === null) return undefined;
  const isWhole = typeof value === 'object';
  if (!isWhole && typeof value !== 'string') return undefined;
  const branch = issue.errors[isWhole ? 0 : 1] ?? [];
  return branch.map((below) => ({ ...below, path: [...issue.path, ...below.path] }));
}

function unknownKey(key: string, { path, place }: { path: Path; place: Place }): Problem {
  const keys = keysOf(place.schema);
  const known = expectationOf(place.schema).ofKey?.(key);
  const hint = known?.hint ?? didYouMean(key, keys) ?? 'take it out';
  const what = known?.what ?? `unknown key ${key}`;
  const list = keys.length <= MOST_KEYS ? { expected: listOf(keys) } : {};
  return { path: [...path, key], atKey: true, what, hint, ...(known ? {} : list) };
}

function missing(path: Path, { schema }: Place): Problem {
  const key = String(path.at(-1) ?? 'the content');
  const expected = key === 'kind' ? KINDS : expectationOf(schema).expected;
  return {
    path,
    atKey: true,
    what: `${key} is missing`,
    ...(expected !== undefined && { expected }),
    hint: 'add it',
  };
}

const KINDS = listOf(FILE_KINDS);

function faultOf(issue: Issue, place: Place): Omit<Problem, 'path'> {
  const { hint } = expectationOf(place.schema);
  return { ...(hint !== undefined && { hint }), ...fault(issue, place) };
}

function fault(issue: Issue, { schema, value }: Place): Omit<Problem, 'path'> {
  const { later, candidates } = expectationOf(schema);
  if (value === null) return { what: 'nothing stands here', hint: EMPTY };
  if (issue.code === 'invalid_union') return wrongMember(issue.discriminator, value);
  if (issue.code === 'invalid_type')
    return { what: 'wrong kind of value', ...conversion(issue.expected, value) };
  if (issue.code === 'too_small')
    return { what: issue.origin === 'array' ? 'the list is empty' : 'too small' };
  if (issue.code === 'too_big') return { what: OVER[issue.origin] ?? 'too large' };
  if (issue.code === 'custom') return custom(issue, { value, candidates });
  if (issue.code !== 'invalid_value') return { what: 'wrong form' };
  const name = typeof value === 'string' ? value : JSON.stringify(value);
  if (later?.names.includes(name)) return { what: `${name} is not available yet`, hint: later.hint };
  const near = didYouMean(name, issue.values.map(String));
  return { what: 'wrong value', ...(near !== undefined && { hint: near }) };
}

/** What a check of ours said, with the place inside a text where it knows it. */
function custom(
  { message, params }: z.core.$ZodIssueCustom,
  { value, candidates }: { value: unknown; candidates: Expectation['candidates'] },
): Omit<Problem, 'path'> {
  const offset: unknown = memberOf(params, 'offset');
  const near = candidates && typeof value === 'string' ? didYouMean(value, candidates()) : undefined;
  const what = message.replace(/\.$/, '');
  return { what, ...(near !== undefined && { hint: near }), ...(typeof offset === 'number' && { offset }) };
}

const EMPTY = 'write something behind the colon, such as {} where a mapping is empty, or take the key out';
const OVER: Readonly<Record<string, string>> = { array: 'the list is too long', string: 'too long' };

/** A value that says to which of several forms the rest belongs, and belongs to none. */
function wrongMember(discriminator: string | undefined, value: unknown): Omit<Problem, 'path'> {
  if (discriminator === 'event_type') return wrongEventType(value);
  return discriminator === 'when' ? wrongPolicy(value) : wrongKind(value);
}

/** A watch of a kind that is not there, or a value that is neither a list nor a text. */
function wrongKind(value: unknown): Omit<Problem, 'path'> {
  if (typeof value !== 'string') return { what: 'wrong kind of value' };
  const near = nearest(value, FILE_KINDS);
  return {
    what: 'unknown kind of watch',
    expected: KINDS,
    ...(near !== undefined && { hint: `did you mean ${near}?` }),
  };
}

function wrongPolicy(value: unknown): Omit<Problem, 'path'> {
  const near = typeof value === 'string' ? didYouMean(value, POLICIES) : undefined;
  return { what: 'unknown policy', expected: listOf(POLICIES), ...(near !== undefined && { hint: near }) };
}

function wrongEventType(value: unknown): Omit<Problem, 'path'> {
  const near = typeof value === 'string' ? didYouMean(value, EVENT_TYPES) : undefined;
  return { what: 'unknown type of event', ...(near !== undefined && { hint: near }) };
}

/** YAML makes a number of what looks like one, and a text of what stands in quotes. */
function conversion(expected: string, value: unknown): { hint?: string } {
  const simple = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  if (!simple) return {};
  if (expected === 'array') return { hint: `write a list in brackets: [${value}]` };
  if (expected === 'string') return { hint: 'put the value in quotes' };
  const unquoted =
    (expected === 'number' || expected === 'int') && value !== '' && Number.isFinite(Number(value));
  return unquoted ? { hint: 'leave out the quotes' } : {};
}
