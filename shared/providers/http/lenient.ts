import * as z from 'zod';
import { parseWireTime } from '../../domain/time/instant.ts';

/**
 * Parts of response schemas. An optional field that is missing, null or of a wrong type is undefined: an unexpected
 * field must not stop the news (contract, rules for schemas).
 */

/** A text. */
export const maybeText = z.preprocess(textIn, z.string().optional());

/** A number, also as text. */
export const maybeNumber = z.preprocess(numberIn, z.number().optional());

/** A required number. */
export const number = z.preprocess(numberIn, z.number());

/** True or false, also as text. */
export const maybeFlag = z.preprocess(flagIn, z.boolean().optional());

/** A date in any of the services' forms, as an instant. Undefined for other texts. */
export const maybeInstant = z.preprocess(
  (value) => (typeof value === 'string' ? parseWireTime(value) : undefined),
  z.number().optional(),
);

/** An identifier as text, even when it looks like a number. */
export const identifier = z.preprocess(identifierIn, z.string());
export const maybeIdentifier = z.preprocess(identifierIn, z.string().optional());

/** A list of texts: an array, one text, or null, read as an array. Other entries are left out. */
export const texts = z.preprocess(
  (value) => listIn(value).filter((entry) => typeof entry === 'string' && entry !== ''),
  z.array(z.string()),
);

/** A list of identifiers, read as an array. */
export const identifiers = z.preprocess(
  (value) =>
    listIn(value)
      .map(identifierIn)
      .filter((entry) => entry !== undefined),
  z.array(z.string()),
);

/** An object with unknown keys. */
export const maybeObject = z.record(z.string(), z.unknown()).nullish().transform(dropNull).catch(undefined);

/** An object of a known shape. Undefined if it is missing or has another shape. */
export function maybe<T>(schema: z.ZodType<T>) {
  return schema.nullish().transform(dropNull).catch(undefined);
}

/** The usable items of a list, each with its JSON, and the number of the others. */
export interface Items<T> {
  kept: (T & { raw: unknown })[];
  dropped: number;
}

/** A list in which an unusable item is dropped alone. A missing list is empty. */
export function items<T extends object>(schema: z.ZodType<T>) {
  return z.preprocess(listIn, requiredItems(schema));
}

/** As {@link items}, for a required list. */
export function requiredItems<T extends object>(schema: z.ZodType<T>) {
  return z.array(z.unknown()).transform((entries): Items<T> => {
    const kept = entries.flatMap((raw) => {
      const item = schema.safeParse(raw);
      return item.success ? [{ ...item.data, raw }] : [];
    });
    return { kept, dropped: entries.length - kept.length };
  });
}

/** As {@link items}, without the number of dropped items and without JSON. */
export function list<T>(schema: z.ZodType<T>) {
  return z.preprocess(listIn, z.array(z.unknown())).transform((entries): T[] =>
    entries.flatMap((raw) => {
      const item = schema.safeParse(raw);
      return item.success ? [item.data] : [];
    }),
  );
}

function listIn(value: unknown): unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

function textIn(value: unknown): unknown {
  return typeof value === 'string' ? value : undefined;
}

function numberIn(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

function flagIn(value: unknown): boolean | undefined {
  if (value === true || value === 'true') return true;
  return value === false || value === 'false' ? false : undefined;
}

function identifierIn(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

function dropNull<T>(value: T | null | undefined): T | undefined {
  return value ?? undefined;
}
