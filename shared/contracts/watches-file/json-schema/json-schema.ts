import type * as z from 'zod';

export type JsonSchema = z.core.JSONSchema.JSONSchema;

/** A schema, or a boolean in its place: `true` accepts every value, `false` none. */
export type SchemaPart = JsonSchema | boolean;

/** Replaces a schema by another. `key` is the key of the file that the schema describes, if it describes one key. */
export type ChangePart = (part: JsonSchema, key: string | undefined) => JsonSchema;

/** A copy of a schema, with each schema right below it replaced by what `change` makes of it. */
export function mapParts(schema: JsonSchema, change: ChangePart): JsonSchema {
  const { properties, patternProperties, additionalProperties, items, allOf, anyOf, oneOf } = schema;
  const { if: when, then: holds = true, else: fails } = schema;
  const one = (part: SchemaPart, key?: string) => (typeof part === 'boolean' ? part : change(part, key));
  const each = (parts: readonly JsonSchema[]) => parts.map((part) => change(part, undefined));
  return {
    ...schema,
    ...(properties && { properties: mapValues(properties, one) }),
    ...(patternProperties && { patternProperties: mapValues(patternProperties, (part) => one(part)) }),
    ...(additionalProperties !== undefined && { additionalProperties: one(additionalProperties) }),
    ...(items !== undefined && !Array.isArray(items) && { items: one(items) }),
    ...(allOf && { allOf: each(allOf) }),
    ...(anyOf && { anyOf: each(anyOf) }),
    ...(oneOf && { oneOf: each(oneOf) }),
    ...(when !== undefined &&
      conditionOf({
        when: one(when),
        holds: one(holds),
        ...(fails !== undefined && { fails: one(fails) }),
      })),
  };
}

/** The keywords of a condition: what is valid where `when` holds, and where it fails. */
export function conditionOf({
  when,
  holds,
  fails,
}: Record<'when' | 'holds', SchemaPart> & { fails?: SchemaPart }) {
  // oxlint-disable-next-line unicorn/no-thenable -- `then` is a keyword of JSON Schema, and nobody awaits a schema
  return { if: when, then: holds, ...(fails !== undefined && { else: fails }) };
}

/** A copy of a record with other values. */
export function mapValues<A, B>(
  record: Readonly<Record<string, A>>,
  change: (value: A, key: string) => B,
): Record<string, B> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value, key)]));
}
