import {
  compileExclusions,
  excludedDomain,
  excludedPhrase,
  type Exclusions,
  fitFinding,
  snippetOf,
} from '../../domain/findings/fit-finding.ts';
import type { Finding, Outlet } from '../../domain/findings/finding.ts';
import { hostOf, type SeenItem } from '../../domain/feeds/feed.ts';
import { isInLanguage } from '../../domain/feeds/languages.ts';
import { defined } from '../../domain/lib/fields.ts';
import { compileQuery, type Matcher } from '../../domain/query/match.ts';
import { parseQuery } from '../../domain/query/parse.ts';
import { wordsWith } from '../../domain/query/words.ts';
import { copyKeysOf } from '../../domain/stories/copy-keys.ts';
import { headlineOf } from '../../domain/text/headline.ts';
import type { Window } from '../../domain/time/instant.ts';
import type { Watch } from '../../domain/watches/watch.ts';
import type { Ports } from '../../use-cases/ports/ports.ts';
import type { FoundPage, Source } from '../../use-cases/ports/services.ts';
import { foundPageItems } from '../http/lenient.ts';

/** The most matched words that are shown. */
const SHOWN = 20;

/** What the source reads: what the poller has stored, and which feeds belong to a list. */
export interface FeedShelf {
  feeds: Pick<Ports['feeds'], 'finds' | 'round'>;
  feedLists: Pick<Ports['feedLists'], 'all'>;
}

/** The feeds as a port of runs: the items that the poller first saw in a window. Calls no one. */
export function feedsSource({ feeds, feedLists }: FeedShelf): Source {
  const read = async ({ watch, window }: { watch: Watch; window: Window }) => {
    const names = listsOf(watch);
    const lists = (await feedLists.all()).filter(({ name }) => names.includes(name));
    const urls = new Set(lists.flatMap((list) => list.urls));
    const reading = readingOf(watch);
    const items = new Map<string, SeenItem>();
    const round = await feeds.round();
    const known = round?.lists.filter(({ name }) => names.includes(name)) ?? [];
    // Some feeds were read later than others for the first time.
    const missed = known.flatMap(({ wholeSince }) =>
      window.from < wholeSince ? [{ from: window.from, to: Math.min(wholeSince, window.to) }] : [],
    );
    for await (const part of feeds.finds(window)) {
      for (const item of part.items)
        if (urls.has(item.feed) && !items.has(item.key) && reading.matches(item)) items.set(item.key, item);
      missed.push(...part.missed.filter(({ url }) => urls.has(url)).map(({ from, to }) => ({ from, to })));
    }
    return { reading, items: [...items.values()], missed };
  };
  return {
    async fetchPage({ watch, window }): Promise<FoundPage> {
      const { reading, items, missed } = await read({ watch, window });
      const found = foundPageItems(
        items.map((item) => ({ ...item, raw: item })),
        {
          toFinding: (item) => findingOf(item, { watch, reading }),
          unusable: [],
        },
      );
      const page = { ...found, refused: 0, hits: items.length, pages: 1, capped: false, calls: 0 };
      return missed.length === 0 ? page : { ...page, missed };
    },
    count: async (ask) => ({ hits: (await read(ask)).items.length, calls: 0 }),
    async knownSpan(watch) {
      const round = await feeds.round();
      const lists = listsOf(watch).map((name) => round?.lists.find((list) => list.name === name));
      if (!round || lists.includes(undefined)) return undefined;
      return { from: Math.min(...lists.map((list) => list?.since ?? 0)), to: round.until };
    },
  };
}

function listsOf({ query: { feeds } }: Watch): readonly string[] {
  return Array.isArray(feeds) ? feeds.filter((name) => typeof name === 'string') : [];
}

/** What a watch looks for, prepared once for all items. */
interface Reading {
  query: Matcher | undefined;
  exclusions: Exclusions;
  matches: (item: SeenItem) => boolean;
}

function readingOf({ query: { q, lang }, exclude, accents }: Watch): Reading {
  const parsed = typeof q === 'string' ? parseQuery(q) : undefined;
  const query = parsed?.ok ? compileQuery(parsed.query, accents) : undefined;
  const langs = Array.isArray(lang) ? lang.filter((code) => typeof code === 'string') : [];
  const speaks = (language: string | undefined) =>
    langs.length === 0 || language === undefined || langs.some((code) => isInLanguage(language, code));
  return {
    query,
    exclusions: compileExclusions(exclude, accents),
    matches: ({ title, snippet, language }) =>
      speaks(language) && query?.matches([title, snippet].map(wordsWith(accents))) === true,
  };
}

function findingOf(item: SeenItem, { watch, reading }: { watch: Watch; reading: Reading }): Finding {
  const { key, seenAt, title, snippet, authors, publishedAt, publishedPrecision, link, language } = item;
  const texts = [title, snippet];
  const ranges = reading.query?.matchedRanges(texts) ?? [];
  const words = ranges.map(({ field, start, end }) => texts[field]?.slice(start, end) ?? '');
  const outlet = outletOf(item);
  const excludedBy =
    excludedPhrase(reading.exclusions, texts) ?? excludedDomain(watch.exclude.domains, outlet.domain);
  return fitFinding(
    defined<Finding>({
      fingerprint: key,
      service: 'feeds',
      type: 'article',
      indexedAt: seenAt,
      title: headlineOf(title, outlet),
      authors,
      snippet: snippetOf(
        snippet,
        ranges.filter(({ field }) => field === 1),
      ),
      copies: copyKeysOf(title, snippet),
      matched: [...new Set(words)].slice(0, SHOWN),
      publishedAt,
      publishedPrecision,
      link,
      outlet,
      language,
      excludedBy,
    }),
  );
}

/** Who published an item: whom an aggregator names, else the feed itself. */
function outletOf({ outlet, link, feed, feedTitle }: SeenItem): Outlet {
  if (outlet) return outlet;
  return defined<Outlet>({ domain: hostOf(link ?? feed), name: feedTitle === '' ? undefined : feedTitle });
}
