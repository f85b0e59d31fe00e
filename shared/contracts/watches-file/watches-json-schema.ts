import * as z from 'zod';
import { isObject } from '../../domain/lib/fields.ts';
import { isSame } from '../../domain/lib/hash.ts';
import { parameterOf } from '../../domain/services/news-rules.ts';
import { keysOf } from './schema/values.ts';
import { watchesFileSchema } from './schema/file-schema.ts';

/** Editors support this draft best. It allows references to any place, such as `$defs`. */
const DRAFT = 'http://json-schema.org/draft-07/schema#';

/**
 * The JSON Schema of `watches.yaml`, for editors. It says less than the check of the file: what needs a calendar, the
 * query language or another part of the file is left to `bellwether validate`. It is laid out so that a validator
 * reports one mistake once, at its own place.
 */
export function watchesJsonSchema(): JsonSchema {
  const schema = z.toJSONSchema(watchesFileSchema(), {
    io: 'input',
    override: ({ zodSchema, jsonSchema }) => {
      const keys = keysOf(zodSchema);
      if (!keys.includes('lang') || OWN_KEYS.some((key) => keys.includes(key))) return;
      const tags = { $ref: '#/$defs/custom_tags' };
      jsonSchema.patternProperties = { '^custom_tags\\..': tags };
      jsonSchema.properties = { ...jsonSchema.properties, custom_tags: TAXONOMIES };
    },
  });
  const cases: Record<string, JsonSchema> = {};
  // JSON.parse visits the parts of a part before the part itself.
  const { $defs, ...root }: JsonSchema = JSON.parse(JSON.stringify(schema), (key, part: unknown) =>
    isSchema(key, part) ? simplifyPart(part, cases) : part,
  );
  return {
    title: 'The watches of Bellwether',
    ...root,
    $schema: DRAFT,
    $defs: {
      ...Object.fromEntries(Object.entries($defs ?? {}).map(withBooleanText)),
      custom_tags: TAGS,
      ...cases,
    },
  };
}

/** Keys of queries with languages that have no taxonomies. */
const OWN_KEYS = ['aggregation_by', 'feeds', 'tone_max'];

/** Keywords whose value is a mapping from names to schemas. */
const MAPPINGS: readonly string[] = ['$defs', 'properties', 'patternProperties'];

function isSchema(key: string, part: unknown): part is JsonSchema {
  return isObject(part) && !MAPPINGS.includes(key);
}

/** Taxonomies of the customer: the schema does not know their names or tags. */
const TAGS: JsonSchema = {
  description: 'Tags of a taxonomy of your own.',
  type: ['array', 'string'],
  items: { type: 'string' },
  minItems: 1,
};

/** The same with the taxonomies in a mapping. */
const TAXONOMIES: JsonSchema = {
  description: 'Tags of taxonomies of your own, by taxonomy.',
  type: 'object',
  minProperties: 1,
  additionalProperties: { $ref: '#/$defs/custom_tags' },
};

/** A parameter of the news service that is true or false takes the text of it, too. */
function withBooleanText([name, schema]: [string, JsonSchema | boolean]): [string, JsonSchema | boolean] {
  const isBoolean = typeof schema === 'object' && schema.type === 'boolean';
  if (!isBoolean || parameterOf(name)?.type !== 'boolean') return [name, schema];
  return [name, { ...schema, type: ['boolean', 'string'], pattern: '^(true|false)$' }];
}

/** How the definitions are called that differ by a key. */
const PREFIXES: Readonly<Record<string, string>> = {
  kind: 'watch',
  when: 'alert',
  event_type: 'events-query',
};

/** One schema with the same verdict and one error for one mistake. Adds to `cases`. */
function simplifyPart(schema: JsonSchema, cases: Record<string, JsonSchema>): JsonSchema {
  const key = schema.oneOf && distinctiveKey(schema.oneOf);
  if (key !== undefined) {
    const split = splitByKey(schema, { key, prefix: PREFIXES[key] ?? key });
    Object.assign(cases, split.cases);
    return split.schema;
  }
  if (schema.anyOf) return mergeTypes(schema);
  if (schema.propertyNames !== undefined) return withNamePattern(schema);
  return schema.$ref === undefined ? withoutRepetition(schema) : withReference(schema);
}

