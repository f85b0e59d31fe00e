import * as z from 'zod';
import { isObject } from '../../../domain/lib/fields.ts';
import { memberOf } from '../problem.ts';

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

/** The schema without its wrappers, and of a union the option that the value picks. */
function optionFor(value: unknown, schema: Schema | undefined): Schema | undefined {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodPrefault)
    return optionFor(value, schema.def.innerType);
  if (schema instanceof z.ZodDiscriminatedUnion) {
    const { discriminator } = schema.def;
    const tag = memberOf(value, discriminator);
    return schema.options.find((option) => accepts(childOf(option, discriminator), tag)) ?? schema.options[0];
  }
  return isObject(value) ? formOf(schema, value) : schema;
}

/**
 * Of a schema of several forms, such as a list that is also one text, the one in which a value is written; a list
 * where it is none of them.
 */
export function formOf(schema: Schema | undefined, value: unknown): Schema | undefined {
  if (!(schema instanceof z.ZodUnion) || schema instanceof z.ZodDiscriminatedUnion) return schema;
  const { options } = schema;
  if (isObject(value)) return options.find((option) => option instanceof z.ZodObject) ?? schema;
  const text = options.find((option) => option instanceof z.ZodString || option instanceof z.ZodEnum);
  const list = options.find((option) => option instanceof z.ZodArray) ?? schema;
  return typeof value === 'string' ? (text ?? list) : list;
}

/** Whether a schema takes a value. */
export function accepts(schema: Schema | undefined, value: unknown): boolean {
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
