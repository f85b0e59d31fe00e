import { describe, expect, it } from 'vitest';
import { MINUTE } from '../../../../../shared/domain/time/instant.ts';
import { openNews } from './open-news.ts';

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
});
