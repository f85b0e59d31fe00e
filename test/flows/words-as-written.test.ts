import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wordSearch } from '../../shared/domain/pages/search-match.ts';
import type { Watch } from '../../shared/domain/watches/watch.ts';
import { feedsSource } from '../../shared/providers/feeds/feeds-source.ts';
import { NOW, openNews, type OpenNews } from '../infra/local/services/news/open-news.ts';
import { aWatch } from '../ports/examples.ts';

// A word is found as people write it, whoever compares it: feeds, the local news service, and the search of the pages.

/** By script: a word as an article has it, and as people search for it. */
const PAIRS: Readonly<Record<string, readonly (readonly [written: string, searched: string])[]>> = {
  'Latin with accents': [
    ['Pérez', 'Perez'],
    ['Perez', 'Pérez'],
    ['Pe\u0301rez', 'PÉREZ'],
    ['Nguyễn', 'nguyen'],
    ['Łódź', 'Lodz'],
    ['Þórdís', 'Thordis'],
    ['Wein\u00adbrenner', 'Weinbrenner'],
  ],
  'Turkish with and without a dot': [
    ['IŞIKLI', 'ışıklı'],
    ['ışıklı', 'Isikli'],
    ['İnceli', 'inceli'],
    ['inceli', 'INCELI'],
    ['i\u0307nceli', 'İNCELİ'],
  ],
  'German ß': [
    ['Weißgrund', 'WEISSGRUND'],
    ['WEIẞGRUND', 'weißgrund'],
    ['Weissgrund', 'Weißgrund'],
    ['Müller', 'Mu\u0308ller'],
  ],
  'Greek with a final sigma': [
    ['Άλμος', 'ΑΛΜΟΣ'],
    ['ΟΔΟΣ', 'οδός'],
    ['άλμοσ', 'Άλμος'],
    ['Ἀθῆναι', 'Αθηναι'],
  ],
  Cyrillic: [
    ['Берёзов', 'БЕРЕЗОВ'],
    ['Березов', 'Берёзов'],
    ['Чайкин', 'Чаи\u0306кин'],
    ['Їжак', 'їжак'],
  ],
  'Arabic with presentation forms': [
    ['ﺍﺣﻤﺪﻭﻥ', 'أحمدون'],
    ['أَحْمَدُون', 'احمدون'],
    ['احمـــدون', 'أحمدون'],
    ['ﻻﻣﻲ', 'لامي'],
    ['کریمی', 'كريمي'],
    ['مصطفى', 'مصطفي'],
    ['ٱلنور', 'النور'],
    ['می\u200cرود', 'می رود'],
  ],
  'Hebrew with points': [
    ['שָׁלוֹמִית', 'שלומית'],
    ['שלומית', 'שָׁלוֹמִית'],
    ['\ufb2aלומית', 'שלומית'],
    ['צה״לון', 'צה"לון'],
  ],
  Devanagari: [
    ['\u095bेनवाल', 'ज\u093cेनवाल'],
    ['ज\u093cेनवाल', 'जेनवाल'],
    ['शक्\u200dति', 'शक्ति'],
  ],
  Thai: [
    ['น\u0e49\u0e4d\u0e32ทอง', 'น้ำทอง'],
    ['บริษัทน้ำทองจำกัด', 'น้ำทอง'],
  ],
  'Han in full width': [
    ['東浜ＡＢＣ銀行', '東浜abc'],
    ['東浜abc銀行', 'ＡＢＣ'],
    ['株式会社東浜', '東浜'],
    ['㈱東浜', '東浜'],
  ],
  'Kana in half width': [
    ['ｶﾞﾙﾃﾞ', 'ガルデ'],
    ['ガルデ商会', 'ｶﾞﾙﾃﾞ'],
    ['カ\u3099ルテ\u3099', 'ガルデ'],
    ['ｻｰﾊﾞ', 'サーバ'],
  ],
  'Hangul in parts': [
    ['\u1100\u1161\u110b\u1169\u11ab\u1110\u1166\u11a8', '가온텍'],
    ['가온텍', '\u1100\u1161\u110b\u1169\u11ab\u1110\u1166\u11a8'],
  ],
};

const all = Object.values(PAIRS).flat();
const titleOf = (written: string) => `x ${written} y`;
const numbered = Object.entries(PAIRS).flatMap(([script, pairs]) =>
  pairs.map((pair) => ({ script, searched: pair[1], written: pair[0], at: all.indexOf(pair) })),
);

