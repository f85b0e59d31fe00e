/**
 * A deep copy, as a store gives back what it was given: records and lists are copied, anything else as the platform
 * does. For plain data it is several times as fast as the platform's own, and the crash points copy millions.
 */
export function copyOf<T>(value: T): T;
export function copyOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => copyOf(one));
  if (Object.getPrototypeOf(value) !== Object.prototype) return structuredClone(value);
  const copy: Record<string, unknown> = {};
  // Pairs of key and value would be one list more for each field.
  for (const key of Object.keys(value)) copy[key] = copyOf(Reflect.get(value, key));
  return copy;
}
