import type { Entry } from '../library/entry.ts';
import type { Keep } from '../library/find-hits.ts';
import type { Parameters } from '../request/parameters.ts';

/**
 * Filters of a list parameter and of its opposite `not_...`: articles that have one of the values, and articles that have
 * none. Capitals do not count. No filter for a parameter without values.
 */
export function listFilters(
  parameters: Parameters,
  name: 'lang' | 'countries' | 'theme' | 'iptc_tags' | 'iab_tags',
  valuesOf: (entry: Entry) => readonly string[],
): Keep[] {
  const hasOne = (values: readonly string[]): Keep => {
    const keys = new Set(values.map((value) => value.toLowerCase()));
    return (entry) => valuesOf(entry).some((value) => keys.has(value.toLowerCase()));
  };
  const wanted = parameters.list(name);
  const unwanted = parameters.list(`not_${name}`);
  const isUnwanted = hasOne(unwanted);
  return [
    ...(wanted.length > 0 ? [hasOne(wanted)] : []),
    ...(unwanted.length > 0 ? [(entry: Entry) => !isUnwanted(entry)] : []),
  ];
}
