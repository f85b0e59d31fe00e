/** What `aggregation_count` groups by besides time; the answer has each group under this name. */
export const GROUPS = ['language', 'country', 'source'] as const;

export type Group = (typeof GROUPS)[number];

/** Other names, like those of the parameters and of the fields of an article. */
const OTHER_NAMES: ReadonlyMap<string, Group> = new Map([
  ['lang', 'language'],
  ['languages', 'language'],
  ['countries', 'country'],
  ['sources', 'source'],
  ['domain', 'source'],
  ['domain_url', 'source'],
]);

/** The group that a value of `aggregation_by` names; undefined for a time. Case does not count. */
export function groupOf(value: string): Group | undefined {
  const name = value.toLowerCase();
  return GROUPS.find((group) => group === name) ?? OTHER_NAMES.get(name);
}
