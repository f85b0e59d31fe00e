import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { didYouMean } from '../../../shared/contracts/watches-file/near-miss.ts';
import type { Desired } from '../../../shared/domain/config/desired-state.ts';
import type { Finding } from '../../../shared/domain/findings/finding.ts';
import { defined } from '../../../shared/domain/lib/fields.ts';
import { decodeEntities } from '../../../shared/domain/text/clean-text.ts';
import { DAY } from '../../../shared/domain/time/instant.ts';
import type { Watch } from '../../../shared/domain/watches/watch.ts';
import { feedsSource } from '../../../shared/providers/feeds/feeds-source.ts';
import { readOutlines } from '../../watches-file/read-feed-list.ts';
import { CliFailure } from '../failure.ts';
import { plainText, printAmount, printNumber } from '../print-values.ts';
import { tryOut } from '../stack/try-out.ts';
import type { World } from '../world.ts';

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
  return themes.flatMap(({ text: theme, outline: countries = [] }) =>
    countries.flatMap(({ text: country, outline = [] }) =>
      outline.flatMap(({ text, language, xmlurl }) => {
        const names = { theme: plain(theme), country: plain(country), title: plain(text) };
        return xmlurl === undefined ? [] : defined<StarterFeed>({ ...names, language, url: plain(xmlurl) });
      }),
    ),
  );
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
 * The feeds of some themes and countries: where both are named, those that fit both. Of these, and where nothing is
 * named of all, those in some languages; in any language, or else in English, if there are none.
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
  const own = inLanguages(found, languages);
  if (own.length > 0) return own;
  if (found.length > 0) return found;
  throw new CliFailure(`feeds/starter.opml has no feeds of ${wanted.join(' and ')}.`, {
    hint: 'name only a theme or only a country',
  });
}

/** The languages of feeds, if a watch in `languages` would find nothing in any of them; none otherwise. */
export function otherLanguages(feeds: readonly StarterFeed[], languages: readonly string[]): string[] {
  if (inLanguages(feeds, languages).length > 0) return [];
  return [...new Set(feeds.flatMap(({ language }) => language ?? []))];
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

/** Headlines that are shown. */
const SHOWN = 5;
/** Feeds rarely show items that are older. */
const BACK = 30 * DAY;

/**
 * Prints what each watch of feeds finds in what its feeds show now, with headlines of the first one: its own, or the
 * latest of all. Each feed is read once, and nothing is stored. It needs no stack.
 *
 * @param file the list of feeds, for advice.
 */
export async function printFeedsPreview(
  { watches, feeds = [] }: Desired,
  { world, file }: { world: World; file: string },
): Promise<void> {
  const own = watches.filter(({ kind }) => kind === 'feeds');
  const [first] = own;
  if (!first) return;
  const { shelf, feeds: count, failed } = await world.readFeeds(feeds, { now: world.now });
  const check = `npx bellwether feeds check ${file} names them.`;
  if (failed.length === count) {
    const [one] = failed;
    const why = one ? ` The first one, ${plainText(one.url)}: ${plainText(one.text)}` : '';
    world.stdout.write(
      `None of the ${printAmount(count, 'feed')} could be read.${why}\nCheck the way to the internet. ${check}\n\n`,
    );
    return;
  }
  const unread = failed.length === 0 ? '' : ` ${printNumber(failed.length)} could not be read: ${check}`;
  world.stdout.write(`What ${printAmount(count - failed.length, 'feed')} show now.${unread}\n`);
  const source = feedsSource(shelf);
  const now = world.now();
  const found = (watch: Watch) => tryOut({ watch, window: { from: now - BACK, to: now } }, source);
  const width = Math.max(...own.map(({ id }) => id.length)) + 2;
  for (const watch of own) {
    const { hits, findings } = await found(watch);
    world.stdout.write(`  ${watch.id.padEnd(width)}${printAmount(hits, 'match')}\n`);
    if (watch === first) world.stdout.write(headlines(findings));
  }
  const all = await found({ ...first, query: { ...first.query, q: '*' } });
  if (all.findings.length > 0) world.stdout.write(`The latest of all headlines:\n${headlines(all.findings)}`);
  world.stdout.write('\n');
}

function headlines(findings: readonly Finding[]): string {
  return findings
    .toSorted((a, b) => b.indexedAt - a.indexedAt)
    .slice(0, SHOWN)
    .map(({ title, outlet }) => `    ${plainText(title)} (${plainText(outlet?.domain ?? '')})\n`)
    .join('');
}
