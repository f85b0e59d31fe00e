/** The paths of all keys in a value: `watches[].id`. What an array holds is one, whatever its place. */
export function keyPaths(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return [...new Set(value.flatMap((part) => keyPaths(part, `${path}[]`)))];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => {
    const own = path === '' ? name : `${path}.${name}`;
    return [own, ...keyPaths(part, own)];
  });
}

/** All texts in a value. */
export function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
