import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadCorpus } from '../../../../../../infra/local/services/kit/corpus/corpus.ts';

const NOW = Date.parse('2026-11-21T08:00:00.250Z');
const asIs = { shiftToNow: false, now: NOW };
const dir = mkdtempSync(join(tmpdir(), 'corpus-'));
const file = (name: string, ...lines: (object | string)[]) => {
  const path = join(dir, name);
  writeFileSync(
    path,
    lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'),
  );
  return path;
};

describe('reading a corpus', () => {
  it('tells articles from events, and parse time from publication', async () => {
    const path = file(
      'both.ndjson',
      '\uFEFF{"id": "a", "title": "One", "published_date": "2020-01-01 10:00:00", "link": null, "_extra": [1]}',
      '',
      {
        title: 'Two',
        published_date: '2020-01-01',
        parse_date: '2020-01-02T00:00:00Z',
        link: 'https://example.com/2',
      },
      { event_type: 'layoff', event_date: '2020-01-03', extraction_date: null, layoff: { headcount: 7 } },
    );
    const { articles, events } = await loadCorpus([path], asIs);
    expect(articles).toEqual([
      {
        kind: 'article',
        id: 'a',
        publishedAt: Date.UTC(2020, 0, 1, 10),
        parsedAt: Date.UTC(2020, 0, 1, 10),
        record: expect.objectContaining({ title: 'One', _extra: [1] }),
      },
      expect.objectContaining({
        id: expect.stringMatching(/^[0-9a-f]{32}$/),
        parsedAt: Date.UTC(2020, 0, 2),
        publishedAt: Date.UTC(2020, 0, 1),
      }),
    ]);
    expect(events).toEqual([
      {
        kind: 'event',
        id: expect.any(String),
        eventAt: Date.UTC(2020, 0, 3),
        extractedAt: Date.UTC(2020, 0, 3),
        record: expect.objectContaining({ layoff: { headcount: 7 } }),
      },
    ]);
  });

  it('moves all dates of all files together, so that the newest line is of now', async () => {
    const first = file('first.ndjson', {
      title: 'Old',
      published_date: '2014-03-10 16:52:50',
      updated_date: '2014-03-11',
    });
    const second = file(
      'second.ndjson',
      { title: 'New', published_date: '2014-03-12 00:00:00', parse_date: '2014-03-12 00:00:10' },
      {
        event_type: 'tariffs_v2',
        event_date: '2014-06-01',
        extraction_date: '2014-03-11 00:00:10',
        tariffs_v2: {
          announcement_date: '2014/03',
          implementation_date: '2014-03-12',
          expiration_date: 'never',
        },
      },
    );
    const { articles, events } = await loadCorpus([first, second], { shiftToNow: true, now: NOW });
    const [old, fresh] = articles;
    expect(fresh?.record.parse_date).toBe('2026-11-21 08:00:00');
    expect(fresh?.record.published_date).toBe('2026-11-21 07:59:50');
    expect(fresh?.parsedAt).toBe(Date.parse('2026-11-21T08:00:00Z'));
    expect(old?.record.published_date).toBe('2026-11-20 00:52:40');
    expect(old?.record.updated_date).toBe('2026-11-20 07:59:50');
    expect(events[0]?.record).toMatchObject({
      extraction_date: '2026-11-20 08:00:00',
      event_date: '2027-02-10 07:59:50',
      tariffs_v2: {
        announcement_date: '2026/11',
        implementation_date: '2026-11-21',
        expiration_date: 'never',
      },
    });
  });

  it('keeps the identity of a line that has no id when dates move', async () => {
    const path = file('noid.ndjson', { title: 'One', published_date: '2020-01-01' });
    const at = async (now: number) => (await loadCorpus([path], { shiftToNow: true, now })).articles[0]?.id;
    expect(await at(NOW)).toBe(await at(NOW + 86_400_000));
  });

  it.each([
    ['{"title": "x", "published_date": "2020-01-01"}\n{nope', /line 2: not JSON/],
    ['{"title": 7, "published_date": "2020-01-01"}', /line 1: article\.title/],
    ['{"name": "x"}', /line 1: .*A line is an article .* or an event/],
    ['{"title": "x"}', /line 1: an article needs a published_date/],
    ['{"title": "x", "published_date": "yesterday"}', /line 1, published_date: "yesterday" is not a date/],
    ['{"event_type": "merger", "event_date": "2020-01-01"}', /line 1: event\.event_type/],
    ['{"event_type": "layoff"}', /line 1: an event needs/],
    ['[]', /line 1/],
  ])('names the line of %j', async (content, message) => {
    await expect(loadCorpus([file('bad.ndjson', content)], asIs)).rejects.toThrow(message);
    await expect(loadCorpus([file('bad.ndjson', content)], asIs)).rejects.toThrow('bad.ndjson');
  });

  it('names a file that is not there', async () => {
    await expect(loadCorpus([join(dir, 'absent.ndjson')], asIs)).rejects.toThrow(
      /absent\.ndjson: the file cannot/,
    );
  });

  it('tells how far it is', async () => {
    const told: number[] = [];
    const line = { title: 'x', published_date: '2020-01-01' };
    const path = file('many.ndjson', ...Array.from({ length: 2_500 }, () => line));
    await loadCorpus([path], { ...asIs, onProgress: (lines) => told.push(lines) });
    expect(told).toEqual([1_000, 2_000, 2_500]);
  });
});

const data = new URL('../../../../../../../shared/data/', import.meta.url);
const files = [
  'news-stories',
  'news-authors',
  'news-bodies',
  'events-breaches',
  'events-fundraising',
  'events-layoffs',
];
const present = existsSync(data);
if (!present) process.emitWarning('skipped: the real corpora are not beside the checkout');

describe.skipIf(!present)('real corpora', () => {
  it.each(files)('%s is read whole', async (name) => {
    const path = new URL(`${name}.ndjson`, data).pathname;
    const rows = readFileSync(path, 'utf8').trim().split('\n').length;
    const { articles, events } = await loadCorpus([path], { shiftToNow: true, now: NOW });
    expect(articles.length + events.length).toBe(rows);
    const known = [
      ...articles.map(({ parsedAt }) => parsedAt),
      ...events.map(({ extractedAt }) => extractedAt),
    ];
    expect(Math.max(...known)).toBe(Date.parse('2026-11-21T08:00:00Z'));
  });
});
