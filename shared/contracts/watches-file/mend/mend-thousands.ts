import * as z from 'zod';
import { placeAt } from '../explain/place-in-schema.ts';
import { namesIn } from '../document/member-of.ts';
import type { Path, Problem } from '../problems/problem.ts';
import { watchesFileSchema } from '../schema/file-schema.ts';
import { unknownKeysAt, valueAt } from './known-keys.ts';
import { isMapping, type Mending, replaced, withValue } from './tree.ts';

/** A number with a dot before three digits, such as `250.000`, which YAML reads as 250. */
export interface DottedNumber {
  path: Path;
  /** As it is written. */
  text: string;
}

/**
 * Reads dots between thousands where a whole number belongs. Where a fraction is possible, a warning says how YAML reads
 * it.
 */
export function mendDots(
  given: unknown,
  dotted: readonly DottedNumber[],
): { data: unknown; problems: Problem[]; warnings: Problem[] } {
  const problems: Problem[] = [];
  const warnings: Problem[] = [];
  let data = given;
  for (const { path, text } of dotted) {
    const { schema } = placeAt(watchesFileSchema(), { value: data, path });
    const whole = Number(text.replaceAll('.', ''));
    if (!(schema instanceof z.ZodNumber)) continue;
    const read = Number(text);
    const isNumber = Number.isFinite(read);
    const what = isNumber
      ? `YAML reads ${text} as ${read}: the dot begins a fraction`
      : 'A number with two dots is a text for YAML';
    if (!schema.isInt && isNumber) {
      const hint = `if you mean a fraction, write ${read}. If the dot separates thousands, write ${whole}`;
      warnings.push({ path, what, hint });
      continue;
    }
    problems.push({ path, what, hint: `write ${whole}, without a dot between thousands` });
    data = withValue(data, path, whole);
  }
  return { data, problems, warnings };
}

/** Joins a number that commas have cut in braces: `{ count: 1,000 }` is a key `count` and a key `000` without a value. */
export function mendCutNumbers(given: Mending): Mending {
  const channels = namesIn(given.data, 'channels').map((name) => ['channels', name]);
  const parts = namesIn(given.data, 'watches').flatMap((name) => [
    ['watches', name, 'alert'],
    ['watches', name, 'query'],
    ['watches', name],
  ]);
  return [['plan'], ...channels, ...parts].reduce(joinNumber, given);
}

function joinNumber(now: Mending, path: Path): Mending {
  const map = valueAt(now.data, path);
  if (!isMapping(map) || !Object.values(map).includes(null)) return now;
  const unknown = new Set(unknownKeysAt(now.data, path));
  const rest = Object.keys(map).filter((key) => map[key] === null && unknown.has(key) && /^\d{3}$/.test(key));
  const entries = Object.entries(map).filter(([key]) => !rest.includes(key));
  const numbers = entries.filter(([, value]) => typeof value === 'number' && value > 0 && value < 1_000);
  const before = Object.keys(map)[Object.keys(map).indexOf(rest[0] ?? '') - 1];
  const [owner, value] =
    numbers.find(([key]) => key === before) ?? (numbers.length === 1 ? numbers[0] : undefined) ?? [];
  if (rest.length === 0 || owner === undefined) return now;
  const whole = Number(`${String(value)}${rest.join('')}`);
  const problem = { path: [...path, owner], what: 'A comma ends a value', hint: `write ${owner}: ${whole}` };
  const meant = Object.fromEntries(entries.map(([key, one]) => [key, key === owner ? whole : one]));
  return replaced(now, { path, value: meant, problem, moves: [] });
}
