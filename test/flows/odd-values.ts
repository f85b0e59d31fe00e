/** A value at a place of valid JSON, by the keys on the way to it. */
type Path = readonly (string | number)[];

/** JSON nested deeper than the stack of a recursive function. */
function nested(depth: number): unknown {
  let value: unknown = 'deep';
  for (let n = 0; n < depth; n += 1) value = [value];
  return value;
}

/** What a service may send where something else is expected. */
export const ODD_VALUES: Readonly<Record<string, unknown>> = {
  'large number': 1e300,
  'tiny number that is stored': 1e-120,
  'ten to the 40': 10 ** 40,
  'more digits than exact': 12_345_678_901_234_567_000,
  'negative number': -5,
  '1e309 as text': '1e309',
  'number as text': '17',
  'text for a number': 'seventeen',
  'empty text': '',
  null: null,
  list: [],
  object: {},
  'deep nesting': nested(20_000),
  '100 KB of text': 'word '.repeat(20_000),
  '1 MB of text': 'x'.repeat(1_000_000),
  'half a character': 'half \ud83d of it',
  NUL: 'a\0b',
  'marks of direction': '\u202eabc\u200f\u2066',
  'name of the prototype': '__proto__',
  'own prototype': JSON.parse('{"__proto__": {"polluted": true}, "constructor": {"prototype": {"a": 1}}}'),
  'date without a day': '0000-00-00 00:00:00',
  'date in the year 10000': '10000-01-01T00:00:00',
  'list of ten thousand': Array.from({ length: 10_000 }, (_, n) => n),
  'list of odd things': [null, {}, [], 1e300, '\ud800', true],
  html: '<script>alert(1)</script><img src=x onerror=alert(1)>',
  script: 'javascript:alert(1)',
  'long address': `https://news.example/${'a'.repeat(10_000)}`,
  'id of another item': 'good-1',
};

/**
 * Values of so many bytes that they are tried only in the fields of an item, not in theirs: the others take the time.
 */
export const HEAVY: readonly string[] = [
  'deep nesting',
  '100 KB of text',
  '1 MB of text',
  'list of ten thousand',
];

/** Every place of a value: the value itself, its fields, and theirs; of a list the first entry. */
export function placesIn(value: unknown, path: Path = []): Path[] {
  const parts =
    typeof value !== 'object' || value === null
      ? []
      : Object.entries(value).slice(0, Array.isArray(value) ? 1 : undefined);
  return [path, ...parts.flatMap(([key, part]) => placesIn(part, [...path, key]))];
}

/** A copy of a value with another one at a place. */
export function withValue(value: unknown, [key, ...rest]: Path, odd: unknown): unknown {
  if (key === undefined) return odd;
  if (Array.isArray(value))
    return value.map((part: unknown, n) => (String(n) === String(key) ? withValue(part, rest, odd) : part));
  const fields = value as Readonly<Record<string, unknown>>;
  return { ...fields, [key]: withValue(fields[key], rest, odd) };
}
