import { OPERATORS } from '../../../domain/channels/channel.ts';
import type { PageContext } from '../../../domain/pages/inbox.ts';
import { searchMatch } from '../../../domain/pages/search/search-match.ts';
import {
  readSearchQuery,
  searchedKinds,
  type SearchQuery,
} from '../../../domain/pages/search/search-query.ts';
import {
  type Hit,
  placeIn,
  type SearchChoices,
  type SearchView,
} from '../../../domain/pages/search/search-view.ts';
import type { PagePorts } from '../page-ports.ts';
import { searchDays } from './search-days.ts';
import { searchLists } from './search-lists.ts';

/**
 * Searches alerts, stories, findings and records by the fields of an address, the newest first. It reads at most a fixed number
 * of items for a page, and says how far it came.
 */
export async function readSearch(
  fields: Readonly<Record<string, string>>,
  { ports, desk }: { ports: Pick<PagePorts, 'definitions' | 'timeline'>; desk: Pick<PageContext, 'now'> },
): Promise<SearchView> {
  const { now } = desk;
  const [watches, channels] = await Promise.all([ports.definitions.watches(), ports.definitions.channels()]);
  const { query, ignored } = readSearchQuery(fields, now);
  const after = placeIn(fields['after'] ?? '');
  const match = searchMatch(query);
  const lists = searchLists(query, { watches, match, timeline: ports.timeline, now });
  const kinds = searchedKinds(query);
  // Who looks for one kind wants each of them: the links of other pages count on it.
  const isGrouped = kinds.length > 1;
  const { hits, ...searched } = await searchDays(lists, {
    from: query.from,
    to: query.to,
    after,
    isBroad: isBroad(query),
    isGrouped,
  });
  return {
    query,
    kinds,
    ignored,
    hits: isGrouped ? hits : withoutRepeats(hits),
    isGrouped,
    ...searched,
    isFirst: after === undefined,
    choices: {
      brand: distinct(watches.flatMap(({ brand }) => brand ?? [])),
      watch: watches.map(({ id }) => id),
      channel: channels.map(({ name }) => name).filter((name) => name !== OPERATORS),
    } satisfies SearchChoices,
  };
}

/** Whether a search takes everything that its lists have. */
function isBroad({ words, outlet, country, language, channel, severity, state }: SearchQuery): boolean {
  return [words, outlet, country, language, channel, severity, state].every((field) => field === undefined);
}

/** Watches have parts of one story, and each is in the index. */
function withoutRepeats(hits: readonly Hit[]): Hit[] {
  const seen = new Set<string>();
  return hits.filter((hit) => {
    if (hit.kind !== 'stories') return true;
    const isNew = !seen.has(hit.story.id);
    seen.add(hit.story.id);
    return isNew;
  });
}

function distinct(names: readonly string[]): string[] {
  return [...new Set(names)].toSorted();
}
