import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadCorpus } from '../../../../../infra/local/services/kit/corpus/corpus.ts';
import { openLibrary } from '../../../../../infra/local/services/news/library/library.ts';
import { HOUR, MINUTE } from '../../../../../shared/domain/time/instant.ts';
import { NOW, openNews } from './open-news.ts';

describe('articles become visible', () => {
  it('when the clock reaches the time they are parsed, late ones when they are shown', async () => {
    const news = await openNews([
      { id: 'past', title: 'Acme', published_date: '2026-11-21 07:00:00' },
      {
        id: 'future',
        title: 'Acme',
        published_date: '2026-11-21 08:30:00',
        parse_date: '2026-11-21 08:40:00',
      },
      {
        id: 'late',
        title: 'Acme',
        published_date: '2026-11-21 07:10:00',
        parse_date: '2026-11-21 07:15:00',
        _visible_date: '2026-11-21 08:10:00',
      },
    ]);
    const parsedSince = { by_parse_date: true, from_: '2026-11-21T06:00:00', to_: '2026-11-21T09:00:00' };
    expect(await news.search('Acme', parsedSince)).toEqual(['past']);
    news.clock.advance(10 * MINUTE);
    expect(await news.search('Acme', parsedSince)).toEqual(['late', 'past']);
    const { body } = await news.post('search', { q: 'Acme', ...parsedSince, sort_by: 'date' });
    expect(body.articles[0]).toMatchObject({ id: 'late', parse_date: '2026-11-21 07:15:00' });
    expect(body.articles[0]).not.toHaveProperty('_visible_date');
    news.clock.advance(29 * MINUTE);
    expect(await news.search('Acme', parsedSince)).toEqual(['late', 'past']);
    news.clock.advance(MINUTE);
    expect(await news.search('Acme', parsedSince)).toEqual(['future', 'late', 'past']);
    await news.close();
  });

  it('with both bounds of a period included', async () => {
    const news = await openNews([
      { id: 'a', title: 'Acme', published_date: '2026-11-20 08:00:00' },
      { id: 'b', title: 'Acme', published_date: '2026-11-20 09:00:00' },
      { id: 'c', title: 'Acme', published_date: '2026-11-20 09:00:01' },
    ]);
    const period = { from_: '2026-11-20T08:00:00', to_: '2026-11-20T09:00:00' };
    expect(await news.search('Acme', period)).toEqual(['a', 'b']);
    await news.close();
  });

  it('late by as much in a corpus that is moved to now', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'news-'));
    const file = join(folder, 'corpus.ndjson');
    const lines = [
      { title: 'newest', published_date: '2014-03-10 12:00:00' },
      {
        title: 'late',
        published_date: '2014-03-10 10:00:00',
        _visible_date: '2014-03-10 11:00:00',
      },
    ];
    await writeFile(file, lines.map((line) => JSON.stringify(line)).join('\n'));
    const library = openLibrary(await loadCorpus([file], { shiftToNow: true, now: NOW }));
    expect(library.entries.map(({ record, visibleAt }) => [record.title, visibleAt])).toEqual([
      ['late', NOW - HOUR],
      ['newest', NOW],
    ]);
    await rm(folder, { recursive: true });
  });
});
