import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseWireTime, wireTimeOf } from '../../shared/domain/instant.ts';
import { Reading, type Row } from './brute-force.ts';
import { corpusLines, openJourney, startOnce, watchesFile } from './start-once.ts';

interface Search {
  kind?: 'authors';
  query: Record<string, unknown>;
  matches: (reading: Reading) => boolean;
}

const DATA = join(import.meta.dirname, '..', '..', '..', 'shared', 'data');
const DAY = 86_400_000;

const q = (query: string, matches: Search['matches'], more: object = {}): Search => ({
  query: { q: query, ...more },
  matches,
});

const STORIES: Record<string, Search> = {
  'word-in-any-case': q('MICROSOFT', (r) => r.has('microsoft')),
  phrase: q('"South by Southwest"', (r) => r.phrase('south by southwest')),
  'punctuated-phrase': q('"S&P 500"', (r) => r.phrase('s p 500')),
  'or-words': q('jetblue OR netflix', (r) => r.has('jetblue') || r.has('netflix')),
  'and-words': q('apple AND carplay', (r) => r.has('apple') && r.has('carplay')),
  'implied-and': q('cyrus miley', (r) => r.has('cyrus') && r.has('miley')),
  without: q('chiquita NOT fyffes', (r) => r.has('chiquita') && !r.has('fyffes')),
  'without-group': q(
    'fed AND NOT (taper OR tapering)',
    (r) => r.has('fed') && !r.has('taper') && !r.has('tapering'),
  ),
  nested: q(
    '(apple OR google) AND (phone OR "android wear" OR ios)',
    (r) =>
      (r.has('apple') || r.has('google')) && (r.has('phone') || r.phrase('android wear') || r.has('ios')),
  ),
  'star-at-end': q('taper*', (r) => r.like(/^taper/)),
  'star-inside': q('chr*cast', (r) => r.like(/^chr.*cast$/)),
  'question-mark': q('gr?y OR wom?n', (r) => r.like(/^gr.y$/) || r.like(/^wom.n$/)),
  near: q('NEAR("carplay", "apple", 5)', (r) => r.near('carplay', 'apple', { distance: 5 })),
  'near-ordered': q('NEAR("stocks", "fed", 4, true)', (r) =>
    r.near('stocks', 'fed', { distance: 4, ordered: true }),
  ),
  source: q(
    'the OR a OR in OR to',
    (r) => r.row.domain_url === 'reuters.com' && ['the', 'a', 'in', 'to'].some((word) => r.has(word)),
    {
      sources: ['reuters.com'],
    },
  ),
  'two-sources': q('*', (r) => ['forbes.com', 'latimes.com'].includes(r.row.domain_url ?? ''), {
    sources: 'forbes.com,latimes.com',
  }),
  'not-source': q('icahn', (r) => r.has('icahn') && r.row.domain_url !== 'reuters.com', {
    not_sources: ['reuters.com'],
  }),
  plus: q('+us -fed +china', (r) => r.has('us') && r.has('china') && !r.has('fed')),
};

const BODIES: Record<string, Search> = {
  'japanese-word': q('逮捕', (r) => r.phrase('逮捕')),
  'japanese-phrase': q('"神戸地検"', (r) => r.phrase('神戸地検')),
  'accented-word': q('ĉinio', (r) => r.has('ĉinio')),
  'esperanto-star': q('registar*', (r) => r.like(/^registar/)),
  'english-phrase': q('"human rights"', (r) => r.phrase('human rights')),
  'ordered-near': q(
    'NEAR("police", "protest*", 10, true) OR election',
    (r) =>
      r.has('election') ||
      r
        .places('police')
        .some(([field, , end]) =>
          protestsIn(r).some(([other, at]) => other === field && at >= end && at - end <= 10),
        ),
  ),
  language: q('the OR 逮捕', (r) => r.row.language === 'ja' && (r.has('the') || r.phrase('逮捕')), {
    lang: ['ja'],
  }),
};

