import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import type { Figure } from './report.ts';

// What each figure was when it was kept: `npm run bench -- NAME… --keep` writes what it measures.

const FILE = join(import.meta.dirname, 'kept-figures.json');
const keptSchema = z.record(z.string(), z.object({ value: z.number(), unit: z.string(), on: z.string() }));
type Kept = z.output<typeof keptSchema>;

/** Units that depend on the machine and on what else it does. All others are counts and ratios, the same anywhere. */
const MACHINE_UNITS: readonly string[] = ['s', 'ms', 'MB'];
/** How far a count or a ratio may fall behind what was kept. */
const MOST_BEHIND = 0.2;

export function readKept(): Kept {
  return keptSchema.parse(JSON.parse(readFileSync(FILE, 'utf8')));
}

/** Keeps these figures, beside those of other benches. */
export function keep(figures: readonly Figure[], day: string): void {
  const fresh = figures.map(
    ({ name, value, unit }) => [name, { value: rounded(value), unit, on: day }] as const,
  );
  const all = { ...readKept(), ...Object.fromEntries(fresh) };
  const sorted = Object.entries(all).toSorted(([one], [other]) => (one < other ? -1 : 1));
  writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
}

const rounded = (value: number) => Number(value.toPrecision(4));

/** The counts and ratios that are more than a fifth worse than what was kept, each in a sentence. */
export function fallenBehind(figures: readonly Figure[], kept: Kept): string[] {
  return figures.flatMap(({ name, value, unit, atLeast = false }) => {
    const before = kept[name];
    if (!before || MACHINE_UNITS.includes(unit)) return [];
    const limit = before.value * (atLeast ? 1 - MOST_BEHIND : 1 + MOST_BEHIND);
    if (atLeast ? value >= limit : value <= limit) return [];
    return [`${name}: ${rounded(value)} ${unit}, and ${before.value} on ${before.on}`];
  });
}
