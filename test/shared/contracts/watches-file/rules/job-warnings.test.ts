import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { compileWatches } from '../../../../../infra/watches-file/compile-watches.ts';

const SUPPLIERS = { suppliers: { companies: [{ name: 'Acme', domain: 'acme.example' }] } };

/** The warnings about a watch, as `path: text`. The file has no problems. */
function warningsOf(watch: object): string[] {
  const text = stringify({
    operators: { email: ['ops@acme.example'] },
    channels: { press: { email: ['press@acme.example'] } },
    watchlists: SUPPLIERS,
    watches: { w: { alert: { channel: 'press' }, ...watch } },
  });
  const compiled = compileWatches(text, { file: 'watches.yaml', now: Date.parse('2026-11-21T08:00:00Z') });
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
  return compiled.warnings.map(({ path, what }) => `${path}: ${what}`);
}

const job = (query: object, more: object = {}) => ({
  kind: 'extraction',
  query: { query: 'Layoffs', ...query },
  ...more,
});
const watched = { watchlist: 'suppliers' };
const AT = 'watches.w.query';

describe('what only public material about the services refuses is a warning', () => {
  it.each([
    [
      'fewer than ten records',
      job({ limit: 3 }),
      `${AT}.limit: The service may refuse fewer than 10 records`,
    ],
    [
      'a score that is left out',
      job({}, watched),
      `${AT}.query: The service may leave out records in which each company has a score below 2`,
    ],
    [
      'all news without companies',
      job({ query: 'all company news' }),
      `${AT}.query: The service refuses a query for all news without companies`,
    ],
    [
      'a language that is not listed',
      { kind: 'search', query: { q: 'a', lang: ['en', 'ha'] } },
      `${AT}.lang: The service does not list the language "ha"`,
    ],
    [
      'a language that is none',
      { kind: 'search', query: { q: 'a', not_lang: ['xx'] } },
      `${AT}.not_lang: The service does not list the language "xx"`,
    ],
    [
      'no outlets of a country',
      { kind: 'search', query: { q: 'a', predefined_sources: ['top 0 US'] } },
      `${AT}.predefined_sources: The service has no list of outlets "top 0 US"`,
    ],
    [
      'outlets of no country',
      { kind: 'search', query: { q: 'a', predefined_sources: ['top 5 ZZ'] } },
      `${AT}.predefined_sources: The service has no list of outlets "top 5 ZZ"`,
    ],
  ])('%s', (_, watch, warning) => {
    expect(warningsOf(watch)).toEqual([warning]);
  });

  it.each([
    ['ten records', job({ limit: 10 })],
    ['a score', job({ ed_score_min: 2 }, watched)],
    ['mode lite', job({ mode: 'lite' }, watched)],
    ['all news of companies', job({ query: '*', ed_score_min: 1 }, watched)],
    ['a topic', job({ query: 'all news about Acme' })],
    [
      'listed languages',
      { kind: 'search', query: { q: 'a', lang: ['en', 'cn'], predefined_sources: ['top 5 GB'] } },
    ],
  ])('but not %s', (_, watch) => {
    expect(warningsOf(watch)).toEqual([]);
  });
});
