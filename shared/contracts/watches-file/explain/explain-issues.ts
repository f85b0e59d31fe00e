import * as z from 'zod';
import { defined, isObject } from '../../../domain/lib/fields.ts';
import { POLICIES } from '../../../domain/policies/registry.ts';
import { EVENT_TYPES } from '../../../domain/services/event-filters.ts';
import { didYouMean } from '../near-miss.ts';
import { hintFrom, listOf, memberOf, type Path, type Problem } from '../problem.ts';
import { FILE_KINDS } from '../schema/query-schema.ts';
import { expectationOf, keysOf } from '../schema/values.ts';
import { accepts, formOf, placeAt, type SchemaPlace } from './schema-place.ts';
import { suggestedValue, yamlOf } from './suggest-value.ts';
import { followsFrom, unknownKey } from './unknown-key.ts';

type Issue = z.core.$ZodIssue;
type Explanation = Omit<Problem, 'path'>;
type Place = SchemaPlace & { path: Path };

interface File {
  schema: z.core.$ZodType;
  raw: unknown;
}

/** One mistake can cause thousands of issues. Nobody reads more than this at once. */
const MOST = 200;
const MORE: Problem = { path: [], what: 'There are more problems than these', hint: 'correct these first' };

/**
 * What the issues of a schema mean for the author of the file, with the problems of rules, without those that follow
 * from a key with a wrong name.
 */
export function problemsOf(
  issues: readonly Issue[],
  { ofRules = [], ...file }: File & { ofRules?: readonly Problem[] },
): Problem[] {
  const first = issues.slice(0, MOST);
  const explained = first.flatMap((issue) => [...explainIssue(issue, file)]);
  const unknown = first.flatMap((issue) =>
    unknownKeysOf(issue).map((key) => ({ key, ...placeOf(issue, file) })),
  );
  const hasMore = Math.max(issues.length, explained.length) > MOST;
  return [...explained.slice(0, MOST), ...(hasMore ? [MORE] : []), ...ofRules].filter(
    (problem) => !followsFrom(problem, { unknown, raw: file.raw }),
  );
}

function unknownKeysOf(issue: Issue): string[] {
  return issue.code === 'unrecognized_keys' ? issue.keys.slice(0, MOST + 1) : [];
}

function placeOf({ path: keys }: Issue, { schema, raw }: File): Place {
  const path = keys.filter((part) => typeof part !== 'symbol');
  return { ...placeAt(schema, { value: raw, path }), path };
}

function* explainIssue(issue: Issue, file: File): Generator<Problem> {
  const place = placeOf(issue, file);
  const inner = issuesOfForm(issue, place);
  if (issue.code === 'unrecognized_keys') {
    for (const key of unknownKeysOf(issue)) yield unknownKey(key, place);
  } else if (inner) {
    for (const below of inner) yield* explainIssue(below, file);
  } else if (place.value === undefined) {
    yield missingKey(place);
  } else {
    const { expected, hint } = expectationOf(place.schema);
    const rule = hint ?? (expected && `write ${expected}`);
    yield {
      path: place.path,
      ...defined<Partial<Problem>>({ expected, hint: rule }),
      ...wrongValue(issue, place),
    };
  }
}

/**
 * Some values have several forms: a list is also one text. The issues are those of the form that the author has used;
 * undefined where the issue is about no such value.
 */
function issuesOfForm(issue: Issue, { schema, value }: Place): Issue[] | undefined {
  if (issue.code !== 'invalid_union' || issue.discriminator !== undefined || !schema) return undefined;
  const issues = z.safeParse(formOf(schema, value) ?? schema, value).error?.issues ?? [];
  // Of a value of no form, the schema is still that of all forms.
  if (issues.some(({ code, path }) => code === 'invalid_union' && path.length === 0)) return undefined;
  return issues.map((below) => ({ ...below, path: [...issue.path, ...below.path] }));
}

function missingKey({ path, schema }: Place): Problem {
  const key = path.at(-1);
  const expected = key === 'kind' ? listOf(FILE_KINDS) : expectationOf(schema).expected;
  const what = key === undefined ? 'The file has no content' : `The key "${key}" is missing`;
  return defined<Problem>({ path, atKey: true, what, expected, hint: 'add it' });
}

function wrongValue(issue: Issue, place: Place): Explanation {
  const { value, schema } = place;
  const { noun = 'value', candidates } = expectationOf(schema);
  if (value === null) return noValue(place.path);
  if (issue.code === 'custom') return customProblem(issue, place, candidates);
  if (issue.code === 'invalid_union') return wrongChoice(issue.discriminator, place);
  if (issue.code === 'invalid_type') return wrongType(issue.expected, place);
  if (issue.code === 'too_small' || issue.code === 'too_big') return outOfBounds(issue);
  const values = issue.code === 'invalid_value' ? issue.values.map(String) : [];
  const near = typeof value === 'string' ? didYouMean(value, values) : undefined;
  const { hint: rule = values.length === 0 ? undefined : `write ${listOf(values)}` } = expectationOf(schema);
  return { what: invalid(noun, value), ...withHint(near ?? suggestion(place) ?? rule) };
}

function withHint(hint: string | undefined): Pick<Problem, 'hint'> {
  return hint === undefined ? {} : { hint };
}

