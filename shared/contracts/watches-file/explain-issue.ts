import type * as z from 'zod';
import { defined } from '../../domain/lib/fields.ts';
import { POLICIES, policyOf } from '../../domain/policies/registry.ts';
import { EVENT_TYPES } from '../../domain/services/event-filters.ts';
import { parameterOf } from '../../domain/services/news-rules.ts';
import { meantInstead, type SchemaPlace, placeAt } from './meant/meant-instead.ts';
import { didYouMean } from './near-miss.ts';
import { hintFrom, keysThere, listOf, memberOf, type Path, type Problem, yamlText } from './problem.ts';
import { channelSchema } from './schema/channel-schema.ts';
import { type Expectation, expectationOf, keysOf } from './schema/values.ts';
import { FILE_KINDS } from './schema/query-schema.ts';
import { reportSchema } from './schema/file-schema.ts';
import { settings, watchOfAnyKind } from './schema/watch-schema.ts';
import { jobFields } from './schema/watchlist-schema.ts';

type Issue = z.core.$ZodIssue;
type Explanation = Omit<Problem, 'path'>;

/** What an issue of the schema means for the author of the file. */
export function* explainIssue(
  issue: Issue,
  file: { schema: z.core.$ZodType; raw: unknown },
): Generator<Problem> {
  const path = issue.path.filter((part) => typeof part !== 'symbol');
  const place = placeAt(file.schema, { value: file.raw, path });
  const inner = issuesOfForm(issue, place.value);
  if (issue.code === 'unrecognized_keys') {
    for (const key of issue.keys) yield unknownKey(key, { path, place });
  } else if (inner) {
    for (const below of inner) yield* explainIssue(below, file);
  } else if (place.value === undefined) {
    yield missingKey(path, place);
  } else {
    const { expected, hint } = expectationOf(place.schema);
    const said = wrongValue(issue, { ...place, path });
    yield {
      path,
      ...defined<Partial<Problem>>({ expected, hint }),
      ...said,
      ...meantInstead(issue, { ...place, path, said }),
    };
  }
}

/**
 * Some values have two forms: a list is also one text, a mapping is also false. The issues are those of the form that
 * the author has used; undefined where the issue is about no such value.
 */
function issuesOfForm(issue: Issue, value: unknown): Issue[] | undefined {
  if (issue.code !== 'invalid_union' || issue.discriminator !== undefined || value === null) return undefined;
  const forms = issue.errors;
  const used = forms.find((issues) => !issues.some((one) => isOfType(one)));
  const isList = (['array', 'object'] as const).every((type) =>
    forms.some((issues) => issues.some((one) => isOfType(one, type))),
  );
  const isSimple = typeof value !== 'object' && typeof value !== 'string';
  if (!used && isSimple && !isList) return undefined;
  const issues = used ?? forms[isList || typeof value === 'object' ? 0 : 1] ?? [];
  return issues.map((below) => ({ ...below, path: [...issue.path, ...below.path] }));
}

/** Whether an issue says that the value as a whole has another type than a form, or is none of its values. */
function isOfType(issue: Issue, expected?: 'object' | 'array'): boolean {
  if (issue.path.length > 0) return false;
  if (issue.code === 'invalid_value' || issue.code === 'invalid_union') return expected === undefined;
  return issue.code === 'invalid_type' && (expected === undefined || issue.expected === expected);
}

function unknownKey(key: string, { path, place }: { path: Path; place: SchemaPlace }): Problem {
  const keys = keysOf(place.schema);
  const known = expectationOf(place.schema).ofKey?.(key) ?? otherTool(key);
  const hint =
    known?.hint ?? didYouMean(key, keys) ?? settingHint(key, path) ?? hintElsewhere(key, path) ?? 'remove it';
  const what = known?.what ?? `Unknown key "${key}"`;
  return { path: [...path, key], atKey: true, what, hint, ...(known ? {} : keysThere(keys)) };
}

/** What to do about a setting of another policy than the one that `when` names. */
function settingHint(key: string, path: Path): string | undefined {
  if (path.at(-1) !== 'alert') return undefined;
  const policies = POLICIES.filter((name) => policyOf(name).parameters.some((one) => one.name === key));
  if (policies.length === 0) return undefined;
  return `remove it: it is a setting of the policy ${listOf(policies)}, which needs when: ${listOf(policies)}`;
}

function missingKey(path: Path, { schema }: SchemaPlace): Problem {
  const key = path.at(-1);
  const expected = key === 'kind' ? KINDS : expectationOf(schema).expected;
  const what = key === undefined ? 'The file has no content' : `The key "${key}" is missing`;
  return defined<Problem>({ path, atKey: true, what, expected, hint: 'add it' });
}

