import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../../shared/domain/findings/finding.ts';
import { type Developments, type News, newsIn } from '../../../../shared/domain/stories/news-to-reader.ts';
import { addToStory, openStories, setStory } from '../../../../shared/domain/stories/open-stories.ts';
import { withNotified } from '../../../../shared/domain/stories/open-story.ts';
import { articleAt } from './compared.ts';

const CHANNEL = 'press';
const CONFIRMED: Developments = { developments: 'confirmed', notifiesQuiet: false };

/** An article so many minutes after noon: of the story, of a kin of it, or of one that has nothing to do with it. */
type Given = readonly [minute: number, title: string, changes?: Partial<Finding> & { story?: string }];

/** What the last article is to a channel that was told of the first one. */
function newsOf(given: readonly Given[], how = CONFIRMED): News {
  const open = openStories([], new Set(['kelvar']));
  const articles = given.map(([minute, title, { story = 'home', ...changes } = {}], n) => {
    const article = articleAt(minute, title, { outlet: { domain: `outlet-${n}.example` }, ...changes });
    addToStory(open, article, story === 'home' ? { id: story } : { id: story, kin: 'home' });
    return { article, story };
  });
  const [first, last] = [articles[0]!, articles.at(-1)!];
  if (articles.length > 1)
    setStory(
      open,
      withNotified(open.stories.get(first.story)!, CHANNEL, { severity: 'info', at: first.article.at }),
    );
  return newsIn(
    open,
    { story: open.stories.get(last.story)!, headline: last.article, channel: CHANNEL },
    how,
  );
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
  it('are unconfirmed until another outlet has one of them within half an hour', () => {
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
    const early: Given = [260, confirming[1]];
    expect(newsOf([RECALL, early, RESIGNS]), 'forty minutes before').toMatchObject({ is: 'unconfirmed' });
    const same: Given = [290, confirming[1], { outlet: { domain: 'outlet-2.example' } }];
    expect(newsOf([RECALL, same, RESIGNS]), 'of the same outlet').toMatchObject({ is: 'unconfirmed' });
  });

  it('are confirmed by a kin of the story, and in other words while the story is quiet', () => {
    const ofKin: Given = [290, 'Board lets chief of Kelvarra go', { story: 'kin' }];
    expect(newsOf([RECALL, ofKin, RESIGNS])).toMatchObject({ confirmedBy: ['outlet-1.example'] });
    const inOtherWords: Given = [290, 'Kelvarra loses its leader'];
    expect(newsOf([RECALL, inOtherWords, RESIGNS])).toMatchObject({ is: 'development' });
    const busy = Array.from({ length: 7 }, (_, n): Given => [100 + n, `Kelvarra kettles: reaction ${n}`]);
    expect(newsOf([RECALL, ...busy, inOtherWords, RESIGNS])).toMatchObject({ is: 'unconfirmed' });
  });

  it('of a story whose kin alone was notified are confirmed over hours, once three outlets report it', () => {
    const ofKin = (minute: number): Given => [minute, 'Minister: Kelvarra chief must go', { story: 'kin' }];
    expect(newsOf([RECALL, ofKin(200), ofKin(300)])).not.toMatchObject({ is: 'development' });
    expect(newsOf([RECALL, ofKin(100), ofKin(200), ofKin(300)])).toMatchObject({
      is: 'development',
      confirmedBy: ['outlet-1.example', 'outlet-2.example'],
    });
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

it('a story is not the first one to a channel that was notified of its kin', () => {
  const ofKin: Given = [300, RESIGNS[1], { story: 'kin' }];
  expect(newsOf([RECALL, ofKin])).toMatchObject({ is: 'unconfirmed' });
  expect(newsOf([RECALL, ofKin], { ...CONFIRMED, developments: 'off' })).toMatchObject({ is: 'unconfirmed' });
});
