import { isSame } from '../../../domain/lib/hash.ts';
import { conditionOf, type JsonSchema, type SchemaPart } from './json-schema.ts';

/** A choice between closed mappings, split by the value of a key. */
export interface SplitSchema {
  /** What all mappings share, and the conditions that pick one mapping. */
  schema: JsonSchema;
  /** By definition name: what a mapping has in addition. */
  cases: Record<string, JsonSchema>;
}

/**
 * Replaces `oneOf` by `if` and `then`. A validator reports a mistake in a `oneOf` once for each of its mappings. With a
 * condition it checks only the mapping of the written value, and once what all mappings share. `key` is the key whose
 * value picks the mapping, `prefix` the beginning of the definition names.
 */
export function splitByKey(
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
export function distinctiveKey(options: readonly JsonSchema[]): string | undefined {
  const [first] = options;
  return Object.keys(first?.properties ?? {}).find((key) =>
    options.every((option) => tagOf(option, key).const !== undefined),
  );
}

function tagOf({ properties }: JsonSchema, key: string): JsonSchema {
  const tag = properties?.[key];
  return typeof tag === 'object' ? tag : {};
}

/** The condition of a mapping: the value of the key. A mapping that does not require the key also applies without it. */
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
