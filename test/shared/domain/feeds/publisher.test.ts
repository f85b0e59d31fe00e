import { expect, it } from 'vitest';
import { publisherOf } from '../../../../shared/domain/feeds/publisher.ts';

const NONE = { name: '' };

it.each([
  ['https://all.example/url?sa=t&url=https://post.example/a?id=7&ct=x', 'https://post.example/a?id=7'],
  [
    'http://all.example/click.aspx?url=https%3a%2f%2fwww.post.example%2fa%3Fp%3D1%26q%3D2',
    'https://www.post.example/a?p=1&q=2',
  ],
  ['https://all.example/r/*https://post.example/a', 'https://post.example/a'],
])('gives the page and the outlet behind %s', (link, page) => {
  expect(publisherOf({ link, source: NONE })).toEqual({ link: page, outlet: { domain: 'post.example' } });
});

it('names the outlet that the feed names as its source', () => {
  const source = { url: 'https://www.post.example', name: 'The Post' };
  const outlet = { domain: 'post.example', name: 'The Post' };
  expect(publisherOf({ link: 'https://all.example/q1', source })).toEqual({
    link: 'https://all.example/q1',
    outlet,
  });
  const link = 'https://all.example/?url=https://post.example/a';
  expect(publisherOf({ link, source })).toEqual({ link: 'https://post.example/a', outlet });
});

it.each([
  ['an address of its own site', 'https://post.example/a?url=https://post.example/a', NONE],
  ['a picture', 'https://post.example/a?img=https://pictures.example/1.jpg', NONE],
  [
    'its own site as the source',
    'https://post.example/a',
    { url: 'https://feeds.post.example/rss', name: 'Post' },
  ],
])('takes a link with %s for that of an outlet', (_, link, source) => {
  expect(publisherOf({ link, source })).toEqual({ link });
});
