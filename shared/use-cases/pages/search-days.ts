import { type Hit, type HitGroups, hitGroups, type SearchPlace } from '../../domain/pages/search-view.ts';
import { inParallel } from '../../domain/lib/in-parallel.ts';
import { dayAfter, dayOf, type Instant } from '../../domain/time/instant.ts';
import type { DayPart } from '../../store/findings/timeline.ts';

/** How many results a page shows: hits, or where hits are grouped, groups of them. */
export const RESULTS_A_PAGE = 30;
/** So many hits end a page with fewer groups, too: a run may find hundreds of articles of a few stories. */
const MOST_HITS = 48;
/**
 * Where the best comes first, so many items are compared, or so many results, before the first of them are shown, and
 * then the next ones.
 */
const COMPARED = 6_000;
const MOST_RESULTS = 300;
/**
 * How many items, and how many parts of days, are read for a page that is not full. In AWS an item takes half a unit of
 * reading, up to 4 KB.
 */
const MOST_READ = 20_000;
const MOST_PARTS = 6_000;
/** The smallest and the largest part of a list; each part is up to four times as large as the one before. */
const SMALLEST_PART = 8;
const LARGEST_PART = 250;

/** An entry of a list, and what it is for the search; undefined where it does not match. */
export interface ListEntry {
  at: Instant;
  id: string;
  hit: Hit | undefined;
}

/** A part of a list: what came on a day, newest first. */
export interface ListPart extends DayPart {
  list: string;
}

/** The lists that a query has to read: all alerts, all stories, and the findings of each watch. */
export interface SearchLists {
  /** They order entries of the same instant. */
  names: readonly string[];
  read(part: ListPart): Promise<ListEntry[]>;
}

/** What was found on some days. */
export interface Searched {
  hits: Hit[];
  /** How many items were read. */
  read: number;
  /** Where to go on; absent at the end. */
  next?: SearchPlace;
}

interface Order {
  /** UTC days, both included. */
  from: string;
  to: string;
  after: SearchPlace | undefined;
  /** Whether most entries match: then small parts of many lists fill a page. */
  isBroad: boolean;
  /** Whether hits about one story are one result. */
  isGrouped: boolean;
  /** Whether results are compared with each other, and the best comes first. */
  isRanked: boolean;
}

/** A list within a day: what was read of it and is not looked at yet, and where to read on. */
interface OpenList {
  list: string;
  entries: ListEntry[];
  before: { at: number; id: string } | undefined;
  part: number;
  ended: boolean;
}

/** Searches lists day by day, from the last day to the first, all lists of a day together by time. */
export async function searchDays(lists: SearchLists, order: Order): Promise<Searched> {
  const { from, to, after, isBroad, isGrouped, isRanked } = order;
  const progress: Progress = {
    isRanked,
    hits: [],
    read: 0,
    parts: 0,
    ...(isGrouped && { groups: hitGroups() }),
  };
  const first = after && dayOf(after.at) < to ? dayOf(after.at) : to;
  for (let day = first; day >= from && lists.names.length > 0; day = dayAfter(day, -1)) {
    if (isSpent(progress)) return pageOf(progress, startOfDayBack(day));
    const wanted = isBroad ? 2 * RESULTS_A_PAGE : MOST_READ - progress.read;
    const part = Math.min(LARGEST_PART, Math.max(SMALLEST_PART, Math.ceil(wanted / lists.names.length)));
    const next = await searchDay(
      lists.names.map((list) => openList(list, { day, after, part })),
      { day, progress, lists },
    );
    if (next) return pageOf(progress, next);
  }
  return pageOf(progress);
}

interface Progress extends Pick<Order, 'isRanked'> {
  hits: Hit[];
  read: number;
  /** How many parts of days were read. */
  parts: number;
  /** The hits once more, by story. */
  groups?: HitGroups;
}

function pageOf({ hits, read }: Progress, next?: SearchPlace): Searched {
  return { hits, read, ...(next && { next }) };
}

function isSpent({ read, parts }: Progress): boolean {
  return read >= MOST_READ || parts >= MOST_PARTS;
}

/** The place before which nothing of a day lies: its last millisecond, with all lists still to come. */
function startOfDayBack(day: string): SearchPlace {
  return { at: Date.parse(`${dayAfter(day)}T00:00:00Z`) - 1, list: '', id: '' };
}

/**
 * Looks at the entries of a day, the newest first. Returns where to go on when the page is full, or enough was read.
 */
async function searchDay(
  open: readonly OpenList[],
  { day, progress, lists }: { day: string; progress: Progress; lists: SearchLists },
): Promise<SearchPlace | undefined> {
  for (let last: SearchPlace | undefined; ; ) {
    const empty = open.filter(({ entries, ended }) => entries.length === 0 && !ended);
    if (last && empty.length > 0 && isSpent(progress)) return last;
    if (empty.length > 0) await readOn(empty, { day, progress, lists });
    const newest = newestOf(open);
    const entry = newest?.entries.shift();
    if (!newest || !entry) return undefined;
    last = { at: entry.at, list: newest.list, id: entry.id };
    if (!entry.hit) continue;
    progress.hits.push(entry.hit);
    progress.groups?.add(entry.hit);
    if (isFull(progress)) return last;
  }
}

function isFull({ isRanked, hits, groups, read }: Progress): boolean {
  const results = groups?.count() ?? hits.length;
  if (isRanked) return results >= MOST_RESULTS || (read >= COMPARED && results >= RESULTS_A_PAGE);
  return hits.length >= MOST_HITS || results === RESULTS_A_PAGE;
}

function openList(
  list: string,
  { day, after, part }: { day: string; after: SearchPlace | undefined; part: number },
): OpenList {
  const isWithin = after && dayOf(after.at) === day && after.at < startOfDayBack(day).at;
  const before = isWithin ? { at: after.at, id: idBehind(list, after) } : undefined;
  return { list, entries: [], before, part, ended: false };
}

/** Of the instant of a place, what a list has left: everything sorts before `~`, and nothing before an empty id. */
function idBehind(name: string, { list, id }: SearchPlace): string {
  if (name === list) return id;
  return name < list ? '' : '~';
}

async function readOn(
  open: readonly OpenList[],
  { day, progress, lists }: { day: string; progress: Progress; lists: SearchLists },
): Promise<void> {
  const left = Math.max(SMALLEST_PART, MOST_READ - progress.read);
  await inParallel(open, async (one) => {
    const limit = Math.min(one.part, left);
    const entries = await lists.read({ list: one.list, day, before: one.before, limit });
    const last = entries.at(-1);
    progress.parts += 1;
    progress.read += entries.length;
    one.ended = entries.length < limit;
    one.before = last && { at: last.at, id: last.id };
    one.part = Math.min(LARGEST_PART, one.part * 4);
    one.entries = entries;
  });
}

/** The list whose next entry is the newest; of one instant, the first by name. */
function newestOf(open: readonly OpenList[]): OpenList | undefined {
  let newest: OpenList | undefined;
  for (const one of open) {
    const at = one.entries[0]?.at;
    if (at !== undefined && (!newest || at > (newest.entries[0]?.at ?? at))) newest = one;
  }
  return newest;
}
