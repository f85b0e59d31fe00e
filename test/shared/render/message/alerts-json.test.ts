import { describe, expect, it } from 'vitest';
import { alertAbout, compose } from './message-examples.ts';

const jsonOf = (...given: Parameters<typeof compose>) => JSON.parse(compose(...given).texts.json);

describe('the JSON of a message', () => {
  it('contains each alert with its items', () => {
    const message = compose([
      alertAbout(1, { title: 'Acme recalls 4,000 pumps', matched: ['Acme', 'recalls'] }, { brand: 'acme' }),
    ]);
    expect(JSON.parse(message.texts.json)).toEqual({
      v: 1,
      channel: 'press-team',
      because: 'group',
      count: 1,
      critical: 0,
      alerts: [
        {
          id: message.alertIds[0],
          watch: 'acme-news',
          kind: 'search',
          brand: 'acme',
          severity: 'warning',
          occasion: { type: 'finding' },
          createdAt: '2026-11-20T12:00:00.000Z',
          items: [
            {
              id: 'article-00001',
              title: 'Acme recalls 4,000 pumps',
              link: 'https://news.example/1',
              outlet: { domain: 'news.example', name: 'The News', country: 'US', rank: 1_000 },
              publishedAt: '2026-11-20T11:00:00.000Z',
              matched: ['Acme', 'recalls'],
            },
          ],
        },
      ],
      stories: [
        {
          id: message.alertIds[0],
          headline: 'Acme recalls 4,000 pumps',
          brand: 'acme',
          severity: 'warning',
          alerts: message.alertIds,
          text: 'Acme said on Friday that plant number 1 is open.',
          facts: [],
          articleCount: 1,
          articles: [
            {
              title: 'Acme recalls 4,000 pumps',
              link: 'https://news.example/1',
              outlet: 'news.example',
              publishedAt: '2026-11-20T11:00:00.000Z',
            },
          ],
        },
      ],
    });
  });

  it('contains 40 alerts and the number of all', () => {
    const json = jsonOf(Array.from({ length: 5_000 }, (_, n) => alertAbout(n)));
    expect(json).toMatchObject({ count: 5_000 });
    expect(json.alerts).toHaveLength(40);
  });

  it('contains every alert about a story, which e-mail and SMS merge', () => {
    const story = { id: 's', articles: 14, outlets: 12, countries: 4 };
    const same = { story, occasion: { type: 'story' } as const };
    const alerts = [
      { ...alertAbout(1), ...same },
      { ...alertAbout(2, {}, { id: 'b' }), ...same },
    ];
    expect(jsonOf(alerts).alerts).toHaveLength(2);
  });
});