/** Reports an invalid name as one error of the mapping, instead of one of the name and one of the mapping. */
function withNamePattern({ propertyNames, additionalProperties = true, ...rest }: JsonSchema): JsonSchema {
  const { pattern, maxLength } = typeof propertyNames === 'object' ? propertyNames : {};
  if (pattern === undefined) return { ...rest, additionalProperties };
  return {
    ...rest,
    ...(maxLength !== undefined && { propertyNames: { maxLength } }),
    patternProperties: { [pattern]: additionalProperties },
    additionalProperties: false,
  };
}

/**
 * Leaves out what says a thing twice: a value that is in no list of values would be an error of the list and of the
 * type, and a form that a pattern describes needs no name, which validators of this draft may not know.
 */
function withoutRepetition({ type, format, ...rest }: JsonSchema): JsonSchema {
  const isListed = rest.enum !== undefined || rest.const !== undefined;
  const isNamed = format !== undefined && rest.pattern === undefined;
  return { ...(type !== undefined && !isListed && { type }), ...(isNamed && { format }), ...rest };
}

/** In this draft a validator ignores all keywords next to a reference, so the reference gets a schema of its own. */
function withReference({ $ref, ...rest }: JsonSchema): JsonSchema {
  const reference = { ...($ref !== undefined && { $ref }) };
  return Object.keys(rest).length === 0 ? reference : { ...rest, allOf: [reference] };
}

/** A choice between closed mappings, split by the value of a key. */
interface SplitSchema {
  /** What all mappings share, and the conditions that pick one mapping. */
  schema: JsonSchema;
  /** By definition name: what a mapping has in addition. */
  cases: Record<string, JsonSchema>;
}

/**
 * Replaces `oneOf` by `if` and `then`. A validator reports a mistake in a `oneOf` once for each of its mappings. With
 * a condition it checks only the mapping of the written value, and once what all mappings share. `key` is the key
 * whose value picks the mapping, `prefix` the beginning of the definition names.
 */
function splitByKey(
  { oneOf = [], ...rest }: JsonSchema,
  { key, prefix }: { key: string; prefix: string },
): SplitSchema {
  const options = oneOf.map((option) => ({ option, tag: tagOf(option, key) }));
  const shared = sharedProperties(oneOf);
  const required = sharedRequired(oneOf);
  const cases = options.map(({ option, tag }) => ({
    name: `${prefix}-${String(tag.const)}`,
    when: valueCheckOf(option, { key, tag }),
    schema: caseOf(option, { shared, required }),
  }));
  return {
    schema: {
      ...rest,
      type: 'object',
      properties: { [key]: choiceOf(options.map(({ tag }) => tag)), ...shared },
      ...(required.length > 0 && { required }),
      allOf: cases.map(({ name, when }) => conditionOf({ when, holds: { $ref: `#/$defs/${name}` } })),
    },
    cases: Object.fromEntries(cases.map(({ name, schema }) => [name, schema])),
  };
}

/** The key whose value differs in each option of a `oneOf`; undefined where there is none. */
function distinctiveKey(options: readonly JsonSchema[]): string | undefined {
  const [first] = options;
  return Object.keys(first?.properties ?? {}).find((key) =>
    options.every((option) => tagOf(option, key).const !== undefined),
  );
}

function tagOf({ properties }: JsonSchema, key: string): JsonSchema {
  const tag = properties?.[key];
  return typeof tag === 'object' ? tag : {};
}

/**
 * The condition of a mapping: the value of the key. A mapping that does not require the key also applies without it.
 */
