import { maskAddresses } from './mask-addresses.ts';

/** Masks addresses and numbers of subscribers: log groups are kept for months and read by many. */
export interface LogMask {
  /** Lets these endpoints appear by their short forms only, from now on. Only https addresses need it: nothing else gives them away. */
  hide: (endpoints: readonly string[]) => void;
  /** Masks a value of a log line, and the keys of an object in it. JSON.stringify calls it for every value inside. */
  value: (key: string, value: unknown) => unknown;
  /** A copy of plain data with all its texts masked. */
  data: (value: unknown) => unknown;
  /**
   * What a function throws, for the runtime to log. An error without an address is returned as it is. Otherwise a copy with its
   * name, message and stack is: the runtime also logs the other fields, such as the answer of a service.
   */
  error: (error: unknown) => unknown;
}

/** A mask that knows no endpoint yet. */
export function openLogMask(): LogMask {
  const hidden = new Set<string>();
  const mask = (text: string) => maskAddresses(text, hidden);
  const data = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(data);
    if (typeof value === 'string') return mask(value);
    if (typeof value !== 'object' || value === null) return value;
    const entries: [string, unknown][] = Object.entries(value);
    return Object.fromEntries(entries.map(([key, one]) => [mask(key), data(one)]));
  };
  const holdsAddress = (error: Error): boolean => {
    const texts = [error.message, error.stack ?? '', JSON.stringify(Object.entries(error))];
    if (texts.some((text) => mask(text) !== text)) return true;
    return error.cause instanceof Error && holdsAddress(error.cause);
  };
  return {
    data,
    hide(endpoints) {
      for (const endpoint of endpoints) if (endpoint.startsWith('https://')) hidden.add(endpoint);
    },
    value(_key, value) {
      if (typeof value === 'string') return mask(value);
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
      const entries: [string, unknown][] = Object.entries(value);
      if (!entries.some(([key]) => mask(key) !== key)) return value;
      if (value instanceof Error) {
        const { name, message, stack, cause } = value;
        entries.unshift(...Object.entries({ name, message, stack, cause }));
      }
      return Object.fromEntries(entries.map(([key, one]) => [mask(key), one]));
    },
    error(error) {
      if (typeof error === 'string') return mask(error);
      if (!(error instanceof Error) || !holdsAddress(error)) return error;
      const safe = new Error(mask(error.message));
      safe.name = error.name;
      if (error.stack !== undefined) safe.stack = mask(error.stack);
      return safe;
    },
  };
}
