import * as z from 'zod';
import type { Problem } from './problem.ts';

/** What a schema says of itself to a person. */
export interface Expectation {
  /** What may stand here, with an example. */
  expected?: string;
  /** The way out where the form of a value is wrong. */
  hint?: string;
  /** The names that an enumeration will know one day, and the way out until then. */
  later?: { names: readonly string[]; hint: string };
  /** Texts among which the one that was meant may be, where the schema itself has no list. */
  candidates?: () => readonly string[];
  /** Why a key is not taken here, and the way out; undefined for a key it knows nothing about. */
  ofKey?: (key: string) => Pick<Problem, 'what' | 'hint'> | undefined;
}

export const EXPECTATIONS = z.registry<Expectation>();

/** Notes what a schema expects, and gives the schema back. */
export function expecting<S extends z.ZodType>(schema: S, expectation: Expectation): S {
  EXPECTATIONS.add(schema, expectation);
  return schema;
}

type Schema = z.core.$ZodType;

/** What stands at a path: the schema without its wrappers, and the value; undefined outside of what the schema knows. */
export interface Place {
  schema: Schema | undefined;
  value: unknown;
}

/** Follows a path through a schema and a value together: the value decides between kinds, the first stands in for a wrong one. */
export function placeAt(
  root: Schema,
  { value, path }: { value: unknown; path: readonly PropertyKey[] },
): Place {
  let place: Place = { schema: bare(root, value), value };
  for (const part of path) {
    const below = memberOf(place.value, part);
    place = { schema: bare(place.schema && childOf(place.schema, part), below), value: below };
  }
  return place;
}

export function expectationOf(schema: Schema | undefined): Expectation {
  return (schema && EXPECTATIONS.get(schema)) ?? {};
}

/** The keys that a closed object takes. */
export function keysOf(schema: Schema | undefined): string[] {
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

/** What lies below a mapping or a list under a key, never what it inherits. */
export function memberOf(value: unknown, key: PropertyKey): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
  return Reflect.get(value, key);
}

function bare(schema: Schema | undefined, value: unknown): Schema | undefined {
  if (schema instanceof z.ZodOptional) return bare(schema.def.innerType, value);
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
