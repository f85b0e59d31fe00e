import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../../shared/domain/findings/finding.ts';
import {
  addsNothing,
  MOST_STORY_ARTICLES,
  singleFindingStory,
  storyArticleOf,
  storyIdOf,
  storyOfRecord,
} from '../../../../shared/domain/stories/story.ts';
import { DAY } from '../../../../shared/domain/time/instant.ts';
import { aFinding, NOON } from '../../../ports/examples.ts';
import { aStoryRecord } from '../../../store/store-stories.ts';

const record = (id: string, articles: ReturnType<typeof storyArticleOf>[]) =>
  aStoryRecord(id, { title: 'Acme opens a plant', articles });

describe('the story that a finding begins', () => {
  const idOf = (changes: Partial<Finding> = {}, foundAt = NOON, space = 'watch.acme-news') =>
    storyIdOf(space, { finding: aFinding(1, changes), foundAt });

  it('has an id made of its space, service and fingerprint, and of the day on which it was found', () => {
    expect(idOf({ title: 'a' })).toBe(idOf({ title: 'b', duplicateGroup: 'g' }));
    const others = [
      idOf({ fingerprint: 'other' }),
      idOf({ service: 'extraction' }),
      idOf({}, NOON + DAY),
      idOf({}, NOON, 'brand.acme.normal'),
    ];
    expect(new Set([idOf(), ...others]).size).toBe(5);
  });

  it('has the same id whenever it is found, if it is an event', () => {
    expect(idOf({ type: 'event' })).toBe(idOf({ type: 'event' }, NOON + 1));
  });

  it('is all that the rules of severity know of a finding by itself', () => {
    expect(singleFindingStory(aFinding(1))).toMatchObject({ members: ['article-00001'] });
  });
});

describe('a story computed from its articles', () => {
  const articles = [
    storyArticleOf(aFinding(1, { indexedAt: 5, sentiment: { content: -0.5, title: 1 } })),
    storyArticleOf(aFinding(2, { indexedAt: 3, outlet: { domain: 'b.example', country: 'FR', rank: 40 } })),
    storyArticleOf(
      aFinding(3, { indexedAt: 9, sentiment: { title: 0.25 }, outlet: { domain: 'b.example' } }),
    ),
  ];

  it('gives outlets, countries, best rank, mean sentiment and times', () => {
    expect(storyOfRecord(record('s', articles))).toEqual({
      id: 's',
      title: 'Acme opens a plant',
      members: ['article-00001', 'article-00002', 'article-00003'],
      outlets: ['b.example', 'news.example'],
      countries: ['FR', 'US'],
      bestRank: 40,
      sentiment: -0.125,
      firstAt: 3,
      lastAt: 9,
    });
  });

  it('is the same in every order, and with the same article twice', () => {
    const again = storyOfRecord(record('s', [...articles, ...articles].toReversed()));
    expect(again).toEqual(storyOfRecord(record('s', articles)));
  });

  it('leaves out missing ranks and sentiments', () => {
    const bare = storyOfRecord(
      record('s', [storyArticleOf(aFinding(1, { outlet: { domain: 'a.example', rank: 999_999 } }))]),
    );
    expect(bare).not.toHaveProperty('bestRank');
    expect(bare).not.toHaveProperty('sentiment');
  });
});

describe('an article of a story', () => {
  it('adds something only if it knows more about the article', () => {
    const known = [storyArticleOf(aFinding(1))];
    expect(addsNothing(known, storyArticleOf(aFinding(1)))).toBe(true);
    expect(addsNothing(known, storyArticleOf(aFinding(2)))).toBe(false);
    expect(addsNothing(known, storyArticleOf(aFinding(1, { sentiment: { title: 0.1 } })))).toBe(false);
  });

  it('stays small whatever the news says, so that the most of them fit into one item', () => {
    const print = storyArticleOf(
      aFinding(1, {
        fingerprint: 'f'.repeat(64),
        indexedAt: 1_999_999_999_999,
        outlet: { domain: '東"'.repeat(300), country: '\\"'.repeat(50), rank: 123_456 },
        sentiment: { content: -0.123_456 },
      }),
    );
    const bytes = Buffer.byteLength(JSON.stringify(Object.values(print)));
    expect(bytes * MOST_STORY_ARTICLES).toBeLessThan(380_000);
  });
});
