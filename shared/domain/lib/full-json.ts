/**
 * The JSON of a parsed JSON value. Unlike `JSON.stringify` it takes any depth: a service can nest an answer deeper than
 * the stack. `sorted`: keys are sorted, so that the same content always gives the same text.
 */
export function fullJson(value: unknown, { sorted = false } = {}): string {
  try {
    if (!sorted) return JSON.stringify(value) ?? 'null';
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  const parts: string[] = [];
  const open: Part[] = [{ value }];
  for (let part = open.pop(); part; part = open.pop()) {
    if ('text' in part) parts.push(part.text);
    else if (Array.isArray(part.value)) open.push(...partsOfList(part.value).toReversed());
    else if (typeof part.value === 'object' && part.value !== null)
      open.push(...partsOfObject(part.value, sorted).toReversed());
    else parts.push(JSON.stringify(part.value) ?? 'null');
  }
  return parts.join('');
}

/** A finished piece of the text, or a value whose text is not written yet. */
type Part = { text: string } | { value: unknown };

function partsOfList(list: readonly unknown[]): Part[] {
  const parts = list.flatMap((value, n): Part[] => (n === 0 ? [{ value }] : [{ text: ',' }, { value }]));
  return [{ text: '[' }, ...parts, { text: ']' }];
}

function partsOfObject(object: object, sorted: boolean): Part[] {
  const entries = Object.entries(object).filter(([, value]) => value !== undefined);
  if (sorted) entries.sort(([a], [b]) => (a < b ? -1 : 1));
  const parts = entries.flatMap(([key, value], n): Part[] => [
    { text: `${n === 0 ? '' : ','}${JSON.stringify(key)}:` },
    { value },
  ]);
  return [{ text: '{' }, ...parts, { text: '}' }];
}
