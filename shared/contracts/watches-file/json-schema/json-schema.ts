import type * as z from 'zod';

export type JsonSchema = z.core.JSONSchema.JSONSchema;

/** A schema, or a boolean in its place: `true` accepts every value, `false` none. */
export type SchemaPart = JsonSchema | boolean;

/** The keywords of a condition: what is valid where `when` holds, and where it fails. */
export function conditionOf({
  when,
  holds,
  fails,
}: Record<'when' | 'holds', SchemaPart> & { fails?: SchemaPart }) {
  // oxlint-disable-next-line unicorn/no-thenable -- `then` is a keyword of JSON Schema, and nobody awaits a schema
  return { if: when, then: holds, ...(fails !== undefined && { else: fails }) };
}
