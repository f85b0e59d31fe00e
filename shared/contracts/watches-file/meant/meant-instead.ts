import * as z from 'zod';
import { isObject } from '../../../domain/lib/fields.ts';
import { listOf, memberOf, type Path, type Problem, yamlText } from '../problem.ts';
import { expectationOf, keysOf } from '../schema/values.ts';
import { meantValue, withoutQuotes } from './meant-value.ts';

type Issue = z.core.$ZodIssue;

/**
 * What to write instead of a wrong value, where its meaning is likely, or else what its place takes. `said` stays
 * otherwise.
 */
export function meantInstead(
  issue: Issue,
  { value, schema, path, said }: SchemaPlace & { path: Path; said: Pick<Problem, 'what' | 'hint'> },
): Partial<Omit<Problem, 'path'>> {
  if (value === null) return {};
  if (typeof value === 'string' && VARIABLE.test(value.trim()))
    return { hint: 'write the value itself: the file has no variables' };
  const { noun, hint: rule } = expectationOf(schema);
  const type = issue.code === 'invalid_type' ? issue.expected : undefined;
  const offered = meantValue({ path, value, noun, type });
  const meant = offered === undefined ? undefined : taken(offered, schema);
  const isQuoted = typeof value === 'string' && withoutQuotes(value) !== value;
  const isPlain = said.what.startsWith('Wrong type of value') || !said.hint;
  const other =
    meant === undefined && isPlain && rule === undefined
      ? withoutMeaning(issue, { value, schema, path })
      : {};
  return {
    ...(isQuoted && { what: 'YAML does not read typographic quotes as quotes' }),
    ...other,
    ...(meant !== undefined && { hint: `${prefixOf(rule, { type, value })}write ${meant}` }),
  };
}

/** `$NAME`, `${NAME}` and `{{ name }}`, which other tools replace. */
const VARIABLE = /^(?:\$\{?[\w.-]{1,100}\}?|\$?\{\{.{1,100}\}\})$/;

/** What to do in general, before the value to write. */
function prefixOf(
  rule: string | undefined,
  { type, value }: { type: string | undefined; value: unknown },
): string {
  if (rule !== undefined) return `${rule}: `;
  const isNumber = type === 'number' || type === 'int';
  const isQuoted = typeof value === 'string' && value !== '' && Number.isFinite(Number(value));
  return isNumber && isQuoted ? 'remove the quotes: ' : '';
}

/** Of what would be offered, what the schema takes there. Phrases and lists are not checked. */
function taken(offered: string, schema: z.core.$ZodType | undefined): string | undefined {
  // Of a value that picks a form of a mapping the schema is one of several.
  if (schema === undefined || schema instanceof z.ZodLiteral) return offered;
  const spans = /^(\d+)d for days, \1h for hours or \1m for minutes$/.test(offered)
    ? offered.split(/, | or /)
    : undefined;
  if (spans) {
    const fitting = spans.filter((span) => isTaken(schema, span.split(' ')[0] ?? ''));
    return fitting.length === 0 ? undefined : fitting.join(' or ');
  }
  const text = /^(?:'([^']*)'|"([^"]*)"|([\w.+@:/-]+))$/.exec(offered);
  if (!text) return offered;
  const plain = text[3];
  const values = plain === undefined ? [text[1] ?? text[2]] : [plain, Number(plain), plain === 'true'];
  return values.some((value) => isTaken(schema, value)) ? offered : undefined;
}

function isTaken(schema: z.core.$ZodType, value: unknown): boolean {
  return z.safeParse(schema, value).success;
}

