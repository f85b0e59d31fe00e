import { OPERATORS } from '../../../domain/channels/channel.ts';
import { subjectOf } from '../../../domain/counting/hourly-counts.ts';
import { settingsOf, type Subject } from '../../../domain/policies/policy.ts';
import { policyOf } from '../../../domain/policies/registry.ts';
import { isObject } from '../../../domain/lib/fields.ts';
import { didYouMean, nearest } from '../near-miss.ts';
import { memberOf, namesIn, type Path, type Problem } from '../problem.ts';
import type { PartialFile } from '../schema/file-schema.ts';
import type { PartialWatch } from '../schema/watch-schema.ts';

/** A file as it is written, and its valid parts. An entry with a mistake in it still counts as an existing name. */
export interface CheckedFile {
  raw: unknown;
  valid: PartialFile;
}

type NamedSection = 'channels' | 'brands' | 'watchlists' | 'feeds';

/** Checks that a channel, brand or watchlist exists. Its own mistakes are reported at its own place. */
export function checkNamed(
  name: string | undefined,
  { section, path, file }: { section: NamedSection; path: Path; file: CheckedFile },
): Problem[] {
  const names = section === 'brands' ? brandNames(file.raw) : namesIn(file.raw, section);
  if (name === undefined || names.includes(name) || isUnread(section, file.raw)) return [];
  const noun = section === 'feeds' ? 'list of feeds' : section.slice(0, -1);
  if (name === OPERATORS && noun === 'channel') {
    const hint = 'create a channel with the same addresses';
    return [{ path, what: 'A watch cannot alert the operators', hint }];
  }
  const what = `There is no ${noun} "${name}"`;
  const expected = names.length === 0 ? `a ${noun} of the section ${section}` : names.join(', ');
  return [{ path, what, expected, hint: hintFor(name, { section, names, file }) }];
}

/** Whether a section, or the competitors of a brand, are no mapping or have another name, which is reported itself. */
function isUnread(section: NamedSection, raw: unknown): boolean {
  const written = memberOf(raw, section);
  if (written === undefined)
    return section === 'channels' || nearest(section, Object.keys(Object(raw))) !== undefined;
  const rivals = namesIn(raw, section).map((name) => memberOf(memberOf(written, name), 'competitors'));
  return [written, ...rivals].some((one) => one !== undefined && !isObject(one));
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

/** Checks that the policy of a watch can judge what the watch finds. */
export function checkPolicy(watch: PartialWatch, path: readonly string[]): Problem[] {
  const { kind, alert } = watch;
  const subject = subjectIn(watch);
  const when = alert?.when;
  if (!subject || !alert || !when) return [];
  const policy = policyOf(when);
  const settings = settingsOf(policy.parameters, alert);
  if (subject.finds === 'numbers' && !policy.counting?.(settings)) {
    const what = `The policy "${when}" needs articles, but kind ${kind} finds only their numbers`;
    const hint =
      'use volume, spike or silence, or remove "when" to store the numbers without alerts. For alerts about articles, add ' +
      'a watch of kind search';
    return [{ path: [...path, 'alert', 'when'], what, hint }];
  }
  const refusal = policy.refuses?.(subject, settings);
  if (!refusal) return [];
  const { key, what, hint } = refusal;
  const isWritten = Object.hasOwn(alert, key);
  return [{ path: [...path, 'alert', isWritten ? key : 'when'], what, hint }];
}

/** Warns of a policy that never alerts, because the query does not ask for what the policy judges. */
export function policyWarnings(watch: PartialWatch, path: readonly string[]): Problem[] {
  const { when, ...written } = watch.alert ?? {};
  const subject = subjectIn(watch);
  const policy = when && policyOf(when);
  const warning = policy && subject && policy.warns?.(subject, settingsOf(policy.parameters, written));
  return warning ? [{ path: [...path, 'alert', 'when'], ...warning }] : [];
}

/** What a watch gives its policy to judge. Undefined for a watch without a valid kind. */
export function subjectIn({ kind, query = {}, watchlist }: PartialWatch): Subject | undefined {
  return kind && subjectOf({ kind, query, ...(watchlist !== undefined && { watchlist }) });
}

/** The channels that a watch of a file names, or that of the defaults, each once. None: they are missing or wrong. */
export function namedChannels({ alert }: PartialWatch, { defaults }: PartialFile): string[] {
  const one = alert?.channel ?? defaults?.channel;
  return [...new Set(alert?.channels ?? (one === undefined ? [] : [one]))];
}