describe('in an article of the news service', () => {
  let news: OpenNews;
  beforeAll(async () => {
    news = await openNews(all.map(([written]) => ({ title: titleOf(written) })));
  });
  afterAll(() => news.close());

  it.each(numbered)('$script: $searched finds $written', async ({ searched, at }) => {
    expect(await news.search(quoted(searched))).toContain(String(at));
  });
});

/** A feed with an item for each of these words. */
function feedOf(words: readonly string[]) {
  const items = words.map((written, at) => ({
    key: String(at),
    feed: 'https://a.example/feed',
    feedTitle: 'A',
    seenAt: NOW,
    title: titleOf(written),
    snippet: '',
    authors: [],
  }));
  const lists = [{ name: 'press', urls: ['https://a.example/feed'], since: 0, wholeSince: 0 }];
  return feedsSource({
    feeds: {
      round: () => Promise.resolve({ until: NOW, lists }),
      async *finds() {
        yield { items, missed: [] };
      },
    },
    feedLists: { all: () => Promise.resolve(lists) },
  });
}

const askOf = (watch: Watch) => ({ watch, window: { from: NOW - 1000, to: NOW + 1000 }, page: 1 });

describe('in an item of a feed', () => {
  const source = feedOf(all.map(([written]) => written));

  it.each(numbered)('$script: $searched finds $written', async ({ searched, at }) => {
    const watch = aWatch({ kind: 'feeds', query: { q: quoted(searched), feeds: ['press'] } });
    const { items: found } = await source.fetchPage(askOf(watch), { deadline: Infinity });
    expect(found.map(({ fingerprint }) => fingerprint)).toContain(String(at));
  });
});

describe('in the search of the pages', () => {
  it.each(numbered)('$script: $searched finds $written', ({ searched, written }) => {
    expect(wordSearch(quoted(searched))?.(titleOf(written))).toBe(true);
  });
});

describe('a watch with exact accents', () => {
  const finds = async (searched: string, written: string) => {
    const watch = aWatch({ kind: 'feeds', accents: 'exact', query: { q: searched, feeds: ['press'] } });
    const { items } = await feedOf([written]).fetchPage(askOf(watch), { deadline: Infinity });
    return items.map((item) => item.read().matched);
  };

  it.each([
    ['Pérez', 'Perez'],
    ['Perez', 'Pérez'],
    ['"Pérez Díaz"', 'Pérez Diaz'],
    ['Pére*', 'Perez'],
    ['Pere*', 'Pérez'],
    ['NEAR("Pérez", "Díaz", 5)', 'Perez and Díaz'],
    ['Weißgrund', 'Weissgrund'],
    ['ışıklı', 'isikli'],
  ])('%s does not find %s', async (searched, written) => {
    expect(await finds(searched, written)).toEqual([]);
  });

  it.each([
    ['Pérez', 'PÉREZ', 'PÉREZ'],
    ['Pérez', 'Pe\u0301rez', 'Pe\u0301rez'],
    ['"pérez díaz"', 'Pérez Díaz', 'Pérez Díaz'],
    ['Pére*', 'Pérez', 'Pérez'],
    ['Perez OR Pérez', 'Pérez', 'Pérez'],
    ['οδός', 'ΟΔΌΣ', 'ΟΔΌΣ'],
    ['ＡＢＣ', '東浜abc', 'abc'],
  ])('%s finds %s', async (searched, written, matched) => {
    expect(await finds(searched, written)).toEqual([[matched]]);
  });

  it.each([
    [undefined, 'Pérez'],
    ['exact', undefined],
  ] as const)('%s: whether the excluded phrase Pérez excludes Perez', async (accents, excludedBy) => {
    const exclude = { domains: [], phrases: ['Pérez'] };
    const watch = aWatch({
      kind: 'feeds',
      ...(accents && { accents }),
      exclude,
      query: { q: 'x', feeds: ['press'] },
    });
    const { items } = await feedOf(['Perez']).fetchPage(askOf(watch), { deadline: Infinity });
    expect(items.map((item) => item.read().excludedBy)).toEqual([excludedBy]);
  });
});

/** In quotes, unless it has one: then as two words, as the query language cuts it. */
function quoted(searched: string): string {
  return `"${searched.replaceAll('"', ' ')}"`;
}
