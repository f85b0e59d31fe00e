import type { AlertItem } from '../alerts/alert-item.ts';
import type { AlertState } from '../alerts/alert-state.ts';
import type { Alert } from '../alerts/alert.ts';
import { channelNameOf } from '../channels/lanes.ts';
import type { Finding, Outlet } from '../findings/finding.ts';
import type { StoryOutline } from '../stories/story-record.ts';
import type { SearchedState, SearchQuery } from './search-query.ts';

/** What says of each kind of entry whether it is searched for. Days, brand and watch are not checked: they choose what is read. */
export interface SearchMatch {
  finding(finding: Finding): boolean;
  alert(entry: { alert: Alert; state: AlertState }): boolean;
  story(story: StoryOutline): boolean;
}

const STATES: Readonly<Record<AlertState['state'], SearchedState>> = {
  pending: 'waiting',
  told: 'sent',
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

/** Scripts without blanks between words: there a word may begin anywhere. */
const UNSPACED = /^[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]/;
const LETTER = /[\p{L}\p{N}]/u;
const PLAIN = /^[\p{ASCII}]*$/u;
/** More terms than this are not compared. */
const MOST_TERMS = 12;

/** Text in which words are compared: without accents, and in lower case. */
function folded(text: string): string {
  return PLAIN.test(text) ? text.toLowerCase() : text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** The terms of a search: words, and what is in quotes as one. A minus before a term excludes it. */
function termsOf(words: string): { text: string; isExcluded: boolean }[] {
  const found = folded(words).matchAll(/(-?)(?:"([^"]*)"?|([^\s"]+))/gu);
  return Array.from(found, ([, sign = '', quoted, word]) => ({
    text: (quoted ?? word ?? '').trim().replaceAll(/\s+/gu, ' '),
    isExcluded: sign === '-',
  }))
    .filter(({ text }) => LETTER.test(text))
    .slice(0, MOST_TERMS);
}

/**
 * Reads words to search for, and returns what says whether a text has all of them: each at the beginning of a word of the text, in
 * any case, with or without accents. Words in quotes stand together. What follows a minus may not occur. Undefined where
 * there is no word.
 */
export function wordSearch(words: string): ((text: string) => boolean) | undefined {
  const terms = termsOf(words);
  if (terms.length === 0) return undefined;
  return (text) => {
    const within = folded(text);
    return terms.every((term) => hasTerm(within, term.text) !== term.isExcluded);
  };
}

function hasTerm(within: string, term: string): boolean {
  for (let at = within.indexOf(term); at >= 0; at = within.indexOf(term, at + 1))
    if (at === 0 || UNSPACED.test(term) || !LETTER.test(letterBefore(within, at))) return true;
  return false;
}

/** The character before a place, whole where it takes two units. */
function letterBefore(text: string, at: number): string {
  const [last = ''] = Array.from(text.slice(Math.max(0, at - 2), at)).toReversed();
  return last;
}

/** The parts of a finding that a search neither compares nor shows, as a mask: a third of its bytes or more. */
export const UNSEARCHED = {
  signature: true,
  embedding: true,
  contentHash: true,
  hashWithoutCompanies: true,
  duplicateGroup: true,
  themes: true,
  people: true,
  places: true,
  iptcTags: true,
  iptcCodes: true,
  iabTags: true,
} as const satisfies Partial<Record<keyof Finding, true>>;
