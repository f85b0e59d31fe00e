import type { Fields } from './http-exchange.ts';
import type { Alert, AlertState } from '../alerts/alert.ts';
import type { Finding, StoredFinding } from '../findings/finding.ts';
import type { Story } from '../stories/story.ts';
import type { Instant } from '../time/instant.ts';
import { type Searched, type SearchField, type SearchQuery, wordSearch } from './search-match.ts';

/** What a search found, with the time at which it came. */
export type Hit = { at: Instant } & (
  | { kind: 'alerts'; alert: Alert; state: AlertState }
  | { kind: 'stories'; story: Story; watches: readonly string[] }
  | { kind: 'findings' | 'records'; found: StoredFinding }
);

/**
 * A place in all lists together, newest first: entries of earlier instants lie behind it, and of the same instant
 * those of lists whose name sorts later, and those of its own list whose id sorts before.
 */
export interface SearchPlace {
  at: Instant;
  list: string;
  id: string;
}

/** A page of what a search found. */
export interface SearchView {
  query: SearchQuery;
  /** The kinds that were searched. */
  kinds: readonly Searched[];
  /** Fields of the address that could not be read. */
  ignored: readonly SearchField[];
  /** The results: stories with what belongs to them, or each entry by itself. */
  groups: readonly HitGroup[];
  /** What was compared has so many pages, of which this is one, from 1 on. */
  part: number;
  parts: number;
  /** Whether the best comes first. Else the newest does. */
  isRanked: boolean;
  /** How many stored items were read for this page. */
  read: number;
  /** Where this page begins; absent for the newest. */
  after?: SearchPlace;
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

/**
 * What a reader sees as one result: a story with its alerts and articles, as far as they came with the same page of a
 * search. All of it in the order in which it came, the newest first.
 */
export interface HitGroup {
  /** The stories: an article may be in one of each space. */
  stories: readonly Extract<Hit, { kind: 'stories' }>[];
  alerts: readonly Extract<Hit, { kind: 'alerts' }>[];
  found: readonly Extract<Hit, { kind: 'findings' | 'records' }>[];
}

/** Hits that come one after the other, as groups. */
export interface HitGroups {
  add(hit: Hit): void;
  /** How many groups there are so far. A later hit can make one of two. */
  count(): number;
  /** The groups in the order of their newest hits. */
  groups(): HitGroup[];
}

/**
 * Groups hits by story and by article. Two hits are of one group if they name the same story, or the same article, or
 * if a third one connects them: spaces have an article in stories of their own.
 */
export function hitGroups(): HitGroups {
  const groupOf = new Map<string, Set<Hit>>();
  const all = new Set<Set<Hit>>();
  return {
    add(hit) {
      const keys = keysOf(hit);
      const joined = new Set(keys.flatMap((key) => groupOf.get(key) ?? []));
      const [group = new Set<Hit>(), ...others] = joined;
      all.add(group.add(hit));
      for (const other of others) {
        for (const one of other) group.add(one);
        all.delete(other);
      }
      for (const one of others.length === 0 ? [hit] : group)
        for (const key of keysOf(one)) groupOf.set(key, group);
    },
    count: () => all.size,
    groups: () =>
      Array.from(all, (group) => [...group].toSorted(newestFirst))
        .toSorted(([one], [other]) => newestFirst(one, other))
        .map(groupFrom),
  };
}

/** Hits as groups, in the order of their newest. */
export function groupsOf(hits: readonly Hit[]): HitGroup[] {
  const all = hitGroups();
  for (const hit of hits) all.add(hit);
  return all.groups();
}

/** A hit as a result by itself. */
export function groupOfOne(hit: Hit): HitGroup {
  return groupFrom([hit]);
}

/** How many articles of a group are about what was searched for: all of a story whose title is. */
function articlesAbout({ stories, found }: HitGroup): number {
  const largest = Math.max(0, ...stories.map(({ story }) => story.members.length));
  return Math.max(largest, new Set(found.map((hit) => hit.found.finding.fingerprint)).size);
}

/** The group with the most articles first; of groups in the order of their newest, that stays for equal ones. */
export function bestFirst(one: HitGroup, other: HitGroup): number {
  return articlesAbout(other) - articlesAbout(one);
}

/** Results in pages, all of them full: the last page has the rest, too. */
export function pagesOf<T>(all: readonly T[], size: number): T[][] {
  const count = Math.max(1, Math.floor(all.length / size));
  return Array.from({ length: count }, (_, n) =>
    all.slice(n * size, n === count - 1 ? undefined : (n + 1) * size),
  );
}

/** Hits of one instant keep the order in which they came. */
function newestFirst(one: Hit | undefined, other: Hit | undefined): number {
  return (other?.at ?? 0) - (one?.at ?? 0);
}

function groupFrom(hits: readonly Hit[]): HitGroup {
  return {
    stories: hits.filter((hit) => hit.kind === 'stories'),
    alerts: hits.filter((hit) => hit.kind === 'alerts'),
    found: hits.flatMap((hit) => (hit.kind === 'findings' || hit.kind === 'records' ? [hit] : [])),
  };
}

/** The story and the article that a hit is about. An alert that counts many articles is about none of them. */
function keysOf(hit: Hit): string[] {
  switch (hit.kind) {
    case 'stories':
      return [storyKey(hit.story.id)];
    case 'alerts': {
      const { occasion, story, items } = hit.alert;
      const isOfArticle = occasion.type === 'finding' || occasion.type === 'story';
      const articles = isOfArticle ? items.slice(0, 1).map(({ fingerprint }) => articleKey(fingerprint)) : [];
      const stories = story === undefined ? [] : [storyKey(story.id)];
      const keys = [...stories, ...articles];
      return keys.length > 0 ? keys : [`alert ${hit.alert.id}`];
    }
    case 'findings':
    case 'records': {
      const { story, finding } = hit.found;
      return [articleKey(finding.fingerprint), ...(story === undefined ? [] : [storyKey(story)])];
    }
  }
}

function storyKey(id: string): string {
  return `story ${id}`;
}

function articleKey(fingerprint: string): string {
  return `article ${fingerprint}`;
}

/** Which records of a watch a table shows, and in which order. */
export interface RecordsQuery {
  watch: string;
  words?: string;
  /**
   * Words that the cells of columns must have, by the names of the columns: any of them can be named in an address.
   */
  cells: Fields;
  /** UTC days of finding, both included. */
  from: string;
  to: string;
  /** `found`, `published`, `title` or a column. */
  sort: string;
  descending: boolean;
}

/** A page of the records, or events, of a watch as a table. */
export interface RecordsView {
  query: RecordsQuery;
  /** The names of the fields, in the order in which the latest records have them. */
  columns: readonly string[];
  /** All records that match, in their order; a page shows some of them. */
  rows: readonly StoredFinding[];
  /** From 1 on. */
  page: number;
  /** How many records were read, the latest first, and whether these days have more. */
  read: number;
  isCut: boolean;
  /** The names in the address that are neither a field of the form nor a column. */
  ignored: readonly string[];
  /** The watches whose findings have fields. */
  watches: readonly string[];
}

/** How many rows a page shows. */
export const ROWS_A_PAGE = 25;

/** The fields of a record or an event as text, by name. */
export function fieldsOf({ fields = {}, facts = {} }: Pick<Finding, 'fields' | 'facts'>): Fields {
  return { ...fields, ...facts };
}

/** The names of all fields of these findings, in the order in which they come. */
export function columnsOf(found: readonly StoredFinding[]): string[] {
  return [...new Set(found.flatMap(({ finding }) => Object.keys(fieldsOf(finding))))];
}

/** The records that a table shows, in its order. Numbers are sorted as numbers, and an empty cell comes last. */
export function tableRows(found: readonly StoredFinding[], query: RecordsQuery): StoredFinding[] {
  const { words = '', cells, sort, descending } = query;
  const hasWords = wordSearch(words);
  const hasCells = Object.entries(cells).map(([name, text]) => ({ name, has: wordSearch(text) }));
  const isShown = ({ finding }: StoredFinding) =>
    (hasWords?.([finding.title, finding.snippet, ...Object.values(fieldsOf(finding))].join('\n')) ?? true) &&
    hasCells.every(({ name, has }) => has?.(fieldsOf(finding)[name] ?? '') ?? true);
  const keyed = found.filter(isShown).map((one) => ({ one, key: sortKeyOf(one, sort) }));
  return keyed.toSorted((a, b) => compareKeys(a.key, b.key, descending)).map(({ one }) => one);
}

type SortKey = number | string | undefined;

function sortKeyOf({ finding, foundAt }: StoredFinding, sort: string): SortKey {
  if (sort === 'found') return foundAt;
  if (sort === 'published') return finding.publishedAt;
  const text = sort === 'title' ? finding.title : (fieldsOf(finding)[sort] ?? '');
  const figure = Number(text.replaceAll(/[\s,_]/g, ''));
  if (text.trim() === '') return undefined;
  return Number.isNaN(figure) ? text.toLowerCase() : figure;
}

function compareKeys(a: SortKey, b: SortKey, descending: boolean): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  // Numbers come before words.
  if (typeof a !== typeof b) return typeof a === 'number' ? -1 : 1;
  const order = a < b ? -1 : Number(a > b);
  return descending ? -order : order;
}