/** The nearest bound of a number, the one value of a list, or the form of a mapping. */
function withoutMeaning(
  issue: Issue,
  { value, schema, path }: SchemaPlace & { path: Path },
): Partial<Omit<Problem, 'path'>> {
  if (issue.code === 'too_small' && issue.origin === 'number' && issue.inclusive)
    return { hint: `write at least ${issue.minimum}` };
  if (issue.code === 'too_big' && issue.origin === 'number')
    return { hint: `write at most ${issue.maximum}` };
  if (issue.code === 'invalid_value' && !Array.isArray(value))
    return { hint: `write ${listOf(issue.values.map(String))}` };
  const only = onlyValueOf(value);
  if (only !== undefined && schema) return fromMapping(only, schema);
  if (schema instanceof z.ZodNumber && typeof value !== 'object')
    return { hint: `write it in digits, such as ${Math.max(schema.minValue ?? 1, 0)}` };
  const isType = issue.code === 'invalid_type' || issue.code === 'invalid_value';
  if (Array.isArray(value) && isType) return fromList(value, schema);
  const keys = keysOf(schema);
  const [first] = keys;
  const { expected: known } = expectationOf(schema);
  const isMapping = issue.code === 'invalid_type' && ['object', 'record'].includes(issue.expected);
  if (!isMapping) return {};
  const what = 'Wrong type of value: a mapping belongs here';
  const key = path.at(-1);
  const example = first === undefined ? 'name: value' : `${first}: …`;
  const hint = typeof key === 'string' ? { hint: `write ${key}: { ${example} }` } : {};
  return {
    what,
    ...(keys.length > 0 && known === undefined && { expected: `a mapping with ${keys.join(', ')}` }),
    ...hint,
  };
}

/** The value of a mapping with one key; undefined for anything else. */
function onlyValueOf(value: unknown): unknown {
  if (!isObject(value)) return undefined;
  const [only, ...others]: unknown[] = Object.values(value);
  return others.length === 0 ? only : undefined;
}

/** A mapping with one key where its value alone belongs, or a list of it. */
function fromMapping(only: unknown, schema: z.core.$ZodType): Partial<Omit<Problem, 'path'>> {
  if (typeof only !== 'string' && typeof only !== 'number') return {};
  const written = typeof only === 'number' ? String(only) : yamlText(only);
  if (isTaken(schema, only)) return { hint: `write ${written}` };
  return isTaken(schema, [only]) ? { hint: `write a list in brackets: [${written}]` } : {};
}

/** A list where one value belongs. */
function fromList(
  items: readonly unknown[],
  schema: z.core.$ZodType | undefined,
): Partial<Omit<Problem, 'path'>> {
  const first = schema && items.find((item) => isTaken(schema, item));
  if (typeof first !== 'string' && typeof first !== 'number') return {};
  const what = 'Wrong type of value: one value belongs here, and no list';
  const written = yamlText(String(first));
  return { what, hint: items.length === 1 ? `write ${written}` : `write one of them, such as ${written}` };
}

type Schema = z.core.$ZodType;

/**
 * The schema that a path leads to, without its wrappers, and the value there; undefined where the path leads nowhere.
 */
export interface SchemaPlace {
  schema: Schema | undefined;
  value: unknown;
}

/**
 * Follows a path through a schema and a value together. Where a schema has several options, the value picks one of
 * them; a value that fits none picks the first.
 */
export function placeAt(
  root: Schema,
  { value, path }: { value: unknown; path: readonly PropertyKey[] },
): SchemaPlace {
  let place: SchemaPlace = { schema: optionFor(value, root), value };
  for (const part of path) {
    const below = memberOf(place.value, part);
    place = { schema: optionFor(below, place.schema && childOf(place.schema, part)), value: below };
  }
  return place;
}

/** The schema without `optional`, and of a union the option that the value picks. */
function optionFor(value: unknown, schema: Schema | undefined): Schema | undefined {
  if (schema instanceof z.ZodOptional) return optionFor(value, schema.def.innerType);
  if (schema instanceof z.ZodDiscriminatedUnion) {
    const { discriminator } = schema.def;
    const tag = memberOf(value, discriminator);
    return schema.options.find((option) => accepts(childOf(option, discriminator), tag)) ?? schema.options[0];
  }
  if (schema instanceof z.ZodUnion && typeof value === 'object' && !Array.isArray(value)) {
    return schema.options.find((option) => option instanceof z.ZodObject) ?? schema;
  }
  return schema;
}

function accepts(schema: Schema | undefined, value: unknown): boolean {
  return schema !== undefined && z.safeParse(schema, value).success;
}

function childOf(schema: Schema, part: PropertyKey): Schema | undefined {
  if (schema instanceof z.ZodObject)
    return Object.hasOwn(schema.shape, part) ? schema.shape[String(part)] : undefined;
  if (schema instanceof z.ZodRecord) return schema.def.valueType;
  if (schema instanceof z.ZodArray) return schema.def.element;
  if (!(schema instanceof z.ZodUnion)) return undefined;
  return schema.options.map((option) => childOf(option, part)).find((child) => child !== undefined);
}
