import type { LAYOFF_RELATIONS } from '../../../../shared/domain/services/event-values.ts';

/**
 * How closely a report speaks of a layoff, by what it says: who, how many, where. A rule of the local service; the
 * real one does not tell its own.
 */
export function layoffRelation(facts: {
  company: string | null;
  places: readonly unknown[];
  people: unknown;
}): (typeof LAYOFF_RELATIONS)[number] {
  const known = [facts.company !== null, facts.people !== undefined, facts.places.length > 0].filter(
    Boolean,
  ).length;
  return (['Poor', 'Fair', 'Very Good', 'Excellent'] as const)[known] ?? 'Poor';
}
