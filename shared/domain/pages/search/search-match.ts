import type { Alert } from '../../alerts/alert.ts';
import type { AlertState } from '../../alerts/alert-state.ts';
import type { AlertItem } from '../../alerts/alert-item.ts';
import { channelNameOf } from '../../channels/lanes.ts';
import type { Finding, Outlet } from '../../findings/finding.ts';
import type { StoryOutline } from '../../stories/story-record.ts';
import type { SearchedState, SearchQuery } from './search-query.ts';
import { wordSearch } from './word-search.ts';

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
