import type { Fields } from '../../domain/pages/http-exchange.ts';
import { watchesOf } from '../../domain/alerts/alert.ts';
import { OPERATORS } from '../../domain/channels/channel.ts';
import type { StoredFinding } from '../../domain/findings/finding.ts';
import { type PageContext, pageIn } from '../../domain/pages/inbox.ts';
import {
  readSearchQuery,
  type Searched,
  searchedKinds,
  searchMatch,
  type SearchMatch,
  type SearchQuery,
} from '../../domain/pages/search-match.ts';
import {
  bestFirst,
  groupOfOne,
  groupsOf,
  type Hit,
  pagesOf,
  placeIn,
  type SearchChoices,
  type SearchView,
} from '../../domain/pages/search-view.ts';
import { storyOfRecord } from '../../domain/stories/story.ts';
import type { Instant } from '../../domain/time/instant.ts';
import { serviceOf, type Watch } from '../../domain/watches/watch.ts';
import type { DayPart, Timeline } from '../../store/findings/timeline.ts';
import type { PagePorts } from './page-ports.ts';
import {
  type ListEntry,
  type ListPart,
  RESULTS_A_PAGE,
  searchDays,
  type SearchLists,
} from './search-days.ts';

/**
 * Searches alerts, stories, findings and records by the fields of an address: for words the stories with the most
 * articles first, else the newest first. It reads until a page is full, at most a fixed number of items, and says how
 * far it came.
 */
export async function readSearch(
  fields: Fields,
  {
    ports,
    desk: { now },
  }: { ports: Pick<PagePorts, 'definitions' | 'timeline'>; desk: Pick<PageContext, 'now'> },
): Promise<SearchView> {
  const [watches, channels] = await Promise.all([ports.definitions.watches(), ports.definitions.channels()]);
  const { query, ignored } = readSearchQuery(fields, now);
  const after = placeIn(fields['after'] ?? '');
  const match = searchMatch(query);
  const lists = searchLists(query, { watches, match, timeline: ports.timeline, now });
  const kinds = searchedKinds(query);
  // Who looks for one kind wants each of them: the links of other pages count on it.
  const isGrouped = kinds.length > 1;
  const isRanked = isGrouped && query.words !== undefined;
  const { hits, ...searched } = await searchDays(lists, {
    from: query.from,
    to: query.to,
    after,
    isBroad: isBroad(query),
    isGrouped,
    isRanked,
  });
  const all = isGrouped ? groupsOf(hits) : hits.map(groupOfOne);
  const parts = isRanked ? pagesOf(all.toSorted(bestFirst), RESULTS_A_PAGE) : [all];
  const part = pageIn(fields['part'], parts.length);
  return {
    query,
    kinds,
    ignored,
    groups: parts[part - 1] ?? [],
    part,
    parts: parts.length,
    isRanked,
    ...searched,
    isFirst: after === undefined,
    ...(after && { after }),
    choices: {
      brand: distinct(watches.flatMap(({ brand }) => brand ?? [])),
      watch: watches.map(({ id }) => id),
      channel: channels.flatMap(({ name }) => (name === OPERATORS ? [] : [name])),
    } satisfies SearchChoices,
  };
}

/** Whether a search takes everything that its lists have. */
function isBroad({ words, outlet, country, language, channel, severity, state }: SearchQuery): boolean {
  return [words, outlet, country, language, channel, severity, state].every((field) => field === undefined);
}

function distinct(names: readonly string[]): string[] {
  return [...new Set(names)].toSorted();
}

interface Lists {
  watches: readonly Watch[];
  match: SearchMatch;
  timeline: Timeline;
  /** What has expired by now is not found. */
  now: Instant;
}

/** No watch has such a name. */
const [ALERTS, STORIES] = ['.alerts', '.stories'];

/** The lists that a query has to read, by their names. Those of alerts and of stories come before those of watches. */
function searchLists(query: SearchQuery, { watches, ...reading }: Lists): SearchLists {
  const kinds = searchedKinds(query);
  const asked = watches.filter(
    ({ id, brand }) =>
      (query.watch === undefined || id === query.watch) &&
      (query.brand === undefined || brand === query.brand),
  );
  const isNarrowed = query.watch !== undefined || query.brand !== undefined;
  const ids = new Set(asked.map(({ id }) => id));
  const isAsked = (watchIds: readonly string[]) => !isNarrowed || watchIds.some((id) => ids.has(id));
  const found = asked.filter((watch) => kinds.includes(kindOf(watch))).map(({ id }) => id);
  const readAlerts = alertReader({ isAsked, ...reading });
  const readStories = storyReader({ isAsked, ...reading });
  const readFound = findingReader({ ...reading, kinds });
  return {
    names: [
      ...(kinds.includes('alerts') ? [ALERTS] : []),
      ...(kinds.includes('stories') ? [STORIES] : []),
      ...found,
    ],
    read(part) {
      if (part.list === ALERTS) return readAlerts(part);
      return part.list === STORIES ? readStories(part) : readFound(part);
    },
  };
}

function kindOf({ kind }: Watch): Searched {
  return serviceOf(kind) === 'extraction' ? 'records' : 'findings';
}

type Narrowed = Omit<Lists, 'watches'> & { isAsked: (watchIds: readonly string[]) => boolean };

function alertReader({ isAsked, match, timeline, now }: Narrowed) {
  return async (part: DayPart): Promise<ListEntry[]> =>
    (await timeline.alerts(part)).map(({ alert, state }) => {
      const isHit = alert.expiresAt > now && isAsked(watchesOf(alert)) && match.alert({ alert, state });
      const at = alert.createdAt;
      return { at, id: alert.id, hit: isHit ? { kind: 'alerts', at, alert, state } : undefined };
    });
}

function storyReader({ isAsked, match, timeline, now }: Narrowed) {
  return async (part: DayPart): Promise<ListEntry[]> =>
    (await timeline.stories(part)).map((record) => {
      const { id, madeAt: at, watches, expiresAt } = record;
      const isHit = expiresAt > now && isAsked(watches) && match.story(record);
      return {
        at,
        id,
        hit: isHit ? { kind: 'stories', at, story: storyOfRecord(record), watches } : undefined,
      };
    });
}

function findingReader({
  match,
  timeline,
  now,
  kinds,
}: Omit<Lists, 'watches'> & { kinds: readonly Searched[] }) {
  const hitOf = (found: StoredFinding): Hit | undefined => {
    const kind = found.finding.type === 'record' ? 'records' : 'findings';
    const isHit = found.expiresAt > now && kinds.includes(kind) && match.finding(found.finding);
    return isHit ? { kind, at: found.foundAt, found } : undefined;
  };
  return async ({ list, ...part }: ListPart): Promise<ListEntry[]> =>
    (await timeline.findings({ ...part, watchId: list })).map((found) => ({
      at: found.foundAt,
      id: found.finding.fingerprint,
      hit: hitOf(found),
    }));
}
