import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { loadCorpus, skimCorpus } from '../../../../../../infra/local/services/kit/corpus/corpus.ts';

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
  it('separates articles from events, and parse time from publication', async () => {
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
    expect(articles).toMatchObject([
      {
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

  it.each([
    ['{"title": "x", "published_date": "2020-01-01"}\n{nope', /line 2: not JSON/],
    ['{"name": "x"}', /line 1: .*A line is an article .* or an event/],
    ['{"title": "x", "published_date": "yesterday"}', /line 1, published_date: "yesterday" is not a date/],
  ])('names the line of %j', async (content, message) => {
    await expect(loadCorpus([file('bad.ndjson', content)], asIs)).rejects.toThrow(message);
  });
});

describe('a corpus as it is', () => {
  const good = (id: string, title = 'x') => JSON.stringify({ id, title, published_date: '2020-01-01' });
  const bad = [
    '{"title": null, "published_date": "2020-01-01"}',
    '{"title": "x"}',
    '{nope',
    '[1]',
    '7',
    'null',
  ];
  const idsOf = async (path: string) => (await skimCorpus([path], asIs)).articles.map(({ id }) => id);

  it('is used without the lines that cannot be: the first are named, the rest are counted by reason', async () => {
    const dates = ['soon', 'later'].map((date) => `{"title": "x", "published_date": "${date}"}`);
    const path = file(
      'mixed.ndjson',
      good('a'),
      ...bad,
      ...dates,
      '{"event_type": "merger"}',
      good('b'),
      '{"title": "bro',
    );
    const { articles, notes } = await skimCorpus([path], { ...asIs, shiftToNow: true });
    expect(articles.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(notes[0]).toBe('10 of 12 lines of the corpus were skipped:');
    expect(notes[1]).toMatch(/mixed\.ndjson, line 2: article\.title: .*null/);
    expect(notes[3]).toMatch(/mixed\.ndjson, line 4: not JSON/);
    expect(notes.slice(6)).toEqual(['  and 5 more', expect.stringMatching(/--strict/)]);
    await expect(loadCorpus([path], asIs)).rejects.toThrow(/mixed\.ndjson, line 2/);
  });

  it('may hold line separators within a text, Windows line ends, empty lines and no last line end', async () => {
    const odd = good('u', 'one\u2028two\u2029three\u0085four');
    expect(odd).toContain('\u2028');
    const path = file('odd.ndjson', `\uFEFF${good('a')}\r`, '\r', '  ', odd, good('z'));
    const { articles, notes } = await skimCorpus([path], asIs);
    expect(articles.map(({ id }) => id)).toEqual(['a', 'u', 'z']);
    expect(articles[1]?.record.title).toBe('one\u2028two\u2029three\u0085four');
    expect(notes).toEqual([]);
  });

  it('may be compressed by gzip; one that breaks off is refused', async () => {
    const packed = gzipSync(`${good('a')}\n${good('b')}\n`);
    const path = join(dir, 'packed.ndjson.gz');
    writeFileSync(path, packed);
    expect(await idsOf(path)).toEqual(['a', 'b']);
    writeFileSync(path, packed.subarray(0, 40));
    await expect(idsOf(path)).rejects.toThrow(/packed\.ndjson\.gz: the file cannot be read/);
  });

  it('says what is expected instead of a JSON array', async () => {
    await expect(idsOf(file('array.json', ' [\n1]'))).rejects.toThrow(/array/);
  });

  it('is refused when no line can be used, and taken when it is empty', async () => {
    const pretty = JSON.stringify({ title: 'x', published_date: '2020-01-01' }, null, 2);
    await expect(idsOf(file('pretty.json', pretty))).rejects.toThrow(
      /^No line of the corpus can be used\.\n.*line 1/,
    );
    expect(await idsOf(file('empty.ndjson', ''))).toEqual([]);
  });
});
