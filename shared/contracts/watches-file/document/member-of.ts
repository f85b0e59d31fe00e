/** The value of a key of a mapping, or an entry of a list; undefined where there is none. Inherited keys do not count. */
export function memberOf(value: unknown, key: PropertyKey): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
  return Reflect.get(value, key);
}

/** The names of the entries of a section of the file, such as the names of its channels. */
export function namesIn(file: unknown, section: string): string[] {
  const entries = memberOf(file, section);
  return typeof entries === 'object' && entries !== null && !Array.isArray(entries)
    ? Object.keys(entries)
    : [];
}
