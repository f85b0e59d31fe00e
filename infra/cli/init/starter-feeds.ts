import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { didYouMean } from '../../../shared/contracts/watches-file/near-miss.ts';
import { decodeEntities } from '../../../shared/domain/text/decode-entities.ts';
import { type Outline, readOutlines } from '../../watches-file/read-feed-list.ts';
import { CliFailure } from '../failure.ts';

/** A feed of the list to start with. */
export interface StarterFeed {
  theme: string;
  country: string;
  title: string;
  /** ISO 639-1. Absent: any. */
  language?: string;
  url: string;
}

const STARTER = join(import.meta.dirname, '../../../feeds/starter.opml');

/** The list to start with, as its users have edited it. */
export function readStarterFeeds(): StarterFeed[] {
  const themes = readOutlines(readFileSync(STARTER, 'utf8'));
  if (!themes)
    throw new CliFailure('feeds/starter.opml is not an OPML file.', {
      hint: 'correct the file, or leave feeds out with --feeds none',
    });
  return themes.flatMap((theme) =>
    below(theme).flatMap((country) =>
      below(country).flatMap((feed) => starterFeedOf(feed, { theme, country }) ?? []),
    ),
  );
}

function below({ outline = [] }: Outline): readonly Outline[] {
  return outline;
}

function starterFeedOf(
  { text, language, xmlurl }: Outline,
  { theme, country }: Record<'theme' | 'country', Outline>,
): StarterFeed | undefined {
  if (xmlurl === undefined) return undefined;
  const names = { theme: plain(theme.text), country: plain(country.text), title: plain(text) };
  return { ...names, ...(language !== undefined && { language }), url: decodeEntities(xmlurl).trim() };
}

function plain(text = ''): string {
  return decodeEntities(text).trim();
}

/** What the list can be asked for: its themes and its countries, each once. */
export function namesOfStarter(feeds: readonly StarterFeed[]): { themes: string[]; countries: string[] } {
  return {
    themes: [...new Set(feeds.map(({ theme }) => theme))],
    countries: [...new Set(feeds.map(({ country }) => country))].toSorted(),
  };
}

/** Whether the list has a theme or a country of that name. Case does not count. */
export function isStarterName(name: string): boolean {
  const { themes, countries } = namesOfStarter(readStarterFeeds());
  return [...themes, ...countries].some((one) => one.toLowerCase() === name.toLowerCase());
}

/**
 * The feeds of some themes and countries: where both are named, those that fit both. Nothing named: all in these languages, or in
 * English if there are none.
 *
 * @throws CliFailure for a name that the list does not have.
 */
export function chooseFeeds(
  feeds: readonly StarterFeed[],
  { wanted, languages }: { wanted: readonly string[]; languages: readonly string[] },
): StarterFeed[] {
  if (wanted.length === 0) {
    const own = inLanguages(feeds, languages);
    return own.length > 0 ? own : inLanguages(feeds, ['en']);
  }
  const { themes, countries } = namesOfStarter(feeds);
  const named = wanted.map((name) => nameIn([...themes, ...countries], name));
  const isWanted = (names: readonly string[], one: string) =>
    !named.some((name) => names.includes(name)) || named.includes(one);
  const found = feeds.filter(({ theme, country }) => isWanted(themes, theme) && isWanted(countries, country));
  if (found.length > 0) return found;
  throw new CliFailure(`feeds/starter.opml has no feeds of ${wanted.join(' and ')}.`, {
    hint: 'name only a theme or only a country',
  });
}

function inLanguages(feeds: readonly StarterFeed[], languages: readonly string[]): StarterFeed[] {
  return feeds.filter(({ language }) => language === undefined || languages.includes(language));
}

function nameIn(known: readonly string[], name: string): string {
  const found = known.find((one) => one.toLowerCase() === name.toLowerCase());
  if (found !== undefined) return found;
  throw new CliFailure(`feeds/starter.opml has no theme and no country "${name}".`, {
    hint: didYouMean(name, known) ?? `it has ${known.join(', ')}; none leaves feeds out`,
  });
}

/** The feeds as OPML, in the folders of the list. */
export function printFeeds(feeds: readonly StarterFeed[]): string {
  const folders = [...Map.groupBy(feeds, ({ theme }) => theme)].map(([theme, own]) => [
    `    <outline text="${escaped(theme)}">`,
    ...own.map(
      ({ title, country, language, url }) =>
        `      <outline type="rss" text="${escaped(title)}" category="${escaped(country)}"${language === undefined ? '' : ` language="${escaped(language)}"`} xmlUrl="${escaped(url)}" />`,
    ),
    '    </outline>',
  ]);
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<!-- Your feeds: add and remove as you like. bellwether feeds check names those that do not work. -->',
    '<opml version="2.0">',
    '  <head><title>Feeds</title></head>',
    '  <body>',
    ...folders.flat(),
    '  </body>',
    '</opml>',
  ];
  return `${lines.join('\n')}\n`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