/** Places of words that begin with "protest". */
function protestsIn(reading: Reading): [number, number][] {
  const words = [
    'protest',
    'protests',
    'protesters',
    'protester',
    'protested',
    'protesting',
    'protestor',
    'protestors',
    'protestant',
    'protestants',
  ];
  return words.flatMap((word) => reading.places(word).map(([field, at]): [number, number] => [field, at]));
}

const AUTHORS: Record<string, Search> = {
  'by-author': {
    kind: 'authors',
    query: { author_name: 'Lee Moran' },
    matches: (r) => writtenBy(r, 'Lee Moran'),
  },
  'not-author': {
    kind: 'authors',
    query: { author_name: 'Mary Papenfuss' },
    matches: (r) => writtenBy(r, 'Mary Papenfuss'),
  },
  'in-window': q('senate', (r) => r.has('senate')),
};

function writtenBy({ row }: Reading, name: string): boolean {
  return row.author === name || (row.authors ?? []).includes(name);
}

interface Case {
  searches: Record<string, Search>;
  /** Days of the first window. */
  lookback: number;
  /** Where the clock stands; left out: the corpus is moved so that its newest article is of now. */
  now?: string;
  /** Lays the articles a minute apart: whatever their age, one window holds them all. */
  squeeze?: boolean;
}

function minutesIn(n: number): string {
  return wireTimeOf(Date.parse('2026-01-01T00:00:00Z') + n * 60_000);
}

/** Runs all searches over a corpus once, and reads the same corpus by brute force. */
async function compare(
  file: string,
  { searches, lookback, now, squeeze = false }: Case,
): Promise<{ stored: Record<string, number>; expected: Record<string, number> }> {
  const rows = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line, n) => ({ ...(JSON.parse(line) as Row), ...(squeeze && { published_date: minutesIn(n) }) }));
  const at = (row: Row) => parseWireTime(row.published_date) ?? 0;
  const end = now === undefined ? Math.max(...rows.map(at)) + 1 : Date.parse(now);
  const readings = rows
    .filter((row) => at(row) < end && at(row) > end - lookback * DAY)
    .map((row) => new Reading(row));
  const watches = Object.entries(searches).map(([id, { kind = 'search', query }]) => [
    id,
    { kind, query: { ranked_only: false, ...query }, lookback: `${lookback}d`, first_run: 'silent' },
  ]);
  const journey = await openJourney();
  try {
    const path = await journey.write('watches.yaml', watchesFile(Object.fromEntries(watches)));
    const time = now === undefined ? ['--shift-to-now'] : ['--now', now];
    const corpus = squeeze ? await journey.write('corpus.ndjson', corpusLines(rows)) : file;
    const report = await startOnce([
      '--watches',
      path,
      '--corpus',
      corpus,
      ...time,
      '--fresh',
      '--data',
      journey.data,
    ]);
    expect(report.code).toBe(0);
    const stored = Object.fromEntries(report.watches.map((watch) => [watch.id, watch.new]));
    const expected = Object.fromEntries(
      Object.entries(searches).map(([id, { matches }]) => [id, readings.filter(matches).length]),
    );
    return { stored, expected };
  } finally {
    await journey.close();
  }
}

describe('the findings stored are exactly those of an independent reading', () => {
  const cases = [
    ['news-stories', { searches: STORIES, lookback: 5 }],
    ['news-bodies', { searches: BODIES, lookback: 5, squeeze: true }],
    ['news-authors', { searches: AUTHORS, lookback: 300, now: '2018-12-31T00:00:30Z' }],
  ] satisfies [string, Case][];
  for (const [name, journey] of cases) {
    const file = join(DATA, `${name}.ndjson`);
    it.skipIf(!existsSync(file))(
      `of ${name} (skipped where the data does not lie beside the checkout)`,
      { timeout: 90_000 },
      async () => {
        const { stored, expected } = await compare(file, journey);
        expect(stored).toEqual(expected);
        const found = Object.values(expected).filter((count) => count > 0);
        expect(found.length).toBeGreaterThan(Object.keys(journey.searches).length / 2);
      },
    );
  }
});
