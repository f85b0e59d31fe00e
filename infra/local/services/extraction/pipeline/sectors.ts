import { join } from 'node:path';
import * as z from 'zod';
import { readSettingsFile } from '../../kit/settings-file.ts';

const list = z.string().transform((phrases) => phrases.split(', '));
const written = z.strictObject({
  sectors: z.record(z.string(), z.strictObject({ phrases: list, companies: list.default([]) })),
  regions: z.record(z.string(), list),
});
const read = readSettingsFile(join(import.meta.dirname, 'sectors.yaml'), written);

/** Industries by the phrases that name them, with their companies; `*` at the end of a word means any ending. */
export const SECTORS: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(read.sectors).map(([sector, { phrases, companies }]) => [
    sector,
    [sector.replaceAll('_', ' '), ...phrases, ...companies.map((name) => name.toLowerCase())],
  ]),
);

/** Larger places by what lies in them, so that a question about Europe finds a text about France. */
export const REGIONS: Readonly<Record<string, readonly string[]>> = read.regions;

const COMPANIES = Object.values(read.sectors)
  .flatMap(({ companies }) => companies)
  .map((name) => ({ name, form: new RegExp(`(?<![\\p{L}\\p{N}])${name}(?![\\p{L}\\p{N}])`, 'u') }));

/** Names of well-known companies in a text, by these very letters: Target is one and a target is none. */
export function knownCompaniesIn(text: string): string[] {
  return COMPANIES.flatMap(({ name, form }) => (form.test(text) ? [name] : []));
}
