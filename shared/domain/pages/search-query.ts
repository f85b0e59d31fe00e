import { defined, typedKeys } from '../lib/fields.ts';
import { isName } from '../lib/name.ts';
import { dayAfter, dayOf, type Instant, isDay } from '../time/instant.ts';
import { SEVERITIES, type Severity } from '../watches/watch.ts';

/** What a search can find. The words are in addresses. */
export const SEARCHED = ['alerts', 'stories', 'findings', 'records'] as const;
export type Searched = (typeof SEARCHED)[number];

/** What became of an alert. The words are in addresses. */
export const ALERT_STATES = ['waiting', 'sent', 'muted', 'dropped'] as const;
export type SearchedState = (typeof ALERT_STATES)[number];

/** What is searched for: entries that have all of this. */
export interface SearchQuery {
  /** One kind only. Absent: every kind that has the fields that are given. */
  in?: Searched;
  words?: string;
  brand?: string;
  watch?: string;
  channel?: string;
  severity?: Severity;
  state?: SearchedState;
  /** A domain, or a part of it that ends at a dot. */
  outlet?: string;
  /** ISO 3166-1 alpha-2, in capitals. */
  country?: string;
  /** ISO 639-1, in lower case. */
  language?: string;
  /** UTC days, both included. */
  from: string;
  to: string;
}

/** How many days a search looks back unless its address says it, with today. */
const USUAL_DAYS = 31;
/** The longest words of a search, in UTF-16 units. */
const LONGEST_WORDS = 200;
const LONGEST_DOMAIN = 100;

/** The fields of an address that narrow a search, in the order of the form. */
export const SEARCH_FIELDS = [
  'in',
  'words',
  'brand',
  'watch',
  'channel',
  'severity',
  'state',
  'outlet',
  'country',
  'language',
  'from',
  'to',
] as const satisfies readonly (keyof SearchQuery)[];
export type SearchField = (typeof SEARCH_FIELDS)[number];

/** Reads the fields of an address. One that cannot be is left out and named in `ignored`, so that the page can say so. */
export function readSearchQuery(
  fields: Readonly<Record<string, string>>,
  now: Instant,
): { query: SearchQuery; ignored: readonly SearchField[] } {
  const today = dayOf(now);
  const given = (name: string) => (fields[name] ?? '').trim();
  const to = isDay(given('to')) && given('to') < today ? given('to') : today;
  const usual = dayAfter(to, 1 - USUAL_DAYS);
  const from = isDay(given('from')) ? given('from') : usual;
  const read = defined({
    in: SEARCHED.find((one) => one === given('in')),
    words: given('words').slice(0, LONGEST_WORDS).toWellFormed() || undefined,
    brand: nameIn(given('brand')),
    watch: nameIn(given('watch')),
    channel: nameIn(given('channel')),
    severity: SEVERITIES.find((one) => one === given('severity')),
    state: ALERT_STATES.find((one) => one === given('state')),
    outlet: domainIn(given('outlet')),
    country: codeIn(given('country'))?.toUpperCase(),
    language: codeIn(given('language')),
  });
  const query: SearchQuery = { ...read, from: from <= to ? from : to, to };
  const isRead = (name: SearchField) => query[name] !== undefined;
  const isOwnDay = (name: 'from' | 'to') => given(name) === '' || query[name] === given(name);
  const ignored = SEARCH_FIELDS.filter((name) =>
    name === 'from' || name === 'to' ? !isOwnDay(name) : given(name) !== '' && !isRead(name),
  );
  return { query, ignored };
}

/** A query as the query string of an address; days that a search has anyway are left out. */
export function searchText(query: SearchQuery, now: Instant): string {
  const fields = new URLSearchParams();
  const usual = dayAfter(query.to, 1 - USUAL_DAYS);
  for (const name of SEARCH_FIELDS) {
    const value = query[name];
    const isUsual = (name === 'to' && value === dayOf(now)) || (name === 'from' && value === usual);
    if (value !== undefined && !isUsual) fields.set(name, value);
  }
  return fields.toString();
}

/** The fields that only some kinds have. A kind without a field that is given is not searched. */
const FIELDS_OF: Readonly<Record<'channel' | 'severity' | 'state' | 'language', readonly Searched[]>> = {
  channel: ['alerts'],
  severity: ['alerts'],
  state: ['alerts'],
  language: ['alerts', 'findings', 'records'],
};

/** The kinds that a query searches. */
export function searchedKinds(query: SearchQuery): readonly Searched[] {
  const asked = SEARCHED.filter((kind) => query.in === undefined || query.in === kind);
  return asked.filter((kind) =>
    typedKeys(FIELDS_OF).every((name) => query[name] === undefined || FIELDS_OF[name].includes(kind)),
  );
}

function nameIn(text: string): string | undefined {
  return isName(text) ? text : undefined;
}

function codeIn(text: string): string | undefined {
  return /^[a-z]{2}$/i.test(text) ? text.toLowerCase() : undefined;
}

function domainIn(text: string): string | undefined {
  const domain = text
    .toLowerCase()
    .replace(/^(?:https?:\/\/)?(?:www\.)?/, '')
    .replace(/\/.*$/, '');
  return /^[\p{L}\p{N}.-]+$/u.test(domain) && domain.length <= LONGEST_DOMAIN ? domain : undefined;
}
