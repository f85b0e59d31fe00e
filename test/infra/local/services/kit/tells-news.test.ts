import { describe, expect, it } from 'vitest';
import { tellsNews, withoutCut } from '../../../../../infra/local/services/kit/tells-news.ts';

describe('news', () => {
  it.each([
    ['Acme Corp lays off 500 workers'],
    ['Globex to buy Initech for $3 billion'],
    ['Sports retailer Kestrel recalls 900 helmets'],
    ['Film studio Lumina is hit by ransomware'],
  ])('%s', (title) => {
    expect(tellsNews({ title, link: 'https://paper.example/business/1.html' })).toBe(true);
  });

  it('may name an actor or a match in its description', () => {
    const description = 'The start-up is backed by an actor who loves cricket.';
    expect(tellsNews({ title: 'Globex lays off 80 people', description })).toBe(true);
  });
});

describe('no news', () => {
  it.each([
    ['How to survive a layoff'],
    ['Is Globex about to cut jobs?'],
    ['Opinion: Acme should never have bought Globex'],
    ['Horoscope today: a merger of hearts for Libra'],
    ['Seven ways to protect your account from hackers'],
    ['Ten years ago: Initech recalls the whole fleet'],
    ['Morning brief: Acme lays off staff, Globex raises $5 million'],
    ['Skipper recalls the match in which he lost his bat'],
    ['Live updates: strike at Kestrel'],
  ])('%s', (title) => {
    expect(tellsNews({ title })).toBe(false);
  });

  it.each([['opinion'], ['cricket'], ['horoscope'], ['entertainment'], ['ipl-2031']])(
    'stands in the section %s',
    (section) => {
      const link = `https://paper.example/${section}/acme-lays-off-500`;
      expect(tellsNews({ title: 'Acme lays off 500 workers', link })).toBe(false);
    },
  );

  it('is marked as opinion', () => {
    expect(tellsNews({ title: 'Acme lays off 500 workers', is_opinion: true })).toBe(false);
  });
});

it.each([
  [
    'Acme said it would close the shop in May. The own… [+4070 chars]',
    'Acme said it would close the shop in May. The',
  ],
  ['Globex raised $4… [+212 chars]', 'Globex raised'],
  ['Globex raised $4 million. [+15 chars]', 'Globex raised $4 million.'],
  ['Wait and see...', 'Wait and'],
  ['A whole text.', 'A whole text.'],
  ['', ''],
])('%j is read as %j', (text, read) => {
  expect(withoutCut(text)).toBe(read);
});
