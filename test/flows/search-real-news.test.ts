import { expect, it } from 'vitest';
import { type Hit, placeText } from '../../shared/domain/pages/search-view.ts';
import { DAY } from '../../shared/domain/time/instant.ts';
import { readSearch } from '../../shared/use-cases/pages/read-search.ts';
import { longForm } from '../long-form.ts';
import { stored } from '../shared/use-cases/report-bench.ts';
import { foundBy, frequencies, hasRealNews, type NewsRow, readRealNews, timeOf } from './real-news.ts';

const there = hasRealNews('counts of a search over real news');

const wordsOf = ({ title }: NewsRow) => title.toLowerCase().match(/\p{L}{4,}/gu) ?? [];

/** Whether a word begins with this, in a text that a reader of the article sees. */
const hasWord = ({ title, name_source: name = '', domain_url: domain }: NewsRow, word: string) =>
  new RegExp(`(?<![\\p{L}\\p{N}])${word}`, 'iu').test([title, name, domain].join('\n'));

it.skipIf(!there)(
  'a search over real news finds the articles and stories that a plain count finds',
  async () => {
    const rows = readRealNews();
    const store = await stored(
      rows.flatMap((row, n) => [
        ...(n % 3 < 2 ? [foundBy('acme-news', row)] : []),
        ...(n % 3 > 0 ? [foundBy('acme-trouble', row)] : []),
      ]),
    );
    const last = Math.max(...rows.map(timeOf));
    const from = new Date(Math.min(...rows.map(timeOf))).toISOString().slice(0, 10);
    const all = async (fields: Record<string, string>) => {
      const hits: Hit[] = [];
      let pages = 0;
      for (let after: string | undefined; ; ) {
        const asked = { ...fields, from, ...(after !== undefined && { after }) };
        const view = await readSearch(asked, { ports: store, desk: { now: last + DAY } });
        hits.push(...view.hits);
        pages += 1;
        if (!view.next) return { found: hits.flatMap((hit) => ('found' in hit ? [hit.found] : [])), pages };
        after = placeText(view.next);
      }
    };
    const words = frequencies(rows.flatMap((row) => [...new Set(wordsOf(row))])).map(([word]) => word);
    // The most frequent word in the long form, a usual one, and a rare one.
    for (const word of [...words.slice(0, longForm(0, 1)), ...words.slice(400, 401), ...words.slice(-1)]) {
      const expected = rows.filter((row) => hasWord(row, word));
      const sightings = expected.length + expected.filter((row) => rows.indexOf(row) % 3 === 1).length;
      const everything = await all({ words: word });
      expect([word, new Set(everything.found.map(({ story }) => story)).size]).toEqual([
        word,
        new Set(expected.map(({ story }) => story)).size,
      ]);
      const listed = await all({ words: word, in: 'findings' });
      expect([word, listed.found.length]).toEqual([word, sightings]);
      expect(new Set(listed.found.map(({ finding }) => finding.fingerprint))).toEqual(
        new Set(expected.map(({ id }) => id)),
      );
      expect(listed.pages).toBeGreaterThan(1);
    }
  },
);
