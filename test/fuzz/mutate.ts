import type { Random } from './random.ts';

/** Characters and words that parsers treat specially: of syntax, of Unicode, of numbers, and names of JavaScript. */
const PIECES = [
  ...Array.from('\0\t\n\r "\'`\\/<>{}[]()|&;:,.*?+-=_~^%$#@!'),
  ...Array.from(
    '\u007f\u0085\u00a0\u00ad\u0130\u0301\u061c\u200b\u200d\u200e\u2028\u202e\u2066\u3000\ufeff\ufffd\uff1d',
  ),
  '\ud83d\ude00',
  '\ud800',
  '\udc00',
  'ﬁ',
  'ẖ',
  'ς',
  '東',
  '👩‍👩‍👧',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'valueOf',
  '__defineGetter__',
  'null',
  'true',
  'NaN',
  '.nan',
  'Infinity',
  '-0',
  '1e400',
  '-1',
  '0x10',
  '9007199254740993',
  '12345678901234567890',
  '1'.repeat(40),
  '&amp;',
  '&#x202e;',
  '&lt;',
  '&nbsp',
  '&#1114112;',
  '%00',
  '%2e%2e',
  '%E0%A4%A',
  '..',
  '//',
  '${x}',
  '{{x}}',
  '{% if %}',
  '\r\n',
  '---\n',
  '- ',
  ': ',
  '? ',
  '|\n',
  '!!js ',
  '&a ',
  '*a',
  '<<: ',
  '#',
  '<script ',
  '</script>',
  '<!--',
  ']]>',
  ' AND ',
  ' OR ',
  ' NOT ',
  'NEAR(',
  '"a b"',
  'now',
  '7d',
  '24h',
  'rate(',
  'cron(',
  'at(',
  '2026-02-30',
  '9999-99-99',
  '275761-01-01',
];

const NAMES = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'length',
  '',
  '0',
  ' ',
  '\ud800',
  'x'.repeat(300),
];

const MOST = 20_000;

/** A text with one to four changes: parts left out, doubled, moved, replaced, or taken from another valid text. */
export function mutateText(
  text: string,
  { random, seeds }: { random: Random; seeds: readonly string[] },
): string {
  let changed = text;
  for (let left = 1 + random.below(4); left > 0; left -= 1) {
    const at = random.below(changed.length + 1);
    const length = random.below(random.below(8) === 0 ? 200 : 8);
    const [before, part, after] = [
      changed.slice(0, at),
      changed.slice(at, at + length),
      changed.slice(at + length),
    ];
    changed = [
      () => before + after,
      () => before + random.pick(PIECES) + part + after,
      () => before + random.pick(PIECES) + after,
      () => before + part.repeat(1 + random.below(20)) + after,
      () => before + random.pick(PIECES).repeat(1 + random.below(200)) + part + after,
      () => before + part.toUpperCase() + after,
      () => before + String.fromCharCode(random.below(0x1_0000)) + part + after,
      () => before + sliceOf(random.pick(seeds), random) + after,
      () => after + before + part,
    ][random.below(9)]!();
  }
  return changed.slice(0, MOST);
}

function sliceOf(text: string, random: Random): string {
  const at = random.below(text.length + 1);
  return text.slice(at, at + random.below(80));
}

/** JSON with one to three changes to its values and names. Text that is not JSON stays. */
export function mutateJson(
  text: string,
  { random, seeds }: { random: Random; seeds: readonly string[] },
): string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return text;
  }
  for (let left = 1 + random.below(3); left > 0; left -= 1)
    value = changedAt(value, { random, seeds, depth: 0 });
  return JSON.stringify(value) ?? '';
}

interface Place {
  random: Random;
  seeds: readonly string[];
  depth: number;
}

function changedAt(value: unknown, place: Place): unknown {
  const { random, depth } = place;
  const deeper = { ...place, depth: depth + 1 };
  const goesOn = depth < 12 && random.below(5) > 0;
  if (Array.isArray(value) && value.length > 0 && goesOn) {
    const at = random.below(value.length);
    if (random.below(8) === 0)
      return random.below(2) === 0 ? value.toSpliced(at, 1) : [...value, ...value].slice(0, 200);
    return value.with(at, changedAt(value[at], deeper));
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value) && goesOn) {
    const entries = Object.entries(value);
    if (entries.length === 0 || random.below(8) === 0)
      return withEntry(entries, [random.pick(NAMES), anyValue(place)]);
    const at = random.below(entries.length);
    const [name, part] = entries[at]!;
    const way = random.below(10);
    if (way === 0) return withEntry(entries.toSpliced(at, 1), [random.pick(NAMES), part]);
    if (way === 1) return Object.fromEntries(entries.toSpliced(at, 1));
    return withEntry(entries, [name, changedAt(part, deeper)]);
  }
  if (typeof value === 'string' && random.below(3) > 0) return mutateText(value, place);
  if (typeof value === 'number' && random.below(3) > 0)
    return random.pick([value * 1e15, -value, value + 0.5, value * 2, 0]);
  return anyValue(place);
}

/** `Object.fromEntries` defines `__proto__` as an ordinary name, as `JSON.parse` does. */
function withEntry(entries: readonly [string, unknown][], entry: readonly [string, unknown]): unknown {
  return Object.fromEntries([...entries, entry]);
}

function anyValue({ random, seeds }: Place): unknown {
  const made: readonly (() => unknown)[] = [
    () => null,
    () => random.below(2) === 0,
    () => random.pick([0, -1, 0.5, 1e21, Number.MAX_SAFE_INTEGER, 5e-324, 8.64e15 + 1]),
    () => random.pick(PIECES),
    () => random.pick(PIECES).repeat(random.below(300)),
    () => [],
    () => ({}),
    () =>
      JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}') as unknown,
    () => [random.pick(PIECES), null, { toString: random.pick(PIECES) }],
    () => nested(random.below(60), random),
    () => sliceOf(random.pick(seeds), random),
    () => Array.from({ length: random.below(100) }, () => random.pick(PIECES)),
  ];
  return random.pick(made)();
}

function nested(depth: number, random: Random): unknown {
  let value: unknown = random.pick(PIECES);
  for (let left = depth; left > 0; left -= 1)
    value = random.below(2) === 0 ? [value] : { [random.pick(NAMES)]: value };
  return value;
}
