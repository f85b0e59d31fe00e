import { expect, it } from 'vitest';
import { markedText } from '../../../../shared/render/pages/page-elements.ts';

it.each([
  ['the e-mail of Acme', ['e-mail'], '<bdi>the <mark>e-mail</mark> of Acme</bdi>'],
  ['1+1 = 2 (a.b)', ['1+1', '(a.b)'], '<bdi><mark>1+1</mark> = 2 <mark>(a.b)</mark></bdi>'],
  [
    'C:\\x [y] {z} ^$|?*/',
    ['C:\\x', '[y]', '{z}', '^$|?*/'],
    '<bdi><mark>C:\\x</mark> <mark>[y]</mark> <mark>{z}</mark> <mark>^$|?*/</mark></bdi>',
  ],
])('marks words with signs in %j', (text, words, expected) => {
  expect(markedText(text, { words, most: 1_500 }).toString()).toBe(expected);
});