const KINDS = listOf(FILE_KINDS);

function wrongValue(issue: Issue, place: SchemaPlace & { path: Path }): Explanation {
  const { value, schema } = place;
  const { noun = 'value', candidates } = expectationOf(schema);
  if (value === null) return noValue(place.path);
  if (issue.code === 'invalid_union') return wrongChoice(issue.discriminator, value);
  if (issue.code === 'invalid_type')
    return (
      withoutBlank(issue.expected, value) ?? {
        what: 'Wrong type of value',
        ...conversionHint(issue.expected, value),
      }
    );
  if (issue.code === 'too_small') return tooSmall(issue.origin);
  if (issue.code === 'too_big') return { what: TOO_BIG[issue.origin] ?? 'The number is too large' };
  if (issue.code === 'custom') return customProblem(issue, { value, candidates });
  const near = issue.code === 'invalid_value' ? nearHint(value, issue.values.map(String)) : {};
  return { what: invalid(noun, value), ...near };
}

function tooSmall(origin: string): Explanation {
  if (origin === 'array') return { what: 'The list is empty', hint: 'add at least one entry' };
  return { what: 'The number is too small' };
}

const TOO_BIG: Readonly<Record<string, string>> = {
  array: 'The list is too long',
  string: 'The text is too long',
};

function noValue(path: Path): Explanation {
  const key = path.at(-1);
  if (key === undefined) return { what: 'The file has no content', hint: 'docs/watches.md describes it' };
  if (typeof key === 'number')
    return { what: 'This list entry is empty', hint: 'write a value, or remove it' };
  const hint = 'write a value after the colon, such as {} for an empty mapping, or remove the key';
  return { what: `The key "${key}" has no value`, hint };
}

/** The longest value that a sentence shows. The whole value is shown with the place of the problem. */
const LONGEST_SHOWN = 40;

/** `Invalid duration "1x"` */
function invalid(noun: string, value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > LONGEST_SHOWN ? `Invalid ${noun}` : `Invalid ${noun} "${text}"`;
}

function nearHint(value: unknown, candidates: readonly string[]): Pick<Problem, 'hint'> {
  const near = typeof value === 'string' ? didYouMean(value, candidates) : undefined;
  return near === undefined ? {} : { hint: near };
}

/** The message of a check of ours: its first sentence says what is wrong, the others what to do. */
function customProblem(
  { message, params }: z.core.$ZodIssueCustom,
  { value, candidates }: { value: unknown; candidates: Expectation['candidates'] },
): Explanation {
  const [offset, hint] = [memberOf(params, 'offset'), memberOf(params, 'hint')];
  return {
    ...(typeof hint === 'string' ? { what: message, hint } : inTwoParts(message)),
    ...(candidates && nearHint(value, candidates())),
    ...(typeof offset === 'number' && { offset }),
  };
}

/**
 * Parts `The query is empty. Write a word.` into what is wrong and a hint. A full stop inside quotes parts nothing.
 */
function inTwoParts(message: string): Pick<Problem, 'what' | 'hint'> {
  const text = message.replace(/\.$/, '');
  const [, what = text, hint = ''] = /^((?:"[^"]*"|[^"])+?)\. (.+)$/s.exec(text) ?? [];
  return { what, ...(hint !== '' && { hint: hintFrom(hint) }) };
}

/**
 * A value that picks one of several forms of a mapping, and fits none; or a value that is neither a list nor a text.
 */
function wrongChoice(discriminator: string | undefined, value: unknown): Explanation {
  const choice = CHOICES[discriminator ?? ''];
  const listed: unknown[] = Array.isArray(value) ? value : [];
  const first = choice?.values.find((one) => listed.includes(one));
  if (choice && first !== undefined)
    return {
      what: 'Wrong type of value: one value belongs here, and no list',
      expected: listOf(choice.values),
      hint: listed.length === 1 ? `write ${first}` : `write ${first}, and add a watch for each of the others`,
    };
  if (!choice || typeof value !== 'string')
    return { what: 'Wrong type of value', ...(choice && { expected: listOf(choice.values) }) };
  return {
    what: `Unknown ${choice.noun} "${value}"`,
    expected: listOf(choice.values),
    ...nearHint(value, choice.values),
  };
}

/** The keys whose value picks the form of a mapping. */
const CHOICES: Readonly<Record<string, { noun: string; values: readonly string[] }>> = {
  kind: { noun: 'kind of watch', values: FILE_KINDS },
  when: { noun: 'policy', values: POLICIES },
  event_type: { noun: 'type of event', values: EVENT_TYPES },
};

