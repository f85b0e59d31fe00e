import type { EventType } from '../../../../shared/domain/services/event-filters.ts';
import type { LAYOFF_RELATIONS } from '../../../../shared/domain/services/event-values.ts';
import type { Instant } from '../../../../shared/domain/time/instant.ts';

/** The object named like the type of an event: fields of the contract, and what else its source gave. */
export type Body = Readonly<Record<string, unknown>>;

/** An event as the service holds it. */
export interface StoredEvent {
  id: string;
  type: EventType;
  /** The wider category that its source gives. */
  globalType?: string | undefined;
  /** Null where no company is named, as with most tariffs. */
  company: string | null;
  /** When it happened or will happen, where that is known. */
  eventAt: Instant | undefined;
  /** When the service has it. */
  extractedAt: Instant;
  body: Body;
  /** Articles it was taken from, and when the service has each. */
  sources: readonly EventSource[];
}

export interface EventSource {
  articleId: string;
  parsedAt: Instant;
}

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
