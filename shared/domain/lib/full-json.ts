/**
 * The JSON of a parsed JSON value. Unlike `JSON.stringify` it takes any depth: a service can nest an answer deeper
 * than the stack. `sorted`: keys are sorted, so that the same content always gives the same text.
 */
export function fullJson(value: unknown, { sorted = false } = {}): string {
  try {
    if (!sorted) return JSON.stringify(value) ?? 'null';
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  let text = '';
  const open: Container[] = [{ values: [value], written: 0, end: '' }];
  for (let inner = open.at(-1); inner; inner = open.at(-1)) {
    const { values, keys, written, end } = inner;
    if (written === values.length) {
      text += end;
      open.pop();
      continue;
    }
    inner.written += 1;
    const part = values[written];
    const container = containerOf(part, sorted);
    text += `${written === 0 ? '' : ','}${keys ? `${JSON.stringify(keys[written])}:` : ''}`;
    text += container ? (container.keys ? '{' : '[') : (JSON.stringify(part) ?? 'null');
    if (container) open.push(container);
  }
  return text;
}

/** A list or an object that is being written. */
interface Container {
  values: readonly unknown[];
  /** Of an object: the keys of its values. */
  keys?: readonly string[];
  /** How many of the values are written. */
  written: number;
  /** The text behind its last value. */
  end: string;
}

function containerOf(value: unknown, sorted: boolean): Container | undefined {
  if (Array.isArray(value)) return { values: value, written: 0, end: ']' };
  if (typeof value !== 'object' || value === null) return undefined;
  const entries = Object.entries(value).filter(([, part]) => part !== undefined);
  if (sorted) entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    values: entries.map(([, part]) => part),
    keys: entries.map(([key]) => key),
    written: 0,
    end: '}',
  };
}