function valueCheckOf(
  { required = [] }: JsonSchema,
  { key, tag }: { key: string; tag: JsonSchema },
): JsonSchema {
  return {
    type: 'object',
    properties: { [key]: { const: tag.const ?? null } },
    ...(required.includes(key) && { required: [key] }),
  };
}

/** All values of the key, each with its description in a line of its own. */
function choiceOf(tags: readonly JsonSchema[]): JsonSchema {
  const texts = new Set(tags.flatMap(({ description = [] }) => description));
  const lines = tags.map(({ const: value, description = '' }) => `${String(value)}: ${description}`);
  const description = texts.size > 1 ? lines.join('\n') : [...texts].join('');
  return {
    ...(description !== '' && { description }),
    enum: tags.map(({ const: value }) => value ?? null),
  };
}

/** The properties that are the same in all options. */
function sharedProperties([first, ...others]: readonly JsonSchema[]): Record<string, SchemaPart> {
  const entries = Object.entries(first?.properties ?? {});
  return Object.fromEntries(
    entries.filter(([key, part]) => others.every(({ properties }) => isSame(properties?.[key], part))),
  );
}

function sharedRequired([first, ...others]: readonly JsonSchema[]): string[] {
  return (first?.required ?? []).filter((key) => others.every(({ required = [] }) => required.includes(key)));
}

/** A mapping without the schemas of its shared keys, which are checked elsewhere: it only lists them. */
function caseOf(
  { properties = {}, required = [], ...rest }: JsonSchema,
  { shared, required: sharedNames }: { shared: Record<string, SchemaPart>; required: readonly string[] },
): JsonSchema {
  const own = required.filter((key) => !sharedNames.includes(key));
  return {
    ...rest,
    properties: Object.fromEntries(
      Object.entries(properties).map(([key, part]) => [key, Object.hasOwn(shared, key) || part]),
    ),
    ...(own.length > 0 && { required: own }),
  };
}

/**
 * Replaces `anyOf` between schemas of different JSON types. A validator reports a mistake in an `anyOf` once for each
 * option. Keywords such as `items` or `pattern` apply to one type only, so the options become one schema with all
 * their types. `enum` and `const` apply to every type, so they get a condition. `examples` repeat their values,
 * because editors complete no values from a condition.
 */
function mergeTypes({ anyOf = [], ...rest }: JsonSchema): JsonSchema {
  const [first = {}, ...others] = anyOf;
  const merged = others.reduce(mergeTwo, first);
  return { ...merged, ...rest };
}

function mergeTwo(one: JsonSchema, other: JsonSchema): JsonSchema {
  if (isClosed(one) || isClosed(other)) {
    const [open, closed] = isClosed(one) ? [other, one] : [one, other];
    if (isClosed(open) || open.type === undefined) throw new TypeError('Two lists of values have one type.');
    const rule = conditionOf({ when: { type: open.type }, holds: open, fails: closed });
    return { ...rule, examples: closed.enum ?? [closed.const] };
  }
  const types = [typesOf(one), typesOf(other)].flat();
  if (new Set(types).size < types.length) throw new TypeError('The options have a type in common.');
  return { ...one, ...other, type: types };
}

/** Whether a schema lists its values. */
function isClosed({ enum: values, const: value }: JsonSchema): boolean {
  return values !== undefined || value !== undefined;
}

function typesOf({ type = [] }: JsonSchema) {
  return Array.isArray(type) ? type : [type];
}

export type JsonSchema = z.core.JSONSchema.JSONSchema;

/** A schema, or a boolean in its place: `true` accepts every value, `false` none. */
export type SchemaPart = JsonSchema | boolean;

/** The keywords of a condition: what is valid where `when` holds, and where it fails. */
function conditionOf({ when, holds, fails }: Record<'when' | 'holds', SchemaPart> & { fails?: SchemaPart }) {
  // oxlint-disable-next-line unicorn/no-thenable -- `then` is a keyword of JSON Schema, and nobody awaits a schema
  return { if: when, then: holds, ...(fails !== undefined && { else: fails }) };
}
