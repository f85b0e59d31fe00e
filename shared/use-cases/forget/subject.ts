import type { Alert } from '../../domain/alerts/alert.ts';
import type { Silence } from '../../domain/channels/silence.ts';
import { defined } from '../../domain/lib/fields.ts';

/** What is to be forgotten: watches that the file does not name any more, and with `brand` also what only names the brand. */
export interface Subject {
  watches: readonly string[];
  brand?: string;
}

/** Whether an alert belongs to the subject: that of its watch, or that of a report on its brand. */
export function isAbout({ watches, brand }: Subject, alert: Pick<Alert, 'watchId' | 'brand'>): boolean {
  if (alert.watchId !== undefined) return watches.includes(alert.watchId);
  return brand !== undefined && alert.brand === brand;
}

/**
 * A silence without the subject: undefined when it mutes nothing any more, and the same object when it does not name the
 * subject.
 */
export function silenceWithout({ watches, brand }: Subject, silence: Silence): Silence | undefined {
  const { watch, brand: brands } = silence.matchers;
  const leftWatches = watch?.filter((id) => !watches.includes(id));
  const leftBrands = brands?.filter((id) => id !== brand);
  if (leftWatches?.length === watch?.length && leftBrands?.length === brands?.length) return silence;
  if (leftWatches?.length === 0 || leftBrands?.length === 0) return undefined;
  const matchers = defined<Silence['matchers']>({
    ...silence.matchers,
    watch: leftWatches,
    brand: leftBrands,
  });
  return { ...silence, matchers };
}
