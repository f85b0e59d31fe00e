import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../../shared/domain/findings/finding.ts';
import { type Developments, type News, newsIn } from '../../../../shared/domain/stories/news-to-reader.ts';
import { addToStory, openStories } from '../../../../shared/domain/stories/open-stories.ts';
import { withNotified } from '../../../../shared/domain/stories/open-story.ts';
import { articleAt } from './compared.ts';

const CHANNEL = 'press';
const CONFIRMED: Developments = { developments: 'confirmed', notifiesQuiet: false };

/** An article of the story, so many minutes after noon. */
type Given = readonly [minute: number, title: string, changes?: Partial<Finding>];

/** What the last article is to a channel that was told of the first one. */
function newsOf(given: readonly Given[], how = CONFIRMED): News {
  const open = openStories([], new Set(['kelvar']));
  const articles = given.map(([minute, title, changes], n) => {
    const article = articleAt(minute, title, { outlet: { domain: `outlet-${n}.example` }, ...changes });
    addToStory(open, article, { id: 'home' });
    return article;
  });
  const story = open.stories.get('home')!;
  const known = withNotified(story, CHANNEL, { severity: 'info', at: articles[0]!.at });
  const last = { story: articles.length > 1 ? known : story, headline: articles.at(-1)!, channel: CHANNEL };
  return newsIn(open, last, how);
}

const RECALL: Given = [0, 'Kelvarra recalls kettles after fires in Hollowmere'];
const RESIGNS: Given = [300, 'Kelvarra chief resigns over burning kettles'];

it('what a channel was not notified of is the first', () => {
  expect(newsOf([RECALL])).toEqual({ is: 'first' });
  const days = (count: number): Given => [count * 1440, RESIGNS[1]];
  expect(newsOf([RECALL, days(3)]), 'three days later').not.toEqual({ is: 'first' });
  expect(newsOf([RECALL, days(5)]), 'five days later').toMatchObject({ is: 'development', confirmedBy: [] });
});

describe('new facts', () => {
  it('are unconfirmed until another outlet has one of them within six hours', () => {
    expect(newsOf([RECALL, RESIGNS])).toEqual({
      is: 'unconfirmed',
      fresh: ['chief', 'resign', 'burnin'],
    });
    const confirming: Given = [290, 'Head of Kelvarra resigns'];
    expect(newsOf([RECALL, confirming, RESIGNS])).toEqual({
      is: 'development',
      fresh: ['chief', 'resign', 'burnin'],
      confirmedBy: ['outlet-1.example'],
    });
    const early: Given = [600, RESIGNS[1]];
    expect(newsOf([RECALL, [250, confirming[1]], early]), 'five hours before').toMatchObject({
      is: 'development',
    });
    expect(newsOf([RECALL, [230, confirming[1]], early]), 'seven').toMatchObject({ is: 'unconfirmed' });
    const same: Given = [290, confirming[1], { outlet: { domain: 'outlet-2.example' } }];
    expect(newsOf([RECALL, same, RESIGNS]), 'of the same outlet').toMatchObject({ is: 'unconfirmed' });
  });

  it('are confirmed by a new fact in other words within a quarter of an hour', () => {
    const inOtherWords = (minute: number): Given => [minute, 'Kelvarra loses its leader'];
    expect(newsOf([RECALL, inOtherWords(290), RESIGNS])).toMatchObject({ is: 'development' });
    expect(newsOf([RECALL, inOtherWords(280), RESIGNS])).toMatchObject({ is: 'unconfirmed' });
  });

  it('need no other outlet from one of high rank, or where the watch says so', () => {
    const ranked: Given = [300, RESIGNS[1], { outlet: { domain: 'high.example', rank: 500 } }];
    expect(newsOf([RECALL, ranked])).toMatchObject({ is: 'development', confirmedBy: [] });
    const atOnce = { developments: 'at-once', notifiesQuiet: false } as const;
    expect(newsOf([RECALL, RESIGNS], atOnce)).toMatchObject({ is: 'development', confirmedBy: [] });
  });
});

describe('a repeat', () => {
  it.each([
    ['facts', 'Kelvarra: fires hit Hollowmere', 300],
    ['headline', 'Kelvarra recalls kettles after fires in Hollowmere town', 300],
    ['headline', 'Kelvarra recalls kettles after fires in Holowmeer', 300],
    ['moment', 'Burning kettles: Kelvarra chief sorry', 20],
  ])('by %s: %s', (because, title, minute) => {
    expect(newsOf([RECALL, [minute, title]])).toEqual({ is: 'repeat', because });
  });

  it('is none with another figure, or with a name of fewer letters that differs by one', () => {
    const died = (count: number) => `Kelvarra kettles: ${count}0 hurt in fire`;
    expect(
      newsOf([
        [0, died(4)],
        [300, died(9)],
      ]),
    ).toMatchObject({ is: 'unconfirmed' });
    const leaves = (land: string) => `Kelvarra leaves ${land}`;
    const outlet = { domain: 'high.example', rank: 10 };
    expect(
      newsOf([
        [0, leaves('Iran')],
        [300, leaves('Iraq'), { outlet }],
      ]),
    ).toEqual({
      is: 'development',
      fresh: ['iraq'],
      confirmedBy: [],
    });
  });
});

it('what reports nothing by its form is quiet, unless the watch wants it', () => {
  const opinion: Given = [0, 'Opinion: Kelvarra chief must resign'];
  expect(newsOf([opinion])).toEqual({ is: 'quiet', form: 'opinion' });
  expect(newsOf([opinion], { ...CONFIRMED, notifiesQuiet: true })).toEqual({ is: 'first' });
});
