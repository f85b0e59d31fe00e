import { describe, expect, it } from 'vitest';
import type { ReportFacts } from '../../../../shared/domain/reports/build-report.ts';
import type { CoveredWatch } from '../../../../shared/domain/reports/coverage.ts';
import { searchedNewsOf } from '../../../../shared/domain/reports/searched-news.ts';
import { toneSelectionOf } from '../../../../shared/domain/reports/tone-selection.ts';
import { DAY, HOUR } from '../../../../shared/domain/time/instant.ts';
import type { Watch } from '../../../../shared/domain/watches/watch.ts';
import { renderReport } from '../../../../shared/render/report/render-report.ts';
import { writeReport } from '../../../../shared/use-cases/reports/write-report.ts';
import { aWatch, NOON } from '../../../ports/examples.ts';
import { anExampleReport, PERIOD } from '../../render/report/example-report.ts';
import {
  anArticle,
  LIMITS,
  PERIOD as WEEK,
  PLAN,
  reportPorts,
  stored,
} from '../../use-cases/report-bench.ts';

const WHOLE = { from: Date.parse('2026-10-01'), to: Date.parse('2026-11-25') };
const whole = (watchId: string, changes: Partial<CoveredWatch> = {}): CoveredWatch => ({
  watchId,
  finds: 'articles',
  covered: [WHOLE],
  ...changes,
});
const since = (watchId: string, day: string): CoveredWatch =>
  whole(watchId, { covered: [{ from: Date.parse(`${day}T00:00:00+01:00`), to: WHOLE.to }] });
const until = (watchId: string, day: string): CoveredWatch =>
  whole(watchId, { covered: [{ from: WHOLE.from, to: Date.parse(`${day}T00:00:00+01:00`) }] });

/** The example report with watches of the brand, of its competitor, or other facts. */
function written({
  brand = [whole('acme-news')],
  rival = [whole('globex-watch')],
  facts = {},
}: {
  brand?: readonly CoveredWatch[];
  rival?: readonly CoveredWatch[];
  facts?: Partial<ReportFacts>;
}) {
  const sums = { articles: 40, stories: 9, outlets: 6 };
  const competitor = { named: { id: 'globex', names: ['Globex'] }, now: sums, before: sums, voice: sums };
  const numbers = anExampleReport({
    perDay: 3,
    facts: {
      covered: brand,
      competitors: [{ ...competitor, covered: rival }],
      ...facts,
    },
  });
  const { html: page, text } = renderReport(numbers, undefined);
  return { numbers, page, text };
}

/** The tiles of a page: name, value and note, as text. */
function tilesOf(page: string): Record<string, string> {
  const [, tiles = ''] = /<dl class="tiles"[^>]*>([\s\S]*?)<\/dl>/.exec(page) ?? [];
  const rows = tiles.matchAll(/<dt>([^<]*)<\/dt><dd class="value">(.*?)<\/dd><dd class="note">(.*?)<\/dd>/g);
  return Object.fromEntries(
    Array.from(rows, ([, name = '', value = '', note = '']) => [
      name,
      `${value} | ${note}`.replace(/<[^>]*>/g, ''),
    ]),
  );
}

/** How many bars of the chart of days are hatched. */
function hatchedDays(page: string): number {
  const [chart = ''] = /<title id="volume-w-t">[\s\S]*?<\/svg>/.exec(page) ?? [];
  return chart.match(/fill="url\(#hatch\)"/g)?.length ?? 0;
}

/** A watch of the brand with the selection that its query or its exclusions make. */
function selective(id: string, changes: Partial<Watch>): CoveredWatch {
  const watch = aWatch({ id, exclude: { domains: [], phrases: [] }, ...changes });
  const selection = toneSelectionOf(watch, ['Acme Corp']);
  return whole(id, selection ? { selection } : {});
}

