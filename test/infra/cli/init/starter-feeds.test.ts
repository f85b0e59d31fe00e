import { expect, it } from 'vitest';
import {
  chooseFeeds,
  namesOfStarter,
  otherLanguages,
  printFeeds,
  readStarterFeeds,
} from '../../../../infra/cli/init/starter-feeds.ts';
import { readFeedList } from '../../../../infra/watches-file/read-feed-list.ts';

const FEEDS = readStarterFeeds();
const choose = (wanted: string[], languages = ['en']) => chooseFeeds(FEEDS, { wanted, languages });

it('the list to start with has a title, a language and an address of its own for each feed', () => {
  expect(FEEDS.length).toBeGreaterThan(80);
  expect(FEEDS.filter(({ title, language }) => title === '' || !/^[a-z]{2}$/.test(language ?? ''))).toEqual(
    [],
  );
  expect(new Set(FEEDS.map(({ url }) => url)).size).toBe(FEEDS.length);
  expect(FEEDS.filter(({ url }) => !url.startsWith('https://'))).toEqual([]);
  expect(namesOfStarter(FEEDS).themes).toContain('Public bodies');
});

it('feeds are chosen by theme and country, and by language where none is named', () => {
  expect(new Set(choose(['business']).map(({ theme }) => theme))).toEqual(new Set(['Business']));
  const both = choose(['Business', 'Technology', 'France'], ['fr']);
  expect(new Set(both.map(({ theme, country }) => `${theme} ${country}`))).toEqual(
    new Set(['Business France', 'Technology France']),
  );
  expect(new Set(choose([], ['fr', 'de']).map(({ language }) => language))).toEqual(new Set(['fr', 'de']));
  expect(choose([], ['fi'])).toEqual(choose([], ['en']));
  expect(new Set(choose(['Business'], ['de']).map(({ language }) => language))).toEqual(new Set(['de']));
  expect(() => choose(['Security', 'Portugal'])).toThrow('has no feeds of Security and Portugal');
});

it('feeds that a watch in these languages would find nothing in name their languages', () => {
  expect(otherLanguages(choose(['France'], ['en', 'fr']), ['en', 'fr'])).toEqual([]);
  expect(otherLanguages(choose(['Business', 'France'], ['en']), ['en'])).toEqual(['fr']);
  expect(otherLanguages(choose([], ['fi']), ['fi'])).toEqual(['en']);
});

it('feeds are written as a list that is read again', () => {
  const chosen = [
    ...choose([]),
    { theme: 'A & B', country: '"X"', title: '<&>', url: 'https://a.example/?b&c' },
  ];
  expect(readFeedList(printFeeds(chosen), 'feeds.opml')).toEqual({ urls: chosen.map(({ url }) => url) });
});
