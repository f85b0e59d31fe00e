import { describe, expect, it } from 'vitest';
import type { Alert } from '../../../../shared/domain/alerts/alert.ts';
import { summarizeStory } from '../../../../shared/domain/alerts/story-summary.ts';
import { aFinding } from '../../../ports/examples.ts';
import { alertAbout, compose } from './message-examples.ts';

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
          watches: ['acme-news'],
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
});

const storiesOf = (alerts: readonly Alert[]) => JSON.parse(compose(alerts).texts.json).stories;
const members = Array.from({ length: 34 }, (_, n) => String(n));
const story = { id: 's', title: '', members, outlets: members, countries: ['US'], firstAt: 0, lastAt: 0 };

it('a story is listed with its articles, each once, at most 20 of them, and their number', () => {
  const copies = Array.from({ length: 33 }, (_, n) =>
    aFinding(n + 1, { outlet: { domain: `o${n}.example` } }),
  );
  const of = { occasion: { type: 'story' } as const, story: summarizeStory(story, copies) };
  const [one, ...none] = storiesOf([
    { ...alertAbout(0), ...of },
    { ...alertAbout(1, {}, { id: 'globex-news' }), ...of },
  ]);
  expect(none).toEqual([]);
  expect(one).toMatchObject({ id: 's', articleCount: 34, outlets: 34 });
  expect(one.alerts).toHaveLength(2);
  expect(one.articles).toHaveLength(20);
  expect(new Set(one.articles.map(({ link }: { link: string }) => link)).size).toBe(20);
  expect(one.articles[3]).toEqual({
    title: 'Acme opens plant number 3',
    link: 'https://news.example/3',
    outlet: 'o2.example',
  });
});

it('has fewer articles where there would be no room for all alerts of the message', () => {
  const copies = Array.from({ length: 19 }, (_, n) =>
    aFinding(n + 1, { title: `Acme ${'opens '.repeat(25)}${n}` }),
  );
  const alerts = Array.from({ length: 20 }, (_, n) => ({
    ...alertAbout(n),
    occasion: { type: 'story' } as const,
    story: { ...summarizeStory(story, copies), id: `s${n}` },
  }));
  const document = JSON.parse(compose(alerts).texts.json);
  expect(document.alerts).toHaveLength(20);
  expect(document.stories).toHaveLength(20);
  expect(document.stories[0].articles.length).toBeLessThan(20);
  expect(document.stories[0].articleCount).toBe(34);
});
