/** `T` without undefined: a key that may hold it becomes optional. */
type Defined<T> = {
  -readonly [K in keyof T as undefined extends T[K] ? never : K]: T[K];
} & {
  -readonly [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/**
 * Copies an object without the keys that hold undefined. Name the type, as in `defined<Alert>({ … })`: otherwise
 * nothing reports a misspelt optional key.
 */
export function defined<const T extends object>(values: T): Defined<T>;
export function defined(values: object): object {
  const kept: Record<string, unknown> = {};
  // Lists of pairs would take several times as long, and each stored item passes here.
  for (const key of Object.keys(values)) {
    const value: unknown = Reflect.get(values, key);
    if (value !== undefined) kept[key] = value;
  }
  return kept;
}

/**
 * The value of a word in a table; undefined for a word that it lacks, also for `constructor`, which every object has.
 */
export function lookUp<T>(table: Readonly<Record<string, T>>, word: string): T | undefined {
  return Object.hasOwn(table, word) ? table[word] : undefined;
}

/** Whether a value is an object with keys: neither null nor a list. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The properties of an object that a mask names; those that it lacks stay absent. */
export function pick<T extends object, K extends keyof T>(
  from: T,
  mask: Readonly<Record<K, true>>,
): Pick<T, K>;
export function pick(from: object, mask: object): object {
  return Object.fromEntries(Object.entries(from).filter(([key]) => Object.hasOwn(mask, key)));
}

/** An object without the properties that a mask names. */
export function omit<T extends object, K extends keyof T>(
  from: T,
  mask: Readonly<Record<K, true>>,
): Omit<T, K>;
export function omit(from: object, mask: object): object {
  return Object.fromEntries(Object.entries(from).filter(([key]) => !Object.hasOwn(mask, key)));
}

/** The keys of an object literal in their order, typed. */
export function typedKeys<T extends object>(of: T): Extract<keyof T, string>[] {
  const keys: Extract<keyof T, string>[] = [];
  for (const key in of) keys.push(key);
  return keys;
}

/** Names of watches, channels and brands: they become part of names in AWS, of addresses and of file names. */
export const NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** In characters. */
export const LONGEST_NAME = 48;

/** Whether a text could be the name of a watch, a channel or a brand. */
export function isName(text: string): boolean {
  return text.length <= LONGEST_NAME && NAME.test(text);
}
