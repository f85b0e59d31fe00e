import type { Alert } from '../../alerts/alert.ts';
import type { AlertState } from '../../alerts/alert-state.ts';
import type { StoredFinding } from '../../findings/finding.ts';
import type { Story } from '../../stories/story.ts';
import type { Instant } from '../../time/instant.ts';
import type { Searched, SearchField, SearchQuery } from './search-query.ts';

/** What a search found, with the time at which it came. */
export type Hit = { at: Instant } & (
  | { kind: 'alerts'; alert: Alert; state: AlertState }
  | { kind: 'stories'; story: Story; watches: readonly string[] }
  | { kind: 'findings' | 'records'; found: StoredFinding }
);

/**
 * A place in all lists together, newest first: entries of earlier instants lie behind it, and of the same instant those of lists
 * whose name sorts later, and those of its own list whose id sorts before.
 */
export interface SearchPlace {
  at: Instant;
  list: string;
  id: string;
}

/** A page of what a search found, the newest first. */
export interface SearchView {
  query: SearchQuery;
  /** The kinds that were searched. */
  kinds: readonly Searched[];
  /** Fields of the address that could not be read. */
  ignored: readonly SearchField[];
  hits: readonly Hit[];
  /** Whether hits about one story are one result (hit-groups.ts). */
  isGrouped: boolean;
  /** How many stored items were read for this page. */
  read: number;
  /** Where the next page begins, if there may be more. */
  next?: SearchPlace;
  /** Whether this is the first page. */
  isFirst: boolean;
  /** What the fields can be. */
  choices: SearchChoices;
}

/** What the fields of a search can be, by name. */
export interface SearchChoices {
  brand: readonly string[];
  watch: readonly string[];
  channel: readonly string[];
}

/** A place as text for an address. */
export function placeText({ at, list, id }: SearchPlace): string {
  return [at, list, id].join('~');
}

/** The place in a text; undefined for any other text. */
export function placeIn(text: string): SearchPlace | undefined {
  const [, at, list = '', id = ''] = /^(\d{1,15})~([a-z0-9.-]{0,64})~([\w.:-]{0,64})$/.exec(text) ?? [];
  return at === undefined ? undefined : { at: Number(at), list, id };
}
