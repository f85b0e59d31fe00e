import { OPERATORS } from '../../domain/channels/channel.ts';
import { memberOf } from './expectations.ts';
import type { SoundFile } from './file-schema.ts';
import { didYouMean } from './near-miss.ts';
import type { Problem } from './problem.ts';

/** A file with what is sound in it, and as it was written: names that are wrong inside are names all the same. */
export interface Checked {
  raw: unknown;
  sound: SoundFile;
}

/** The names written below a section. */
export function namesIn(raw: unknown, section: string): string[] {
  const entries = memberOf(raw, section);
  return typeof entries === 'object' && entries !== null && !Array.isArray(entries)
    ? Object.keys(entries)
    : [];
}

/** That a channel or brand exists; whether it is sound is told at its own place. */
export function checkNamed(
  name: string | undefined,
  {
    section,
    path,
    file,
  }: { section: 'channels' | 'brands' | 'watchlists'; path: readonly string[]; file: Checked },
): Problem[] {
  const names = section === 'brands' ? brandNames(file.raw) : namesIn(file.raw, section);
  if (name === undefined || names.includes(name)) return [];
  const one = section.slice(0, -1);
  const what = `there is no ${one} ${name}`;
  if (name === OPERATORS && one === 'channel') {
    return [
      { path, what: 'a watch cannot alert the operators', hint: 'make a channel with the same addresses' },
    ];
  }
  const expected = names.length === 0 ? `a ${one} of the section ${section}` : names.join(', ');
  return [{ path, what, expected, hint: didYouMean(name, names) ?? `add ${name} to ${section}` }];
}

/** What a watch may have as its brand: the brands, and those with whom they are compared. */
function brandNames(raw: unknown): string[] {
  const brands = memberOf(raw, 'brands');
  const rivals = namesIn(raw, 'brands').flatMap((name) => namesIn(memberOf(brands, name), 'competitors'));
  return [...new Set([...namesIn(raw, 'brands'), ...rivals])];
}
