import type { StoredFinding } from '../../../domain/findings/finding.ts';
import type { Hit } from '../../../domain/pages/search/search-view.ts';
import type { SearchMatch } from '../../../domain/pages/search/search-match.ts';
import { type Searched, searchedKinds, type SearchQuery } from '../../../domain/pages/search/search-query.ts';
import { storyOfRecords } from '../../../domain/stories/story-record.ts';
import type { Instant } from '../../../domain/time/instant.ts';
import { serviceOf, type Watch } from '../../../domain/watches/watch.ts';
import type { DayPart, Timeline } from '../../ports/pages/timeline.ts';

/** An entry of a list, and what it is for the search; undefined where it does not match. */
export interface ListEntry {
  at: Instant;
  id: string;
  hit: Hit | undefined;
}

/** What can be read a day at a time, newest first: the findings of a watch, all alerts, or all stories. */
export interface SearchList {
  /** It orders entries of the same instant. */
  name: string;
  read(part: DayPart): Promise<ListEntry[]>;
}

interface Lists {
  watches: readonly Watch[];
  match: SearchMatch;
  timeline: Timeline;
  /** What has expired by now is not found. */
  now: Instant;
}

/** The lists that a query has to read, by their names. Those of alerts and of stories come before those of watches. */
export function searchLists(query: SearchQuery, { watches, ...reading }: Lists): SearchList[] {
  const kinds = searchedKinds(query);
  const asked = watches.filter(
    ({ id, brand }) =>
      (query.watch === undefined || id === query.watch) &&
      (query.brand === undefined || brand === query.brand),
  );
  const isNarrowed = query.watch !== undefined || query.brand !== undefined;
  const ids = new Set(asked.map(({ id }) => id));
  const isAsked = (watchId: string | undefined) => !isNarrowed || (watchId !== undefined && ids.has(watchId));
  const found = asked.filter((watch) => kinds.includes(kindOf(watch)));
  return [
    ...(kinds.includes('alerts') ? [alertList({ isAsked, ...reading })] : []),
    ...(kinds.includes('stories') ? [storyList({ isAsked, ...reading })] : []),
    ...found.map(({ id }) => findingList(id, { ...reading, kinds })),
  ];
}

function kindOf({ kind }: Watch): Searched {
  return serviceOf(kind) === 'extraction' ? 'records' : 'findings';
}

type Narrowed = Omit<Lists, 'watches'> & { isAsked: (watchId: string | undefined) => boolean };

function alertList({ isAsked, match, timeline, now }: Narrowed): SearchList {
  return {
    name: '.alerts',
    read: async (part) =>
      (await timeline.alerts(part)).map(({ alert, state }) => {
        const isHit = alert.expiresAt > now && isAsked(alert.watchId) && match.alert({ alert, state });
        const at = alert.createdAt;
        return { at, id: alert.id, hit: isHit ? { kind: 'alerts', at, alert, state } : undefined };
      }),
  };
}

function storyList({ isAsked, match, timeline, now }: Narrowed): SearchList {
  return {
    name: '.stories',
    read: async (part) =>
      (await timeline.stories(part)).map((record) => {
        const { id, madeAt: at, watchId, expiresAt } = record;
        const isHit = expiresAt > now && isAsked(watchId) && match.story(record);
        return {
          at,
          id,
          hit: isHit ? { kind: 'stories', at, story: storyOfRecords(record), watchId } : undefined,
        };
      }),
  };
}

function findingList(
  watchId: string,
  { match, timeline, now, kinds }: Omit<Lists, 'watches'> & { kinds: readonly Searched[] },
): SearchList {
  const hitOf = (found: StoredFinding): Hit | undefined => {
    const kind = found.finding.type === 'record' ? 'records' : 'findings';
    const isHit = found.expiresAt > now && kinds.includes(kind) && match.finding(found.finding);
    return isHit ? { kind, at: found.foundAt, found } : undefined;
  };
  return {
    name: watchId,
    read: async (part) =>
      (await timeline.findings(watchId, part)).map((found) => ({
        at: found.foundAt,
        id: found.finding.fingerprint,
        hit: hitOf(found),
      })),
  };
}