describe('a report compares only what the same watches have covered', () => {
  it('with equal coverage it compares all', () => {
    const { numbers, page } = written({});
    const tiles = tilesOf(page);
    expect(numbers.compared).toEqual({ isEqual: true });
    expect(tiles['Articles']).toMatch(/^42 \| ±0%, 42 before$/);
    expect(tiles['Tone']).toMatch(/^\S+ \| of 42 articles with a sentiment, \S+ before$/);
    expect(tiles['Share of voice']).toMatch(
      /^51\.2% \| by articles, of 2 names, 51\.2% in the 7 days before$/,
    );
    expect(hatchedDays(page)).toBe(0);
  });

  it.each<[string, readonly CoveredWatch[], string]>([
    [
      'no data before',
      [since('acme-news', '2026-11-16')],
      'There is no data for the 7 days before to compare with.',
    ],
    [
      'a watch that joined in the days before',
      [whole('acme-news'), since('acme-late', '2026-11-12')],
      'These numbers are not compared with the 7 days before: there is no complete data for Mon 9 to Wed 11 Nov (acme-late).',
    ],
    [
      'a watch that stopped',
      [until('acme-news', '2026-11-21')],
      'These numbers are not compared with the 7 days before: the data is incomplete.',
    ],
  ])('%s', (_, brand, sentence) => {
    const { numbers, page, text } = written({ brand });
    expect(numbers.compared).toEqual({ isEqual: false, why: sentence });
    expect(page).toContain(sentence);
    expect(text).toContain(sentence);
    expect(tilesOf(page)['Articles']).toBe('42 | not compared: incomplete data');
    expect(tilesOf(page)['Tone']).not.toContain('before');
    expect(text).not.toMatch(/[+−]\d+%/);
    expect(page).not.toMatch(/>Before</);
    for (const form of [page, text]) expect(form).not.toMatch(/\d (?:in the 7 days )?before\b/);
  });

  it('names and hatches the days that are missing, on the page and in its first line', () => {
    const { numbers, page, text } = written({ brand: [since('acme-news', '2026-11-19')] });
    const days = 'there is no complete data for Mon 16 to Wed 18 Nov (acme-news)';
    expect(page).toContain('without complete data</li>');
    // Once is enough for a reader.
    for (const form of [page, text]) expect(form.split('there is no complete data')).toHaveLength(2);
    expect(hatchedDays(page)).toBe(3);
    expect(numbers.completeness.isComplete).toBe(false);
    for (const form of [page, text])
      expect(form).toMatch(new RegExp(`Incomplete: ${days.replace(/[()]/g, '\\$&')}[;.]`));
  });

  it('no share of voice where the watches of the names look for different news', () => {
    const look = (id: string, query: Watch['query']) =>
      whole(id, { news: searchedNewsOf(aWatch({ query })) });
    const { numbers, page, text } = written({
      brand: [look('acme-news', { q: 'Acme', lang: ['en'] })],
      rival: [look('globex-watch', { q: 'Globex', countries: ['US'] })],
    });
    const sentence =
      'There is no share of voice: the watches of Acme Corp and Globex search different languages and countries.';
    expect(numbers.voice).toMatchObject({ days: [], rows: [], before: [] });
    for (const form of [page, text]) expect(form).toContain(sentence);
    expect(page).not.toContain('id="voice-w-t"');
    expect(tilesOf(page)['Share of voice']).toMatch(/^– \| not given/);
  });

  it('a share of voice over the days on which all names were covered', async () => {
    const day = (watchId: string, daysAgo: number, count: number) =>
      Array.from({ length: count }, (_, n) =>
        anArticle(1_000 * daysAgo + n + (watchId === 'globex-watch' ? 500 : 0), { watchId, daysAgo }),
      );
    const store = await stored(
      [1, 2, 3, 4, 5, 6, 7].flatMap((ago) => [
        ...day('acme-news', ago, 3),
        ...(ago === 1 ? day('globex-watch', 1, 2) : []),
      ]),
    );
    const cover = async (id: string, days: number) => {
      const state = await store.states.acquire(
        { watchId: id, track: 'live' },
        { owner: 'a', until: NOON + HOUR },
        NOON,
      );
      await store.states.save(state!, {
        set: { coveredFrom: NOON - days * DAY, coveredUntil: NOON },
        release: true,
      });
    };
    for (const id of ['acme-news', 'acme-trouble']) await cover(id, 30);
    await cover('globex-watch', 1.6);
    const { ports, files } = reportPorts(store);
    await writeReport({ plan: PLAN, period: WEEK, notify: false }, ports, LIMITS);
    const bodyOf = (ending: string) => [...files].find(([name]) => name.endsWith(ending))![1].body;
    const { voice, found } = JSON.parse(bodyOf('json')) as ReturnType<typeof anExampleReport>;
    expect(found.map(({ share }) => share)).toEqual([913, 87]);
    expect(voice.rows.map(({ articles, share }) => [articles, share])).toEqual([
      [3, 600],
      [2, 400],
    ]);
    const sentence =
      'The share of voice counts 1 of 7 days (Thu 19 Nov), on which both names were covered. There is no complete data about Globex for Fri 13 to Wed 18 Nov.';
    for (const ending of ['html', 'txt']) expect(bodyOf(ending)).toContain(sentence);
    expect(bodyOf('txt')).toContain(
      'On the one day with data about both names, of the articles about Acme Corp and Globex, 60% are about Acme Corp, and 40% about Globex.',
    );
    expect(tilesOf(bodyOf('html'))['Share of voice']).toBe('60.0% | by articles, of 2 names, on 1 of 7 days');
    expect(bodyOf('html')).not.toContain('91.3%');
  });

  it('no comparison with the days before where the news service has counted only a part of these days', () => {
    const { service } = anExampleReport({ perDay: 1 });
    const end = Date.parse('2026-11-22T12:00:00Z');
    const { page } = written({
      facts: { competitors: [], service: { ...service!, window: { from: NOON, to: end } } },
    });
    expect(page).toContain(
      'The news service has counted only a part of these days, so its numbers are not compared with the 7 days before.',
    );
    expect(tilesOf(page)['Share of voice']).toBe('75.0% | by articles, of 2 names');
  });

  it('names that the news service did not count, on the page and in its first line', () => {
    const { page } = written({ facts: { uncounted: ['Hooli'] } });
    expect(page).toContain('the news service did not count Hooli');
    expect(page).toContain('Not compared: Hooli.');
  });
});

