import { expect, it } from 'vitest';
import { articleMarksOf } from '../../../../../shared/providers/news/findings/article-marks.ts';

it.each([
  ['a paywall', { isPaid: true }, ['paywall']],
  ['opinion behind a paywall', { isPaid: true, isOpinion: true }, ['paywall', 'opinion']],
  ['a wire of press releases', { domain: 'www.PRNewswire.com' }, ['press-release']],
  ['a subdomain of one', { domain: 'news.cision.com' }, ['press-release']],
  [
    'an outlet of this kind',
    { domain: 'a.example', kinds: [undefined, 'Press Releases'] },
    ['press-release'],
  ],
  [
    'all that is said and false',
    { isPaid: false, isOpinion: false, domain: 'notprnewswire.com', kinds: ['Other'] },
    [],
  ],
  ['nothing known', {}, []],
])('%s', (_, facts, marks) => {
  expect(articleMarksOf(facts)).toEqual(marks);
});
