import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseWireTime, wireTimeOf } from '../../shared/domain/time/instant.ts';
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

// The words are rare on purpose, as it is the findings that cost, and yet others hold the same words otherwise placed.
const STORIES: Record<string, Search> = {
  'word-in-any-case': q('SAMSUNG', (r) => r.has('samsung')),
  phrase: q('"Weak Chinese"', (r) => r.phrase('weak chinese')),
  'punctuated-phrase': q('"S&P 500"', (r) => r.phrase('s p 500')),
  'or-words': q('verizon OR target', (r) => r.has('verizon') || r.has('target')),
  'and-words': q('stocks AND ukraine', (r) => r.has('stocks') && r.has('ukraine')),
  'implied-and': q('high record', (r) => r.has('high') && r.has('record')),
  without: q('fyffes NOT chiquita', (r) => r.has('fyffes') && !r.has('chiquita')),
  'without-group': q(
    'fed AND NOT (taper OR tapering)',
    (r) => r.has('fed') && !r.has('taper') && !r.has('tapering'),
  ),
  nested: q(
    '(stocks OR data) AND (ukraine OR "weak Chinese" OR fed)',
    (r) =>
      (r.has('stocks') || r.has('data')) && (r.has('ukraine') || r.phrase('weak chinese') || r.has('fed')),
  ),
  'star-at-end': q('taper*', (r) => r.like(/^taper/)),
  'star-inside': q('colo*r', (r) => r.like(/^colo.*r$/)),
  'question-mark': q('c?me OR s?x', (r) => r.like(/^c.me$/) || r.like(/^s.x$/)),
  near: q('NEAR("comcast", "netflix", 2)', (r) => r.near('comcast', 'netflix', { distance: 2 })),
  'near-ordered': q('NEAR("stocks", "fed", 4, true)', (r) =>
    r.near('stocks', 'fed', { distance: 4, ordered: true }),
  ),
  source: q(
    'the OR a OR in OR to',
    (r) => r.row.domain_url === 'time.com' && ['the', 'a', 'in', 'to'].some((word) => r.has(word)),
    {
      sources: ['time.com'],
    },
  ),
  'two-sources': q('*', (r) => ['cleveland.com', 'livemint.com'].includes(r.row.domain_url ?? ''), {
    sources: 'cleveland.com,livemint.com',
  }),
  'not-source': q('banks', (r) => r.has('banks') && r.row.domain_url !== 'reuters.com', {
    not_sources: ['reuters.com'],
  }),
  plus: q('+us -fed +china', (r) => r.has('us') && r.has('china') && !r.has('fed')),
};

const BODIES: Record<string, Search> = {
  'japanese-word': q('検察', (r) => r.phrase('検察')),
  'japanese-phrase': q('"神戸地検"', (r) => r.phrase('神戸地検')),
  'accented-word': q('daŭro', (r) => r.has('daŭro')),
  'esperanto-star': q('konstitu*', (r) => r.like(/^konstitu/)),
  'english-phrase': q('"state department"', (r) => r.phrase('state department')),
  'ordered-near': q(
    'NEAR("police", "protest*", 10, true) OR coup',
    (r) =>
      r.has('coup') ||
      r
        .places('police')
        .some(([field, , end]) =>
          protestsIn(r).some(([other, at]) => other === field && at >= end && at - end <= 10),
        ),
  ),
  language: q('the OR 検察', (r) => r.row.language === 'ja' && (r.has('the') || r.phrase('検察')), {
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
    query: { author_name: 'Julia Craven' },
    matches: (r) => writtenBy(r, 'Julia Craven'),
  },
  'another-author': {
    kind: 'authors',
    query: { author_name: 'Elise Foley' },
    matches: (r) => writtenBy(r, 'Elise Foley'),
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
        expect(Object.keys(expected).filter((id) => expected[id] === 0)).toEqual([]);
      },
    );
  }
});