/** A text that YAML reads from `email:[...]` or `-press`: it needs a blank to see a key or a list. */
function withoutBlank(expected: string, value: unknown): Explanation | undefined {
  if (typeof value !== 'string') return undefined;
  const [, key, rest] = /^([a-z_]+):([^\s/].*)$/.exec(value) ?? [];
  if (expected !== 'array' && key !== undefined)
    return { what: 'A space is missing after the colon', hint: `write ${key}: ${rest}` };
  const [, item] = /^-([^\s-].*)$/.exec(value) ?? [];
  if (expected !== 'array' || item === undefined) return undefined;
  return { what: 'A space is missing after the dash', hint: `write - ${item}` };
}

/** A value as an entry of a list. A number may have lost a plus sign or a zero that a phone number begins with. */
function inList(value: string | number | boolean): string {
  if (typeof value === 'number') return '"…"';
  const parts = typeof value === 'string' ? value.trim().split(/[;,\s]+/) : [];
  if (parts.length > 1 && parts.every((part) => /@|^https?:|^\+\d/.test(part))) return parts.join(', ');
  if (typeof value === 'string' && value.includes(',')) return value;
  return typeof value === 'string' ? yamlText(value).replace(/^'([^']*)'$/, '"$1"') : String(value);
}

/** YAML reads a number from what looks like one, and a text from what is in quotes. */
function conversionHint(expected: string, value: unknown): Pick<Problem, 'hint'> {
  const isSimple = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  if (!isSimple) return {};
  if (expected === 'array') return { hint: `write a list in brackets: [${inList(value)}]` };
  if (expected === 'string') return { hint: 'put the value in quotes' };
  const isNumber = value !== '' && Number.isFinite(Number(value));
  return isNumber && (expected === 'number' || expected === 'int') ? { hint: 'remove the quotes' } : {};
}

/** Where a key belongs that its place does not have, as a hint; undefined for a key that the file has nowhere. */
function hintElsewhere(key: string, path: Path): string | undefined {
  const [section] = path;
  if (section === 'watches' && Object.hasOwn(jobFields, key))
    return 'remove it: only a watch of kind extraction has it';
  if (section === 'channels' && path.length > 2 && (CHANNEL.has(key) || key === 'timezone'))
    return 'move it to the channel: it is a key beside email';
  if (section !== 'channels' && CHANNEL.has(key)) return 'move it to a channel, which all its watches share';
  if (section === 'defaults' && WATCH.has(key) && !Object.hasOwn(settings, key))
    return `write it in each watch: defaults have no ${key}`;
  if (section === 'watches' && path.length > 2 && WATCH.has(key))
    return 'move it to the watch: it is a key beside kind';
  if (section !== 'watches' && WATCH.has(key)) return 'move it to the watches that it is for';
  if (section !== 'reports' && REPORT.has(key)) return 'move it to a report';
  return parameterOf(key) === undefined ? undefined : 'move it to the query of each watch that it is for';
}

const CHANNEL = new Set(keysOf(channelSchema).filter((key) => key !== 'timezone' && key !== 'companies'));
const WATCH = new Set(keysOf(watchOfAnyKind));
const REPORT = new Set(keysOf(reportSchema));

const CHAT =
  'use email with the address of the chat channel, or https with a service of yours that passes the JSON on';

/** What to do instead of keys that other tools have and that have no equivalent in the file. */
const INSTEAD: ReadonlyMap<string, string> = new Map(
  (
    [
      ['discord telegram whatsapp', CHAT],
      ['author authors', 'use a watch of kind authors, with author_name in its query'],
      ['author_name', 'use a watch of kind authors'],
      ['disabled disable pause paused', 'write enabled: false for a watch that does not run'],
      ['name id', 'remove it: the key above is the name'],
      ['description title', 'remove it, or write it as a comment after #'],
      [
        'include includes import imports extends',
        'remove it: a file cannot include others. Copy their content into this one',
      ],
      ['not', 'write NOT inside of q, such as q: acme NOT comics'],
      ['aliases', 'add them to names'],
      ['alias', 'add it to names'],
      ['version', 'remove it: the file has no version'],
      [
        'api_key apikey token',
        'remove it: keys do not belong in this file. docs/operations.md says how to set them',
      ],
    ] as const
  ).flatMap(([keys, hint]) => keys.split(' ').map((key) => [key, hint] as const)),
);

/** The problem of a key of another tool; undefined for any other key. */
function otherTool(key: string): Pick<Problem, 'what' | 'hint'> | undefined {
  const name = key.toLowerCase().replaceAll('-', '_');
  const hint = INSTEAD.get(name);
  return hint === undefined ? undefined : { what: `Unknown key "${key}"`, hint };
}