/** What to write, behind the rule of the place. */
function suggestion(place: Place): string | undefined {
  const { hint: rule } = expectationOf(place.schema);
  const value = suggestedValue(place);
  return value === undefined ? undefined : `${rule === undefined ? '' : `${rule}: `}write ${value}`;
}

function outOfBounds(issue: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig): Explanation {
  const isSmall = issue.code === 'too_small';
  if (issue.origin === 'array' && isSmall)
    return { what: 'The list is empty', hint: 'add at least one entry' };
  if (issue.origin === 'array' || issue.origin === 'string')
    return { what: `The ${issue.origin === 'array' ? 'list' : 'text'} is too long` };
  const bound = isSmall ? issue.minimum : issue.maximum;
  const than = issue.inclusive === false ? 'more than' : 'at least';
  return isSmall
    ? { what: 'The number is too small', hint: `write ${than} ${bound}` }
    : { what: 'The number is too large', hint: `write at most ${bound}` };
}

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

/** The message of a check of ours: its first sentence says what is wrong, the others what to do. */
function customProblem(
  { message, params }: z.core.$ZodIssueCustom,
  place: Place,
  candidates: (() => readonly string[]) | undefined,
): Explanation {
  const { value } = place;
  const [offset, hint] = [memberOf(params, 'offset'), memberOf(params, 'hint')];
  const near = candidates && typeof value === 'string' ? didYouMean(value, candidates()) : undefined;
  const said = typeof hint === 'string' ? { what: message, hint } : inTwoParts(message);
  return {
    ...said,
    ...(typeof hint !== 'string' && offset === undefined && withHint(near ?? suggestion(place) ?? said.hint)),
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

/** A value that picks one of several forms of a mapping, and fits none. */
function wrongChoice(discriminator: string | undefined, place: Place): Explanation {
  const { value } = place;
  const choice = CHOICES[discriminator ?? ''];
  if (!choice) return { what: 'Wrong type of value', ...withHint(suggestion(place)) };
  const { noun, values } = choice;
  const expected = listOf(values);
  if (typeof value !== 'string')
    return { what: 'Wrong type of value: one value belongs here', expected, hint: `write ${expected}` };
  const hint = didYouMean(value, values) ?? `write ${expected}`;
  return { what: `Unknown ${noun} "${value}"`, expected, hint };
}

/** The keys whose value picks the form of a mapping. */
const CHOICES: Readonly<Record<string, { noun: string; values: readonly string[] }>> = {
  kind: { noun: 'kind of watch', values: FILE_KINDS },
  when: { noun: 'policy', values: POLICIES },
  event_type: { noun: 'type of event', values: EVENT_TYPES },
};

/** YAML reads a number from what looks like one, and a text from what is in quotes or lacks a blank. */
function wrongType(expected: string, place: Place): Explanation {
  const { value } = place;
  const [, key, rest] = /^([a-z_]+):([^\s/].*)$/.exec(typeof value === 'string' ? value : '') ?? [];
  if (expected !== 'array' && key !== undefined)
    return { what: 'A space is missing after the colon', hint: `write ${key}: ${rest}` };
  if (expected === 'object' || expected === 'record') return mappingExpected(place);
  const meant = suggestedValue(place);
  const isList = Array.isArray(value);
  const what = isList ? 'Wrong type of value: one value belongs here, and no list' : 'Wrong type of value';
  if (meant === undefined) return { what };
  if (isList && value.length > 1) {
    const isChannel = place.path.at(-1) === 'channel' && place.path.includes('alert');
    return {
      what,
      hint: isChannel ? `write channels: ${yamlOf(value)}` : `write one of them, such as ${meant}`,
    };
  }
  if (expected === 'array') {
    const [, item] = /^-([^\s-].*)$/.exec(typeof value === 'string' ? value : '') ?? [];
    return item === undefined
      ? { what, hint: `write a list in brackets: ${meant}` }
      : { what: 'A space is missing after the dash', hint: `write - ${item}` };
  }
  return { what, hint: `write ${meant}` };
}

/** Another value in place of a mapping: it was probably meant for the first key that takes it. */
function mappingExpected({ value, schema, path }: Place): Explanation {
  const keys = keysOf(schema);
  const { expected } = expectationOf(schema);
  const what = 'Wrong type of value: a mapping belongs here';
  const listed = keys.length > 0 && expected === undefined;
  const there = listed ? { expected: `a mapping with ${keys.join(', ')}` } : {};
  if (Array.isArray(value) && value.every((item) => isObject(item)))
    return { what, ...there, hint: 'remove the dashes: write each name or key on a line of its own' };
  const [entry = `${keys[0] ?? 'name'}: …`] = keys.flatMap((key) =>
    [value, [value]]
      .filter(
        (form) => schema && accepts(placeAt(schema, { value: { [key]: form }, path: [key] }).schema, form),
      )
      .map((form) => `${key}: ${yamlOf(form)}`),
  );
  const mapping = expected?.startsWith('{') ? expected : `{ ${entry} }`;
  const key = path.at(-1);
  return { what, ...there, hint: `write ${typeof key === 'string' ? `${key}: ` : ''}${mapping}` };
}
