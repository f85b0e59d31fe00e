import * as z from 'zod';
import { parameterOf } from '../../../domain/services/news-parameters.ts';
import { keysOf } from '../schema/expectations.ts';
import { watchesFileSchema } from '../schema/file-schema.ts';
import type { JsonSchema } from './json-schema.ts';
import { mergeTypes } from './merge-types.ts';
import { distinctiveKey, splitByKey } from './split-by-key.ts';

/** Editors support this draft best. It allows references to any place, such as `$defs`. */
const DRAFT = 'http://json-schema.org/draft-07/schema#';

/**
 * The JSON Schema of `watches.yaml`, for editors. It says less than the check of the file: what needs a calendar, the
 * query language or another part of the file is left to `bellwether validate`. It is laid out so that a validator reports
 * one mistake once, at its own place.
 */
export function watchesJsonSchema(): JsonSchema {
  const schema = z.toJSONSchema(watchesFileSchema(), {
    io: 'input',
    override: ({ zodSchema, jsonSchema }) => {
      const keys = keysOf(zodSchema);
      if (!keys.includes('lang') || keys.includes('aggregation_by') || keys.includes('feeds')) return;
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

/** Keywords whose value is a mapping from names to schemas. */
const MAPPINGS: readonly string[] = ['$defs', 'properties', 'patternProperties'];

function isSchema(key: string, part: unknown): part is JsonSchema {
  return typeof part === 'object' && part !== null && !Array.isArray(part) && !MAPPINGS.includes(key);
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
 * Leaves out what says a thing twice: a value that is in no list of values would be an error of the list and of the type,
 * and a form that a pattern describes needs no name, which validators of this draft may not know.
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