describe('a report gives a tone only where no watch chooses its articles by tone', () => {
  it('and else says why, in every place', () => {
    const words = 'acme-x looks for bad news (breach and lawsuit)';
    const changes = { query: { q: 'Acme AND (breach OR lawsuit)' } };
    const { page, text } = written({ brand: [whole('acme-news'), selective('acme-x', changes)] });
    const sentence = `There is no tone: ${words}, so a mean would describe its query and not the press.`;
    for (const form of [page, text]) expect(form).toContain(sentence);
    expect(tilesOf(page)['Tone']).toBe('– | not given: a watch chooses its articles by tone');
    expect(page).not.toContain('id="tone-w-t"');
    expect(page).not.toContain('id="outlet-tone-w-t"');
    expect(text).not.toContain('on a scale');
  });
});

it('a trend hatches and names periods with days that are not covered, and leaves out those before the first', () => {
  const { numbers, page } = written({ brand: [since('acme-news', '2026-10-30')] });
  expect(numbers.trend.map(({ first, missing }) => [first, missing])).toEqual([
    ...numbers.trend.slice(0, -4).map(({ first }) => [first, 7]),
    ['2026-10-26', 4],
    ['2026-11-02', 0],
    ['2026-11-09', 0],
    [PERIOD.first, 0],
  ]);
  expect(page).toContain('without complete data</li>');
});
