import * as z from 'zod';

/**
 * The names of an object whose stored attributes are called otherwise than in code: by the name in code, the stored one.
 * Stored names never change, so that every version reads what another one has written.
 */
export function storedNames(names: Readonly<Record<string, string>>) {
  const inCode = Object.fromEntries(Object.entries(names).map(([code, stored]) => [stored, code]));
  return {
    /** Reads a stored object by the schema of the object in code. */
    reading: <S extends z.ZodType>(schema: S) => z.preprocess((value) => withNames(value, inCode), schema),
    /** An object of the code, or a part of it, as it is stored. */
    stored: (value: object) => withNames(value, names),
  };
}

function withNames(value: object, names: Readonly<Record<string, string>>): Record<string, unknown>;
function withNames(value: unknown, names: Readonly<Record<string, string>>): unknown;
function withNames(value: unknown, names: Readonly<Record<string, string>>): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const nameOf = (key: string) => (Object.hasOwn(names, key) ? names[key] : key) ?? key;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [nameOf(key), one]));
}
