import type { Fields } from './http-exchange.ts';
import type { Alert, AlertItem, AlertState } from '../alerts/alert.ts';
import { channelNameOf } from '../channels/channel.ts';
import { BESIDE_TEXTS, type Finding, type Outlet } from '../findings/finding.ts';
import { defined, isName, typedKeys } from '../lib/fields.ts';
import type { QueryNode } from '../query/ast.ts';
import { compileQuery } from '../query/match.ts';
import { wordsIn, wordTexts } from '../query/words.ts';
import type { StoryRecord } from '../stories/story.ts';
import { dayAfter, dayOf, type Instant, isDay } from '../time/instant.ts';
import { SEVERITIES, type Severity } from '../watches/watch.ts';

/**
 * What says of each kind of entry whether it is searched for. Days, brand and watch are not checked: they choose what
 * is read.
 */
export interface SearchMatch {
  finding(finding: Finding): boolean;
  alert(entry: { alert: Alert; state: AlertState }): boolean;
  story(story: StoryRecord): boolean;
}

const STATES: Readonly<Record<AlertState['state'], SearchedState>> = {
  pending: 'waiting',
  notified: 'sent',
  silenced: 'muted',
  dropped: 'dropped',
};

/** What became of an alert, in the word of a search. */
export function searchedState({ state }: AlertState): SearchedState {
  return STATES[state];
}

/** Reads a query once, for many entries. */
export function searchMatch({ words = '', ...query }: SearchQuery): SearchMatch {
  const hasWords = wordSearch(words);
  const { outlet, country, language, channel, severity, state } = query;
  const isPlace = (one: Outlet | undefined) =>
    (outlet === undefined || isOutlet(one?.domain, outlet)) &&
    (country === undefined || one?.country?.toUpperCase() === country);
  const isLanguage = (one: string | undefined) =>
    language === undefined || one?.toLowerCase().slice(0, 2) === language;
  const isItem = (item: AlertItem | Finding) => isPlace(item.outlet) && isLanguage(item.language);
  const needsItem = outlet !== undefined || country !== undefined || language !== undefined;
  return {
    finding: (finding) => isItem(finding) && (hasWords?.(wordsOf(finding)) ?? true),
    alert: ({ alert, state: now }) =>
      (channel === undefined || channelNameOf(alert.channel) === channel) &&
      (severity === undefined || alert.severity === severity) &&
      (state === undefined || searchedState(now) === state) &&
      (!needsItem || alert.items.some(isItem)) &&
      (hasWords?.(alertWordsOf(alert)) ?? true),
    story: ({ title, articles }) =>
      articles.length > 0 &&
      (!needsItem || articles.some(({ domain = '', ...one }) => isPlace({ domain, ...one }))) &&
      (hasWords?.(title) ?? true),
  };
}

/** Whether a domain is one, or lies below it: `news.example` has `www.news.example`. */
function isOutlet(domain: string | undefined, outlet: string): boolean {
  const own = domain?.toLowerCase();
  return own === outlet || own?.endsWith(`.${outlet}`) === true;
}

/** What a reader can see of an item, as one text. */
function wordsOf(item: AlertItem | Finding): string {
  const { title, snippet, summary, translation, outlet, facts = {}, fields = {}, companies = [] } = item;
  const seen = [title, snippet, summary, translation?.title, translation?.text, outlet?.name, outlet?.domain];
  const rest = [...Object.values(facts), ...Object.values(fields), ...companies];
  return [...seen, ...rest].filter((text) => text !== undefined).join('\n');
}

function alertWordsOf({ items, occasion }: Alert): string {
  const said = 'text' in occasion ? [occasion.text] : 'title' in occasion ? [occasion.title] : [];
  return [...said, ...items.map(wordsOf)].join('\n');
}

/** More terms than this are not compared. */
const MOST_TERMS = 12;

/** The terms of a search: words, and what is in quotes as one phrase. A minus before a term excludes it. */
function termsOf(words: string): QueryNode[] {
  const found = words.normalize('NFKC').matchAll(/(-?)(?:"([^"]*)"?|([^\s"]+))/gu);
  return Array.from(found, ([, sign, quoted, word = '']) => {
    const texts = wordTexts(quoted ?? word);
    const begins = (at: number) => at === texts.length - 1;
    const patterns = texts.map((text, at) => ({
      text: begins(at) ? `${text}*` : text,
      wildcard: begins(at),
    }));
    const part: QueryNode = { type: 'phrase', words: patterns };
    return patterns.length === 0 ? [] : [sign === '-' ? { type: 'not' as const, part } : part];
  })
    .flat()
    .slice(0, MOST_TERMS);
}

/**
 * Reads words to search for, and returns what says whether a text has all of them: each at the beginning of a word of
 * the text, as people write it (`foldText`). Words in quotes stand together on a line. What follows a minus may not
 * occur. Undefined where there is no word.
 */
export function wordSearch(words: string): ((text: string) => boolean) | undefined {
  const parts = termsOf(words);
  if (parts.length === 0) return undefined;
  const query = compileQuery({ type: 'all', parts });
  return (text) => query.matches(text.split('\n').map(wordsIn));
}

/** The parts of a finding that a search neither compares nor shows, as a mask: a third of its bytes or more. */
export const UNSEARCHED = {
  copies: true,
  embedding: true,
  contentHash: true,
  hashWithoutCompanies: true,
  duplicateGroup: true,
  ...BESIDE_TEXTS,
} as const satisfies Partial<Record<keyof Finding, true>>;

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

/**
 * Reads the fields of an address. One that cannot be is left out and named in `ignored`, so that the page can say so.
 */
export function readSearchQuery(
  fields: Fields,
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
