import { maskAddresses } from '../shared/domain/lib/mask-addresses.ts';

// Log groups are kept for months and read by many. Addresses and numbers of subscribers must not be in them.

/** Endpoints that no form gives away, such as https addresses. */
const hidden = new Set<string>();

/** Lets these endpoints appear in log lines and errors by their short forms only, from now on. */
export function hideInLogs(endpoints: readonly string[]): void {
  for (const endpoint of endpoints) if (endpoint.startsWith('https://')) hidden.add(endpoint);
}

/** Masks a value of a log line, and the keys of an object in it. JSON.stringify calls it for every value inside. */
export function maskValue(_key: string, value: unknown): unknown {
  if (typeof value === 'string') return mask(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries: [string, unknown][] = Object.entries(value);
  if (!entries.some(([key]) => mask(key) !== key)) return value;
  if (value instanceof Error) {
    const { name, message, stack, cause } = value;
    entries.unshift(...Object.entries({ name, message, stack, cause }));
  }
  return Object.fromEntries(entries.map(([key, one]) => [mask(key), one]));
}

/** A copy of plain data with all its texts masked. */
export function maskData(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskData);
  if (typeof value === 'string') return mask(value);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]: [string, unknown]) => [mask(key), maskData(one)]),
  );
}

/**
 * What a function throws, for the runtime to log. An error without an address is returned as it is. Otherwise a copy with its
 * name, message and stack is: the runtime also logs the other fields, such as the answer of a service.
 */
export function maskError(error: unknown): unknown {
  if (typeof error === 'string') return mask(error);
  if (!(error instanceof Error) || !holdsAddress(error)) return error;
  const safe = new Error(mask(error.message));
  safe.name = error.name;
  if (error.stack !== undefined) safe.stack = mask(error.stack);
  return safe;
}

function holdsAddress(error: Error): boolean {
  const texts = [error.message, error.stack ?? '', JSON.stringify(Object.entries(error))];
  if (texts.some((text) => mask(text) !== text)) return true;
  return error.cause instanceof Error && holdsAddress(error.cause);
}

function mask(text: string): string {
  return maskAddresses(text, hidden);
}
