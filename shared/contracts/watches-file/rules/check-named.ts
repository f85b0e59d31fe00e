import { OPERATORS } from '../../../domain/channels/channel.ts';
import { memberOf, namesIn } from '../document/member-of.ts';
import { didYouMean } from '../problems/near-miss.ts';
import type { Problem } from '../problems/problem.ts';
import type { PartialFile } from '../schema/file-schema.ts';

/** A file as it is written, and its valid parts. An entry with a mistake in it still counts as an existing name. */
export interface CheckedFile {
  raw: unknown;
  valid: PartialFile;
}

type NamedSection = 'channels' | 'brands' | 'watchlists' | 'feeds';

/** Checks that a channel, brand or watchlist exists. Its own mistakes are reported at its own place. */
export function checkNamed(
  name: string | undefined,
  { section, path, file }: { section: NamedSection; path: readonly string[]; file: CheckedFile },
): Problem[] {
  const names = section === 'brands' ? brandNames(file.raw) : namesIn(file.raw, section);
  if (name === undefined || names.includes(name)) return [];
  const noun = section === 'feeds' ? 'list of feeds' : section.slice(0, -1);
  if (name === OPERATORS && noun === 'channel') {
    const hint = 'create a channel with the same addresses';
    return [{ path, what: 'A watch cannot alert the operators', hint }];
  }
  const what = `There is no ${noun} "${name}"`;
  const expected = names.length === 0 ? `a ${noun} of the section ${section}` : names.join(', ');
  return [{ path, what, expected, hint: hintFor(name, { section, names, file }) }];
}

/** The key of a brand that has the name, or a name that is spelt nearly so. */
function hintFor(
  name: string,
  { section, names, file }: { section: NamedSection; names: readonly string[]; file: CheckedFile },
): string {
  const plain = name.trim().toLowerCase();
  const brand = Object.entries(file.valid.brands ?? {}).find(([, { names: own = [] }]) =>
    own.some((one) => one.trim().toLowerCase() === plain),
  );
  if (section === 'brands' && brand) return `write ${brand[0]}, which is the key of this brand`;
  if (section === 'channels' && /[@:]|^\+\d/.test(name)) {
    const owner = names.find((one) =>
      JSON.stringify(memberOf(memberOf(file.raw, section), one))?.includes(name),
    );
    return `write the name of a channel that has this address${owner === undefined ? '' : `, such as ${owner}`}`;
  }
  return didYouMean(name, names) ?? `add ${name} to ${section}`;
}

/** The names that a watch can have as its brand: the brands and their competitors. */
function brandNames(raw: unknown): string[] {
  const brands = memberOf(raw, 'brands');
  const competitors = namesIn(raw, 'brands').flatMap((name) =>
    namesIn(memberOf(brands, name), 'competitors'),
  );
  return [...new Set([...namesIn(raw, 'brands'), ...competitors])];
}
